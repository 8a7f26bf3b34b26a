import { join } from "node:path";

/** Files by which the two sides of a sandbox meet, in the folder of what stands. */
export function placesIn(folder: string) {
  return {
    /** Unix socket of the API server. */
    socket: join(folder, "api.sock"),
    /** Appears when the cluster is ready; JSON with the images that it has. */
    ready: join(folder, "ready.json"),
    /** What the inside says. */
    log: join(folder, "node.log"),
  };
}
