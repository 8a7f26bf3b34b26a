import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { type BatchOptions, type BatchReport, searchBatch } from "./batch.ts";
import { commandOf, findingsOf, lineOf, type Start } from "./report.ts";

/** Searches some seeds in one world and prints the figures; throws with the story of what it found. */
export async function searchSlice(
  start: Start,
  { startPlatform, folder }: Pick<BatchOptions, "startPlatform" | "folder">,
): Promise<BatchReport> {
  const report = await searchBatch({
    seeds: seedsOf(start),
    storm: start.storm,
    startPlatform,
    bundles: resolve("dist"),
    folder,
  });
  process.stdout.write(`${commandOf(start)}\n  ${lineOf(report.figures)}\n`);
  if (report.findings.length > 0) throw new Error(`the search found something\n${findingsOf(report, start)}`);
  return report;
}

/** The seeds of a start, one after the other. */
export function seedsOf({ first, seeds }: Pick<Start, "first" | "seeds">): number[] {
  return Array.from({ length: seeds }, (_, index) => first + index);
}

/** A first seed that nobody has tried yet. */
export function freshSeed(): number {
  return randomInt(1_000_000, 1_000_000_000);
}
