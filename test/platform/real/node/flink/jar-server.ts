import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { network } from "../network.ts";

/** A server of one jar, at an address that the node and its pods reach. */
export interface JarServer {
  readonly url: string;
  /** The jar that it serves. */
  readonly file: string;
  close(): Promise<void>;
}

/** Serves a file to whoever asks. */
export async function startJarServer(file: string): Promise<JarServer> {
  const { size } = await stat(file);
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/java-archive", "content-length": size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, network.host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    file,
    url: `http://${network.host}:${port}/counting-job.jar`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
