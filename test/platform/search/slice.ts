import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { type BatchOptions, type BatchReport, searchBatch } from "./batch.ts";
import { commandOf, findingsOf, lineOf, type Start } from "./report.ts";
import { type SeedRange, seedsOf } from "./seeds.ts";

/** The part of the search that belongs to every build. */
export interface Slice extends Pick<BatchOptions, "startPlatform" | "folder"> {
  readonly platform: Start["platform"];
  readonly fixed: SeedRange;
  /** How many more seeds, which nobody has tried yet. */
  readonly fresh: number;
}

/** Searches a slice in one world and prints what it was and its figures; throws with the story of what it found. */
export async function searchSlice({ platform, fixed, fresh, ...given }: Slice): Promise<BatchReport> {
  const first = randomInt(1_000_000, 900_000_000);
  const seeds = seedsOf([fixed, { first, last: first + fresh - 1 }]);
  const start: Start = { seeds, storm: first, platform };
  process.stdout.write(`${commandOf(start)}\n`);
  const report = await searchBatch({ ...given, seeds, storm: first, bundles: resolve("dist") });
  process.stdout.write(`  ${lineOf(report.figures)}\n`);
  if (report.findings.length > 0) throw new Error(`the search found something\n${findingsOf(report, start)}`);
  return report;
}
