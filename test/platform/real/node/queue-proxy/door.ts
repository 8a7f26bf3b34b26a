import net from "node:net";

/** A listener that hands its connections on byte by byte. */
export interface Door {
  /** From now on new connections go there. */
  turnTo(host: string, port: number): void;
  close(): Promise<void>;
}

/** Listens at `at` and connects each comer to a target; both ends end together. Rejects when it cannot listen. */
export async function openDoor(at: { host: string; port: number }, to: { host: string; port: number }): Promise<Door> {
  let target = to;
  const open = new Set<net.Socket>();
  const server = net.createServer((comer) => {
    const onward = net.connect(target);
    for (const [one, other] of [
      [comer, onward],
      [onward, comer],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy()).on("close", () => open.delete(one) && other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(at.port, at.host, resolve));
  return {
    turnTo: (host, port) => {
      target = { host, port };
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
