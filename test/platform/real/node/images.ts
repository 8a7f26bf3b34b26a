import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ImageFacts, listArchive, makeConfig } from "../../../../knative/image/archive.ts";
import { buildImage } from "../../../../knative/image/build.ts";
import { writeLayer } from "../../../../knative/image/layer.ts";
import { packTar, withParents } from "../../../../knative/image/tar.ts";
import { partPath } from "../build/cache.ts";
import { runProgram } from "./network.ts";
import { pauseImage } from "./settings.ts";

const facts = (name: string): ImageFacts => ({
  name,
  version: "0.0.0",
  architecture: process.arch === "arm64" ? "arm64" : "amd64",
  created: new Date(0).toISOString(),
});

/** Loads the image of an archive into a containerd, for its pods. */
export async function importImage(socket: string, archive: string): Promise<void> {
  await runProgram("ctr", ["--address", socket, "--namespace", "k8s.io", "images", "import", archive]);
}

/** Gives an image that is there another name. */
export async function tagImage(socket: string, image: string, other: string): Promise<void> {
  await runProgram("ctr", ["--address", socket, "--namespace", "k8s.io", "images", "tag", image, other]);
}

/** Builds Weir's image under this name from the bundles in `dist`, the way that docs/guides/install.md shows, and loads it. */
export async function loadWeir(socket: string, name: string, dist: string): Promise<void> {
  await throughFolder(socket, (out) =>
    buildImage({ dist, out, node: process.execPath, gzip: false, facts: facts(name) }).then(() => undefined),
  );
}

/** Loads the image that holds a pod's namespaces: one program of our own. */
export async function loadPause(socket: string): Promise<void> {
  await throughFolder(socket, async (out) => {
    const layer = await writeLayer([{ path: "pause", mode: 0o755, file: partPath("pause") }], `${out}.layer`, false);
    const config = { ...makeConfig(facts(pauseImage), [layer]), config: { Entrypoint: ["/pause"] } };
    await pipeline(
      Readable.from(packTar(withParents(listArchive(facts(pauseImage), [layer], config)))),
      createWriteStream(out),
    );
  });
}

async function throughFolder(socket: string, write: (out: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weir-image-"));
  try {
    const out = join(folder, "image.tar");
    await write(out);
    await importImage(socket, out);
  } finally {
    await rm(folder, { recursive: true });
  }
}
