import {
  type Aggregate,
  type AnyRow,
  allMet,
  type Circumstances,
  type Condition,
  commonGeneration,
  failingOf,
  type Judged,
  type Standing,
  summed,
  toCondition,
  toJudged,
  type Verdict,
} from "./condition.ts";

/** Conditions for tools that know nothing of a kind: kubectl wait, Flux, Argo CD and whatever else builds on kstatus. */
export const progressDocs = [
  {
    type: "Ready",
    summary: "Whether the resource is as it is declared and has got there. Unknown while Reconciling is True.",
  },
  {
    type: "Reconciling",
    summary: "True while something moves, or is tried again by itself; absent otherwise.",
  },
  {
    type: "Stalled",
    summary: "True while only the user can get it on; absent otherwise. Never beside Reconciling.",
  },
] as const;

/** What progress is judged from besides conditions. */
export interface Movement {
  /** What is on its way, as a sentence; undefined while nothing is. */
  readonly moving: string | undefined;
  /** True when the resource is looked at again soon by itself. */
  readonly revisited: boolean;
  /** What went wrong for good although every condition is met. */
  readonly ended: Verdict | undefined;
}

type Row = Pick<AnyRow<never>, "type" | "healthyWhen" | "reasons">;

/**
 * `Ready`, and `Reconciling` or `Stalled` while they are True.
 *
 * Guarantees: their texts are those of the conditions they come from, so that a look that finds nothing new changes
 * none of them.
 */
export function judgeProgress(
  rows: readonly Row[],
  aggregate: Aggregate,
  judged: readonly Condition[],
  movement: Movement,
  circumstances: Circumstances,
): Condition[] {
  const counting = judged.filter(({ type }) => circumstances.informational?.includes(type) !== true);
  const problems = failingOf(rows, counting).filter((one) => standingOf(rows, one) !== "expected");
  const verdicts = toVerdicts(rows, aggregate, problems, movement);
  const sources = problems.length > 0 ? problems : counting.filter(({ type }) => type !== aggregate.type);
  const told = movement.moving === undefined ? commonGeneration(sources) : circumstances.generation;
  return verdicts.map(([type, verdict]) => toCondition(toJudged(type, verdict, told), circumstances));
}

function toVerdicts(
  rows: readonly Row[],
  aggregate: Aggregate,
  problems: readonly Condition[],
  { moving, revisited, ended }: Movement,
): [type: string, verdict: Verdict][] {
  const problem = problems.length === 0 ? undefined : summed(aggregate, problems);
  const under = moving === undefined ? undefined : { reason: "Progressing", message: moving };
  const waiting = under ?? (revisited ? problem : undefined);
  if (waiting !== undefined) {
    return [
      ["Ready", { ...waiting, status: "Unknown" }],
      ["Reconciling", { ...waiting, status: "True" }],
    ];
  }
  const wrong = problem ?? ended;
  if (wrong === undefined) return [["Ready", allMet(aggregate)]];
  const ready: [string, Verdict] = ["Ready", { ...wrong, status: "False" }];
  const chosen = problem !== undefined && problems.every((one) => standingOf(rows, one) === "chosen");
  return chosen ? [ready] : [ready, ["Stalled", { ...wrong, status: "True" }]];
}

function standingOf(rows: readonly Row[], { type, reason }: Judged): Standing | undefined {
  return rows.find((row) => row.type === type)?.reasons[reason]?.standing;
}
