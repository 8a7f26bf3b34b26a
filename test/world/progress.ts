import { isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { progressTypes, type Written } from "./notation.ts";

/** A stated step with its status spelled out, and what is known of its world. */
export interface Stated {
  readonly rule: string | undefined;
  readonly end: string;
  readonly calls: readonly Written[];
  readonly status: JsonValue;
  readonly record: JsonValue;
  /** The state that the platform is to bring about. */
  readonly desired: JsonValue | undefined;
  readonly generation: number | undefined;
  readonly informational: readonly string[];
}

type Texts = Readonly<Record<string, string>>;

/** `Status/Reason message` of `Ready`, `Reconciling` and `Stalled` as they follow from a stated step. */
export function progressOf(stated: Stated): Texts {
  const { rule, end, status, informational } = stated;
  if (!isObject(status)) return {};
  const lines = (status.conditions as string[]).map(parse);
  const problems = lines.filter((line) => !isFine(line) && !informational.includes(line.type));
  const reason = problems.length === 1 ? problems[0]?.reason : "SubConditionsFailing";
  const text = `${reason} ${problems.map((one) => `${one.type}: ${one.reason}: ${one.message}`).join(" | ")}`;
  const moving = whatMoves(stated, status);
  if (moving !== undefined)
    return { Ready: `Unknown/Progressing ${moving}`, Reconciling: `True/Progressing ${moving}` };
  if (problems.length > 0 && end !== "settled") return { Ready: `Unknown/${text}`, Reconciling: `True/${text}` };
  if (problems.length > 0 && problems.every((one) => one.reason === "SyncDisabled")) return { Ready: `False/${text}` };
  if (problems.length > 0) return { Ready: `False/${text}`, Stalled: `True/${text}` };
  const failed = status.actualState === "FAILED" && rule !== "observe";
  if (failed) return { Ready: `False/${jobFailed}`, Stalled: `True/${jobFailed}` };
  return { Ready: "True/AllConditionsMet All conditions are met." };
}

/** An outage shows nothing, a lost answer not what it changed, and a job that ended by itself goes nowhere. */
function whatMoves(
  { rule, end, calls, record, desired, generation = 0 }: Stated,
  status: JsonObject,
): string | undefined {
  const { actualState, observedGeneration } = status;
  if (rule === "await-backend" || rule === "observe" || actualState === undefined) return undefined;
  const ended = actualState === "FAILED" || actualState === "FINISHED";
  const heard = !(status.conditions as string[]).some((line) => line.startsWith("Consistent Unknown/"));
  const wanted = heard && !ended && desired !== undefined;
  if (actualState === "TRANSITIONING" || (wanted && desired !== actualState)) {
    return "The platform is on its way to the state that it was asked for.";
  }
  const answered = calls.every((call) => !/^platform \w+ \S+ (?!2)/.test(lineOf(call)));
  const taken = rule === "take-over" && end === "moving";
  const owed = Number(observedGeneration) < generation || (taken && isObject(record) && record.rejected !== undefined);
  const left = ahead.has(rule ?? "") && answered && owed;
  return left ? "The changed spec is projected once what goes before it is done." : undefined;
}

/** Rules behind which a changed spec may wait. */
const ahead: ReadonlySet<string> = new Set([
  "take-over",
  "hold-for-savepoint",
  "take-savepoint",
  "finish-restart",
  "await-definition",
]);

function lineOf(call: Written): string {
  return typeof call === "string" ? call : (Object.keys(call)[0] ?? "");
}

const jobFailed =
  "JobFailed The job has failed, and the platform does not start it again. Find out why on the platform; then set " +
  "spec.deployment.spec.state to CANCELLED, and to RUNNING once it is.";

interface Line {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

function parse(line: string): Line {
  const [, type = "", status = "", reason = "", message = ""] = /^(\w+) (\w+)\/(\w+) [\d.]+ (.*)$/s.exec(line) ?? [];
  return { type, status, reason, message };
}

function isFine({ type, status, reason }: Line): boolean {
  if (type === "Healthy" || type === "DriftDetected" || reason === "AutopilotManaged") return true;
  return status === (type === "DeletionBlocked" ? "False" : "True");
}

/**
 * What is wrong with times and generations: a condition that is new or says something else looked at the object's own
 * generation, one that says the same at that or the one before; `Healthy` and `Ready` at no newer one than they tell of.
 */
export function faultsOfStamps(before: KubeObject | undefined, after: KubeObject | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const earlier = new Map(conditionsOf(before).map((one) => [one.type, one]));
  const { generation } = after.metadata;
  const oldest = Math.min(...conditionsOf(after).map(({ observedGeneration = 0 }) => observedGeneration));
  return conditionsOf(after).flatMap((one) => {
    const last = earlier.get(one.type);
    const same = last?.reason === one.reason && last.message === one.message && last.status === one.status;
    const summing = one.type === "Healthy" || progressTypes.has(one.type);
    const sound = [generation, ...(same ? [last?.observedGeneration] : []), ...(summing ? [oldest] : [])];
    const late = last?.status === one.status && last.lastTransitionTime !== one.lastTransitionTime;
    const wrong = sound.includes(one.observedGeneration) ? [] : [`${one.type}: generation ${one.observedGeneration}`];
    return late ? [...wrong, `${one.type}: a time that moved without its status`] : wrong;
  });
}
