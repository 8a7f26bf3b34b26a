/** What a user reads where the address cannot be used. */
export async function listening<Simulator>(
  address: { readonly host: string; readonly port: number },
  start: () => Promise<Simulator>,
): Promise<Simulator> {
  try {
    return await start();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const { host, port } = address;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is in use; --port 0 picks a free one`);
    if (code === "EACCES") throw new Error(`port ${port} is not allowed to this user; take one above 1023`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") throw new Error(`${host} is no address of this machine`);
    throw error;
  }
}

/** Resolves at SIGINT and SIGTERM. */
export function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}

/** Delays that are so many times as short. */
export function hasten<Delays extends Readonly<Record<string, number>>>(delays: Delays, speed: number): Delays {
  const faster = Object.entries(delays).map(([name, ms]) => [name, Math.round(ms / speed)]);
  return { ...delays, ...Object.fromEntries(faster) };
}
