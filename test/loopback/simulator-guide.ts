import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of the guide of the simulators, as far as a test can hold it to its word. */
export interface GuidePart {
  /** Lines of its commands, in their order. */
  readonly lines: readonly string[];
  /** Knobs in its tables, as JSON; of each row one at least. */
  readonly knobs: readonly string[];
  /** Rows of its tables, without their heads. */
  readonly rows: number;
}

function partOf(page: string): GuidePart {
  const rows = page.split("\n").filter((line) => /^\| (?!To see|-)/.test(line));
  return {
    lines: [...page.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n")),
    knobs: rows.flatMap((row) => [...row.matchAll(/`(\{.*?\})`/g)].map(([, json = ""]) => json)),
    rows: rows.length,
  };
}

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/simulator.md"), "utf8");
const [first = "", second = ""] = guide.split("\n## A simulated Flink cluster\n");

/** What it says of the simulated AppManager, and of the simulated Flink cluster. */
export const [appManagerGuide, flinkGuide] = [partOf(first), partOf(second)] as const;
