import { onceInARow, oncePer } from "./once-per.ts";

/** Status of a condition, as the Kubernetes API spells it. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** A condition as it stands in a resource's status. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  /** `metadata.generation` that the verdict looked at; absent from conditions of versions that did not write it. */
  readonly observedGeneration?: number;
}

/** What a row judges: status, one of the row's reasons, and what the user reads (R134). */
export interface Verdict<Reason extends string = string> {
  readonly status: ConditionStatus;
  readonly reason: Reason;
  readonly message: string;
}

/** Characters of a message at most, as the API server accepts them. */
const longestMessage = 32_768;

/** Leave the condition as it was: nothing new can be known about it in this pass (F13). */
export const frozen = "frozen";

/** What a reason means, and what the user does about it where anything is to be done. */
export interface ReasonDoc {
  readonly status: ConditionStatus;
  readonly meaning: string;
  readonly action?: string;
  /**
   * True where the message's wording may change from look to look (an outage): the first one stays for as long as the
   * reason does, because each change would be a write, and each write an event (D8).
   */
  readonly steady?: boolean;
  /** False for a reason that the product documents do not name (AMB-9). */
  readonly documented?: boolean;
  /** How tools that wait take it; without it, a reason of an unhealthy status is a problem (see progress.ts). */
  readonly standing?: Standing;
}

/**
 * `expected`: nobody waits for it to end, Ready may be True with it. `chosen`: the user wants it so; not ready, and not
 * stalled either.
 */
export type Standing = "expected" | "chosen";

/** One condition: everything that Weir and its documentation say about it is in this row. */
export interface ConditionRow<Evidence, Type extends string = string, Reason extends string = string> {
  readonly type: Type;
  readonly healthyWhen: "True" | "False";
  readonly summary: string;
  readonly reasons: Readonly<Record<Reason, ReasonDoc>>;
  /** Undefined: the condition is absent. */
  readonly judge: (evidence: Evidence) => Verdict<NoInfer<Reason>> | typeof frozen | undefined;
}

/** Types a row so that a verdict with an unknown reason does not compile. */
export function conditionRow<Evidence>() {
  return <const Type extends string, const Reason extends string>(
    row: ConditionRow<Evidence, Type, Reason>,
  ): ConditionRow<Evidence, Type, Reason> => row;
}

/** The aggregate's type and its reasons; every other reason is inherited from the one row that fails. */
export interface Aggregate {
  readonly type: string;
  readonly summary: string;
  readonly allMet: string;
  readonly severalFailing: string;
}

/** A condition before it is known when its status changed last. */
export type Judged = Omit<Condition, "lastTransitionTime">;

/** What `judgeAll` needs of a row, whatever reasons it has. */
export type AnyRow<Evidence> = Pick<ConditionRow<Evidence>, "type" | "healthyWhen" | "summary" | "reasons"> & {
  readonly judge: (evidence: Evidence) => Verdict | typeof frozen | undefined;
};

/** What a judgement is made against besides its evidence. */
export interface Circumstances {
  readonly previous: readonly Condition[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `metadata.generation` of the object that is judged. */
  readonly generation: number | undefined;
  /** False where no verdict on that generation was reached: what says the same as before keeps the older one (D8). */
  readonly conclusive: boolean;
  /** Types that are shown and do not count for the aggregate. */
  readonly informational?: readonly string[];
}

/**
 * All conditions of a resource, the aggregate first, in the order of the rows.
 *
 * Guarantees: `lastTransitionTime` moves only when a status moves; a frozen row keeps its last condition as it is, the
 * generation included, and counts for the aggregate with that. The aggregate looked at no newer generation than what it
 * tells of.
 */
export function judgeAll<Evidence>(
  rows: readonly AnyRow<Evidence>[],
  aggregate: Aggregate,
  evidence: Evidence,
  circumstances: Circumstances,
): Condition[] {
  const { previous, generation, informational = [] } = circumstances;
  const judged: Judged[] = [];
  for (const row of rows) {
    const one = judgeRow(row, evidence, conditionOf(previous, row.type), generation);
    if (one !== undefined) judged.push(one);
  }
  const counting = judged.filter(({ type }) => !informational.includes(type));
  return [aggregateOf(rows, aggregate, counting), ...judged].map((one) => toCondition(one, circumstances));
}

function judgeRow<Evidence>(
  row: AnyRow<Evidence>,
  evidence: Evidence,
  last: Condition | undefined,
  generation: number | undefined,
): Judged | undefined {
  const verdict = row.judge(evidence);
  if (verdict === frozen) return last;
  const said = isSteady(row, verdict, last) ? last : verdict;
  return said === undefined ? undefined : toJudged(row.type, said, generation);
}

function isSteady<Evidence>(row: AnyRow<Evidence>, verdict: Verdict | undefined, last: Condition | undefined): boolean {
  if (verdict === undefined || last === undefined || row.reasons[verdict.reason]?.steady !== true) return false;
  return verdict.status === last.status && verdict.reason === last.reason;
}

/** A verdict as a condition says it, in a message that the API server takes and gives back as it is. */
export function toJudged(type: string, verdict: Verdict, generation: number | undefined): Judged {
  const { status, reason, message } = verdict;
  const short = message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message;
  const said = short.toWellFormed();
  return generation === undefined
    ? { type, status, reason, message: said }
    : { type, status, reason, message: said, observedGeneration: generation };
}

/** A condition with the time at which its status changed last. */
export function toCondition(judged: Judged, { previous, now, conclusive }: Circumstances): Condition {
  const { type, status, reason, message } = judged;
  const last = conditionOf(previous, type);
  const lastTransitionTime = last?.status === status ? last.lastTransitionTime : rfc3339Of(now);
  const same = last?.status === status && last.reason === reason && last.message === message;
  const { observedGeneration } = same && !conclusive ? last : judged;
  return observedGeneration === undefined
    ? { type, status, reason, message, lastTransitionTime }
    : { type, status, reason, message, lastTransitionTime, observedGeneration };
}

/** RFC 3339 to the whole second, as the API server writes times. */
const rfc3339Of = onceInARow((ms: number) => `${new Date(ms).toISOString().slice(0, -".000Z".length)}Z`);

/** The condition of a type, if it stands. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  for (const one of conditions) if (one.type === type) return one;
  return undefined;
}

/** The newest generation that all of these looked at; undefined where one does not say. */
export function commonGeneration(conditions: readonly Judged[]): number | undefined {
  const lowest = Math.min(...conditions.map(({ observedGeneration = Number.NaN }) => observedGeneration));
  return Number.isFinite(lowest) ? lowest : undefined;
}

const healthyStatuses = oncePer(
  (rows: readonly Pick<AnyRow<never>, "type" | "healthyWhen">[]): ReadonlyMap<string, ConditionStatus> =>
    new Map(rows.map((row) => [row.type, row.healthyWhen])),
);

/** The judged conditions that are not in their healthy status; Unknown is not healthy. */
export function failingOf<Judgement extends Judged>(
  rows: readonly Pick<AnyRow<never>, "type" | "healthyWhen">[],
  judged: readonly Judgement[],
): Judgement[] {
  const healthyWhen = healthyStatuses(rows);
  return judged.filter(({ type, status }) => (healthyWhen.get(type) ?? status) !== status);
}

/** R81–R84: healthy when every row is; one sick row lends its reason, several are listed. */
function aggregateOf<Evidence>(rows: readonly AnyRow<Evidence>[], aggregate: Aggregate, judged: Judged[]): Judged {
  const failing = failingOf(rows, judged);
  const verdict = failing.length === 0 ? allMet(aggregate) : summed(aggregate, failing);
  return toJudged(aggregate.type, verdict, commonGeneration(failing.length === 0 ? judged : failing));
}

/** R81. */
export function allMet(aggregate: Aggregate): Verdict {
  return { status: "True", reason: aggregate.allMet, message: "All conditions are met." };
}

/** R82, R83: at least one failing condition as one verdict. */
export function summed(aggregate: Aggregate, failing: readonly Judged[]): Verdict {
  const message = failing.map((one) => `${one.type}: ${one.reason}: ${one.message}`).join(" | ");
  const [first] = failing;
  const reason = failing.length === 1 && first !== undefined ? first.reason : aggregate.severalFailing;
  return { status: "False", reason, message };
}
