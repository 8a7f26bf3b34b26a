import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ImageFacts, listArchive } from "./archive.ts";
import { runCommand, textOf } from "./command.ts";
import { listApp, listRuntime } from "./contents.ts";
import { writeLayer } from "./layer.ts";
import { packTar, withParents } from "./tar.ts";

/** What to build from and where to; `node` is the binary that goes into the image. */
export type BuildOptions = { dist: string; out: string; node: string; gzip: boolean; facts: ImageFacts };

const HELP = `Usage: npm run image -- [--out FILE] [--name NAME:TAG] [--dist DIR] [--gzip]

Builds the image without a Docker engine, from the Node that runs this, the libraries it needs and the bundles of
"npm run build". The archive is an OCI layout that docker, podman, containerd and skopeo load:

  docker load -i weir.tar
  ctr -n k8s.io images import weir.tar
  skopeo copy oci-archive:weir.tar docker://REGISTRY/weir:TAG

  --out FILE       the archive (default: weir.tar)
  --name NAME:TAG  what the image is called (default: dev.local/weir:<version of package.json>)
  --dist DIR       folder with the bundles (default: dist)
  --gzip           compress the layers: a third of the size, some seconds longer

Equal bundles give an equal archive; SOURCE_DATE_EPOCH (seconds) sets the one date in it.
`;

/**
 * Builds the image archive: one layer with Node and its libraries, which stays the same from release to release, and
 * one with the bundles. Nothing but Node and `ldd` is needed. Returns the size of the archive in bytes.
 */
export async function buildImage({ dist, out, node, gzip, facts }: BuildOptions): Promise<number> {
  const scratch = await mkdtemp(join(dirname(resolve(out)), ".weir-image-"));
  try {
    const app = await listApp(dist);
    const layers = [
      await writeLayer(listRuntime(node), join(scratch, "runtime"), gzip),
      await writeLayer(app, join(scratch, "app"), gzip),
    ];
    const archive = packTar(withParents(listArchive(facts, layers)));
    await pipeline(Readable.from(archive), createWriteStream(out));
    return (await stat(out)).size;
  } finally {
    await rm(scratch, { recursive: true });
  }
}

function readVersion(): string {
  const path = join(import.meta.dirname, "../../package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}

function toArchitecture(arch: string): ImageFacts["architecture"] {
  if (arch === "x64") return "amd64";
  if (arch === "arm64") return "arm64";
  throw new Error(`no image for ${arch}; use the Dockerfile`);
}

if (import.meta.main) {
  await runCommand({ help: HELP, switches: ["gzip"], options: ["out", "name", "dist"] }, async (values) => {
    const version = readVersion();
    const out = textOf(values, "out", "weir.tar");
    const facts: ImageFacts = {
      name: textOf(values, "name", `dev.local/weir:${version}`),
      version,
      architecture: toArchitecture(process.arch),
      created: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString(),
    };
    const dist = textOf(values, "dist", "dist");
    const size = await buildImage({ dist, out, node: process.execPath, gzip: values.gzip === true, facts });
    process.stdout.write(`${facts.name}: ${out}, ${(size / 1024 / 1024).toFixed(0)} MiB\n`);
  });
}
