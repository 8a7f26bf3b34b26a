import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FlinkVersionName } from "../../../../shared/flink/versions.ts";
import { cacheFolder } from "../build/cache.ts";

/** A release of Flink that suites run on. */
export interface Release {
  /** Such as `1.20.5`; `locks/` has a file of that name. */
  readonly version: string;
  readonly name: FlinkVersionName;
  /** Name of its image on a node. */
  readonly image: string;
}

const release = (version: string, name: FlinkVersionName): Release => ({
  version,
  name,
  image: `dev.local/flink:${version}`,
});

/** The last one of each line that is tried on the real thing: 1.20, and 2. */
export const releases: readonly [Release, Release] = [release("1.20.5", "v1_20"), release("2.2.1", "v2_2")];

/** The packages of a release with their hashes, as pip reads them. */
export function lockOf({ version }: Release): string {
  return join(import.meta.dirname, "locks", `${version}.txt`);
}

/** Folder of what was downloaded of a release, once it is there; changes with the lock. */
export function distributionFolder(release: Release, folder = cacheFolder()): string {
  return join(folder, `flink-${release.version}-${hashOf([lockOf(release)])}`);
}

/** Archive of a release's image, once it is there; changes with all that goes into it but the machine's Java and programs. */
export function imageArchive(release: Release, folder = cacheFolder()): string {
  const inputs = [
    ...["image", "job", "."].flatMap(filesOf).filter((file) => !file.endsWith(".test.ts")),
    lockOf(release),
  ];
  return join(folder, `flink-image-${release.version}-${hashOf(inputs)}`, "image.tar");
}

/** The suites' job as a jar, compiled against a release; beside its image. */
export function jobArchive(release: Release): string {
  return join(dirname(imageArchive(release)), "counting-job.jar");
}

function filesOf(name: string): string[] {
  const folder = join(import.meta.dirname, name);
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(folder, entry.name))
    .sort();
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 10);
}
