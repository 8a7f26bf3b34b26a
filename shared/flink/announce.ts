import type { Outcome, Plan } from "../core/action.ts";
import { isDeleting } from "../core/deletion-rules.ts";
import { hashOf } from "../core/hash.ts";
import { at, isObject, type JsonObject } from "../core/json.ts";
import { makeKubeEvent } from "../core/kube-event.ts";
import type { KubeObject, Names } from "../core/object.ts";
import type { Violation } from "../core/rule.ts";
import { timestampOf } from "../core/timestamp.ts";
import type { EventAction } from "../ports/recorder.ts";
import { deployedSpec } from "./deployed-spec.ts";
import { describeDifferences, diffSpecs } from "./diff.ts";
import type { FlinkMemory } from "./memory.ts";
import { readWish } from "./scaling-wish.ts";
import type { Word } from "./word.ts";

/** Who is spoken of, and when. */
export interface Speaker {
  readonly object: KubeObject;
  readonly settings: { readonly instanceId: string };
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** Makes words of a pass into Kubernetes Events of its resource. */
export function toEvents(names: Names, { object, settings, now }: Speaker, words: readonly Word[]): EventAction[] {
  return words.map((word) => {
    const happening = { ...word, at: timestampOf(now), subject: object.metadata.uid ?? "" };
    return {
      type: "kubernetes/event",
      event: makeKubeEvent(names, object, happening, settings.instanceId, "Reconcile"),
    };
  });
}

/** Why what ran is stopped: the change of the spec, told once, and how (8.1/23). */
export function tellStop(object: KubeObject, attempt: number, changes: boolean, why: string): Word[] {
  const suspended: Word = { id: `suspended/${attempt}`, type: "Normal", reason: "Suspended", message: why };
  if (!changes) return [suspended];
  return [tellChange(object), suspended];
}

/** That another spec is wanted than what is deployed; the same Event however often it is told of a generation and wish. */
export function tellChange(object: KubeObject): Word {
  const wish = readWish(object);
  const id = `spec/${object.metadata.generation ?? 0}${wish === undefined ? "" : `/${wish.decidedAt}`}`;
  return { id, type: "Normal", reason: "SpecChanged", message: describeChange(object) };
}

/** Effects that give another size to what runs. */
const scales: ReadonlySet<string> = new Set(["flink/rescale", "kubernetes/patch"]);

/** That what runs has another size; a pass that finds it given tells the same as the one that gave it, should that have died. */
export function tellScaling(
  { plan, outcomes }: { readonly plan: Pick<Plan, "why">; readonly outcomes: readonly Outcome[] },
  object: KubeObject,
  before: FlinkMemory | undefined,
  { attempt, spec, scaling, at: since }: FlinkMemory,
): Word[] {
  const isGiven = outcomes.some(({ result, action }) => result === "done" && scales.has(action.type));
  if (!isGiven && (attempt !== before?.attempt || spec === before.spec)) return [];
  const message = `${plan.why} ${describeChange(object)}`;
  return [{ id: `scaling/${attempt}/${scaling?.at ?? since}`, type: "Normal", reason: "Scaling", message }];
}

/** How the spec differs from what was deployed, as a sentence. */
export function describeChange(object: KubeObject): string {
  const before = deployedSpec(object);
  const change = before === undefined || !isObject(object.spec) ? undefined : diffSpecs(before, object.spec);
  return change === undefined ? "The spec has changed." : `Changed: ${describeDifferences(change.differences)}.`;
}

/** A savepoint that failed since the last look. */
export function tellFailure(before: FlinkMemory | undefined, { failure, owed }: FlinkMemory): Word[] {
  if (failure === undefined || failure.at === before?.failure?.at) return [];
  const again = owed === undefined ? "" : ` It is asked for again in ${Math.round((owed.due - failure.at) / 1_000)} s.`;
  const message = `The savepoint failed; the job runs on as it was: ${failure.message}${again}`;
  return [{ id: `savepoint/${failure.at}`, type: "Warning", reason: "SavepointError", message }];
}

/** What a deletion waits for, told once for each, and the savepoint that outlives the resource. */
export function tellDeletion(
  { rule, plan, view }: { readonly rule: string; readonly plan: Pick<Plan, "why" | "until">; readonly view: Speaker },
  before: FlinkMemory | undefined,
  after: FlinkMemory | undefined,
): Word[] {
  if (!isDeleting(view)) return [];
  const words: Word[] = [];
  if (plan.until !== undefined) {
    const message = `${plan.why} ${plan.until}`;
    words.push({ id: `deletion/${rule}/${hashOf(plan.why)}`, type: "Warning", reason: "CleanupFailed", message });
  }
  const { path } = after?.taken ?? {};
  if (path !== undefined && path !== before?.taken?.path) {
    const message = `The last savepoint before the deletion is ${path}.`;
    words.push({ id: `last-savepoint/${path}`, type: "Normal", reason: "SavepointTaken", message });
  }
  return words;
}

/** What became of the job, by the status as it was and as it is to be; `failure` is what is said of one that has failed. */
export function tellJob(
  { status: was }: KubeObject,
  status: JsonObject,
  deploy: number,
  failure = "The job has failed, and Flink does not start it again.",
): Word[] {
  const [before, after] = [was, status].map((one) => at(one, "jobStatus", "state"));
  if (after === undefined || before === after) return [];
  const time = at(status, "jobStatus", "updateTime");
  const message = `Job status changed from ${before ?? "nothing"} to ${after}.`;
  const id = `job/${deploy}/${after}/${time}/${before}`;
  const changed: Word = { id, type: "Normal", reason: "JobStatusChanged", message };
  if (after !== "FAILED") return [changed];
  return [changed, { id: `failed/${deploy}/${time}`, type: "Warning", reason: "Error", message: failure }];
}

/** A spec that admission should have refused, told once. */
export function tellViolation(object: KubeObject, status: JsonObject, [violation]: readonly Violation[]): Word[] {
  if (violation === undefined || at(object.status, "error") === at(status, "error")) return [];
  const { generation = 0 } = object.metadata;
  const message = `${violation.path} ${violation.message}`;
  const reason = violation.path === "spec.flinkVersion" ? "UnsupportedFlinkVersion" : "ValidationError";
  return [{ id: `validation/${generation}`, type: "Warning", reason, message }];
}
