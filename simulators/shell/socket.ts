import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens, and gives the origin under which it is reached; rejects where the address cannot be used. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(originOf(server.address() as AddressInfo));
    });
  });
}

function originOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Ends every connection at once, also those that wait for an answer. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
