import type { Setting } from "../schedule.ts";
import type { Flow } from "./flows.ts";
import type { Note } from "./notes.ts";
import { judge, type NotedVariant, type Trial, tryOut, usual } from "./trial.ts";
import { type Choice, crashesAt, edgesAt, type Variant, variantsAt } from "./variants.ts";

/** A run that broke something. */
export interface Finding {
  readonly flow: string;
  readonly faults: readonly Variant[];
  readonly violations: readonly string[];
}

/** Told of each run, with what it broke. */
export type Watch = (finding: Finding) => void;

/** All single faults of the chosen sorts, at every place of a flow; gives how many runs that were. */
export async function exploreSingles(
  flow: Flow,
  chosen: ReadonlySet<Choice>,
  watch: Watch,
  setting: Setting = usual,
): Promise<number> {
  const without = await faultless(flow, setting, watch);
  let count = 0;
  for (const note of without.places) {
    for (const variant of variantsAt(note, chosen)) {
      await compared(flow, setting, [{ variant, note }], without, watch);
      count += 1;
    }
  }
  return count;
}

/** Which crashes pairs are made of. */
const crashes = { edges: edgesAt, all: crashesAt } as const;

/**
 * All pairs of crashes: the places of the second one are those of the run that the first one leads to, from the next one
 * on. Gives how many pairs that were.
 */
export async function explorePairs(
  flow: Flow,
  chosen: keyof typeof crashes,
  watch: Watch,
  setting: Setting = usual,
): Promise<number> {
  const noted = (note: Note) => crashes[chosen](note).map((variant) => ({ variant, note }));
  const without = await faultless(flow, setting, watch);
  let count = 0;
  for (const first of without.places.flatMap(noted)) {
    const { places } = await tryOut(flow, setting, [first]);
    const later = places.filter(({ place }) => place > first.variant[0]);
    for (const second of later.flatMap(noted)) {
      await compared(flow, setting, [first, second], without, watch);
      count += 1;
    }
  }
  return count;
}

async function faultless(flow: Flow, setting: Setting, watch: Watch): Promise<Trial> {
  const trial = await tryOut(flow, setting);
  watch({ flow: flow.name, faults: [], violations: trial.violations });
  return trial;
}

async function compared(
  flow: Flow,
  setting: Setting,
  faults: readonly NotedVariant[],
  without: Trial,
  watch: Watch,
): Promise<void> {
  const violations = judge(await tryOut(flow, setting, faults), without);
  watch({ flow: flow.name, faults: faults.map(({ variant }) => variant), violations });
}
