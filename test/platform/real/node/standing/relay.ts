import { rm } from "node:fs/promises";
import { connect, createServer, type NetConnectOpts, type Server } from "node:net";

/**
 * Passes every connection on as it is: the way out of a sandbox, which shares files with the machine but no network, is
 * a socket in a folder with a relay on either side of it.
 */
export async function startRelay(
  from: { path: string } | { host: string; port: number },
  to: NetConnectOpts,
): Promise<Server> {
  const server = createServer((incoming) => {
    const outgoing = connect(to);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on("error", () => outgoing.destroy());
    outgoing.on("error", () => incoming.destroy());
  });
  if ("path" in from) await rm(from.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(from, () => resolve());
  });
  return server;
}
