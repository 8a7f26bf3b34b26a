import type { Scope } from "./flags.ts";
import type { Broken } from "./range.ts";
import type { Tally } from "./tally.ts";
import { grouped, perSecond } from "./text.ts";

/** What a search came to: how much was played, how fast, what was met, and what that says. */
export function summaryOf(tally: Tally, { from, jobs }: Scope): string[] {
  const { played, seconds, cpuSeconds, coverage } = tally;
  const missing = coverage.missing();
  const met = coverage.pairs.length - missing.length;
  const each = (1000 * cpuSeconds) / Math.max(1, played);
  return [
    `${grouped(played)} schedules, the first of seed ${from}, in ${seconds.toFixed(1)} s on ${jobs} ${jobs === 1 ? "thread" : "threads"}: ${perSecond(tally)}`,
    `  CPU       ${each.toFixed(2)} ms a schedule, ${grouped(played / Math.max(cpuSeconds, 1e-3))} schedules for each second of a core`,
    `  coverage  ${met} of ${coverage.pairs.length} pairs of a call and a fault, ${(100 * coverage.share()).toFixed(1)} %`,
    ...missingLines(missing),
    `  broken    ${boundOf(tally)}`,
  ];
}

/** The pairs that nothing met, a line for each kind of call. */
function missingLines(missing: readonly string[]): string[] {
  const kinds = Map.groupBy(missing, (pair) => pair.split(" × ")[0]);
  return [...kinds].map(
    ([kind, pairs]) => `            never     ${kind} × ${pairs.map((pair) => pair.split(" × ")[1]).join(", ")}`,
  );
}

/** What the number of broken schedules says about all that there are: the rule of three where there is none. */
function boundOf({ played, broken }: Tally): string {
  if (broken.length > 0) return `${grouped(broken.length)} schedules, ${percent(broken.length / played)}`;
  if (played === 0) return "none, and none was played";
  return `none; 0 in ${grouped(played)} bounds the rate at ${percent(Math.min(1, 3 / played))} (95 %)`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

/** Which seeds break which invariant, a line for each with the first of them. */
export function groupLines(groups: ReadonlyMap<string, readonly Broken[]>, most = 8): string[] {
  return [...groups].map(([invariant, found]) => {
    const seeds = found.slice(0, most).map(({ seed }) => seed);
    const more = found.length > most ? `, … ${grouped(found.length - most)} more` : "";
    return `${invariant}: ${grouped(found.length)} ${found.length === 1 ? "seed" : "seeds"}: ${seeds.join(", ")}${more}`;
  });
}
