/** Status of a condition, as the Kubernetes API spells it. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** A condition as it stands in a resource's status. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
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
}

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

type Judged = Omit<Condition, "lastTransitionTime">;

/** What `judgeAll` needs of a row, whatever reasons it has. */
export type AnyRow<Evidence> = Pick<ConditionRow<Evidence>, "type" | "healthyWhen" | "summary" | "reasons"> & {
  readonly judge: (evidence: Evidence) => Verdict | typeof frozen | undefined;
};

/**
 * All conditions of a resource, the aggregate first, in the order of the rows.
 *
 * Guarantees: `lastTransitionTime` (`now`, RFC 3339) moves only when a status moves; a frozen row keeps its last
 * condition as it is and counts for the aggregate with that. Conditions of an `informational` type never count.
 */
export function judgeAll<Evidence>(
  rows: readonly AnyRow<Evidence>[],
  aggregate: Aggregate,
  evidence: Evidence,
  previous: readonly Condition[],
  now: string,
  informational: readonly string[] = [],
): Condition[] {
  const before = new Map(previous.map((condition) => [condition.type, condition]));
  const judged = rows.flatMap((row) => {
    const verdict = row.judge(evidence);
    const last = before.get(row.type);
    const kept = verdict === frozen || isSteady(row, verdict, last) ? last : verdict;
    return kept === undefined ? [] : [{ ...pick(kept), type: row.type }];
  });
  const counting = judged.filter(({ type }) => !informational.includes(type));
  return [aggregateOf(rows, aggregate, counting), ...judged].map((condition) => stamp(condition, before, now));
}

function isSteady<Evidence>(row: AnyRow<Evidence>, verdict: Verdict | undefined, last: Condition | undefined): boolean {
  if (verdict === undefined || last === undefined || row.reasons[verdict.reason]?.steady !== true) return false;
  return verdict.status === last.status && verdict.reason === last.reason;
}

function pick({ status, reason, message }: Verdict): Verdict {
  return { status, reason, message: sendable(message) };
}

/** A message that the API server takes and gives back as it is. */
function sendable(message: string): string {
  const short = message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message;
  return short.toWellFormed();
}

function stamp(condition: Judged, before: ReadonlyMap<string, Condition>, now: string): Condition {
  const last = before.get(condition.type);
  const lastTransitionTime = last?.status === condition.status ? last.lastTransitionTime : now;
  const { type, status, reason, message } = condition;
  return { type, status, reason, message, lastTransitionTime };
}

/** R81–R84: healthy when every row is; one sick row lends its reason, several are listed. Unknown is not healthy. */
function aggregateOf<Evidence>(rows: readonly AnyRow<Evidence>[], aggregate: Aggregate, judged: Judged[]): Judged {
  const healthyWhen = new Map(rows.map((row) => [row.type, row.healthyWhen]));
  const failing = judged.filter((condition) => condition.status !== healthyWhen.get(condition.type));
  const [first] = failing;
  if (first === undefined) {
    return { type: aggregate.type, status: "True", reason: aggregate.allMet, message: "All conditions are met." };
  }
  const message = failing.map((one) => `${one.type}: ${one.reason}: ${one.message}`).join(" | ");
  const reason = failing.length === 1 ? first.reason : aggregate.severalFailing;
  return { type: aggregate.type, status: "False", reason, message: sendable(message) };
}
