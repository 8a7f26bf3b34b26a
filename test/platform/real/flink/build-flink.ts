import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CannotBuild, type Progress } from "../build/build-all.ts";
import { cacheFolder } from "../build/cache.ts";
import { downloadRelease } from "./download.ts";
import { makeJava } from "./java-runtime.ts";
import { makeImage } from "./make-image.ts";
import { distributionFolder, imageArchive, releases } from "./releases.ts";
import { whyNoTools } from "./run-tool.ts";

/**
 * Builds the images of Flink that are not there yet, one after the other; what is downloaded once stays.
 *
 * Rejects with `CannotBuild` where a tool is missing, and with a tool's words when it fails.
 */
export async function buildFlink(progress: Progress): Promise<void> {
  const missing = releases.filter((release) => !existsSync(imageArchive(release)));
  if (missing.length === 0) return progress.line(`Flink: the images of ${versions(releases)} are built`);
  const reason = whyNoTools();
  if (reason !== undefined) throw new CannotBuild(reason);
  progress.line(`Flink: images of ${versions(missing)} to build into ${cacheFolder()}; about 4 min once`);
  for (const release of missing) {
    if (!existsSync(distributionFolder(release)))
      await inTime(progress, `${release.version} downloaded`, () => downloadRelease(release));
  }
  const scratch = await mkdtemp(join(tmpdir(), "weir-flink-"));
  try {
    const java = join(scratch, "java");
    await inTime(progress, "Java", () => makeJava(java));
    for (const release of missing)
      await inTime(progress, `image of ${release.version}`, () => makeImage(release, java));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function inTime(progress: Progress, what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  progress.update(`Flink: ${what} …`);
  await work();
  progress.line(`Flink: ${what} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Why there are no images of Flink, with what to do about it; undefined when there are. */
export function whyNoFlink(): string | undefined {
  const missing = releases.filter((release) => !existsSync(imageArchive(release)));
  if (missing.length === 0) return undefined;
  return whyNoTools() ?? `Not built: Flink ${versions(missing)}; run npm run real:build -- --flink`;
}

function versions(some: readonly { readonly version: string }[]): string {
  return some.map(({ version }) => version).join(" and ");
}
