import { buildPart, findGo, isBuilt } from "./build-part.ts";
import { cacheFolder, goVersionOf, versionOf } from "./cache.ts";
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
  const reason = await whyNoGo(missing);
  if (reason !== undefined) throw new CannotBuild(reason);
  const minutes = Math.ceil(missing.reduce((sum, { coldSeconds }) => sum + coldSeconds, 0) / 60);
  progress.line(`real parts: ${missing.length} of ${needed.length} to build into ${cacheFolder()}`);
  progress.line(`with an empty Go cache this takes about ${minutes} min on 2 cores; what is done stays done`);
  for (const [index, part] of missing.entries()) await buildOne(part, `[${index + 1}/${missing.length}]`, progress);
}

/** Why the Go of this machine can't build these parts, with what to do; undefined when it can. */
export async function whyNoGo(missing: readonly Part[]): Promise<string | undefined> {
  const needed = missing.map(goVersionOf).reduce((a, b) => (isOlder(a, b) ? b : a), "1.24");
  const names = missing.map(({ name }) => name).join(", ");
  const found = await findGo();
  if (found !== undefined && !isOlder(found, needed)) return undefined;
  const what = found === undefined ? "there is none" : `this one is ${found}`;
  return `Go ${needed} or newer is needed to build ${names}; ${what}`;
}

function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { numeric: true }) < 0;
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
