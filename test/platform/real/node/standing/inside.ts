import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startCluster } from "../cluster.ts";
import { loadWeir } from "../images.ts";
import { weirImage } from "../pods/image-name.ts";
import { placesIn } from "./places.ts";
import { startRelay } from "./relay.ts";

/** Runs inside of the sandbox: a cluster in the folder of the one argument, until a signal ends it and the sandbox. */
async function main(folder: string): Promise<void> {
  const places = placesIn(folder);
  const dist = join(import.meta.dirname, "../../../../../dist");
  const hasBundles = existsSync(join(dist, "reconcile.cjs"));
  const { controlPlane } = await startCluster({
    folder,
    load: async ({ places: { socket } }) => {
      if (hasBundles) await loadWeir(socket, weirImage, dist);
    },
  });
  const { hostname, port } = new URL(controlPlane.url);
  await startRelay({ path: places.socket }, { host: hostname, port: Number(port) });
  await chmod(places.socket, 0o600);
  await writeFile(places.ready, JSON.stringify({ images: hasBundles ? [weirImage] : [] }));
}

await main(process.argv[2] ?? "");
