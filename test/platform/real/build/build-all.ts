import { buildPart, findGo, isBuilt } from "./build-part.ts";
import { cacheFolder, versionOf } from "./cache.ts";
import { type Level, type Part, partsOf } from "./parts.ts";

/** Where the lines of a build go; `update` overwrites the line before it where that can be. */
export interface Progress {
  line(text: string): void;
  update(text: string): void;
}

/** Why a build can't be tried here; one line that says what to do. */
export class CannotBuild extends Error {}

/**
 * Builds what a level needs and is not there yet, one part after the other; what was built stays when a later one fails.
 *
 * Rejects with `CannotBuild` when there is no Go, and with the compiler's words when a part does not build.
 */
export async function buildAll(level: Level, progress: Progress): Promise<void> {
  const needed = partsOf(level);
  const missing = needed.filter((part) => !isBuilt(part));
  if (missing.length === 0) return progress.line(`real parts: all ${needed.length} of level ${level} are built`);
  if ((await findGo()) === undefined) {
    throw new CannotBuild(
      `Go is needed to build ${missing.map(({ name }) => name).join(", ")}: install Go 1.25 or newer`,
    );
  }
  const minutes = Math.ceil(missing.reduce((sum, { coldSeconds }) => sum + coldSeconds, 0) / 60);
  progress.line(`real parts: ${missing.length} of ${needed.length} to build into ${cacheFolder()}`);
  progress.line(`with an empty Go cache this takes about ${minutes} min on 2 cores; what is done stays done`);
  for (const [index, part] of missing.entries()) await buildOne(part, `[${index + 1}/${missing.length}]`, progress);
}

async function buildOne(part: Part, place: string, progress: Progress): Promise<void> {
  const title = `${place} ${part.name} ${versionOf(part)}`;
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  progress.update(`${title} …`);
  const ticker = setInterval(() => progress.update(`${title} … ${seconds()} s`), 1_000);
  try {
    await buildPart(part);
  } finally {
    clearInterval(ticker);
  }
  progress.line(`${title} built in ${seconds()} s`);
}
