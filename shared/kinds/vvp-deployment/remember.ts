import type { Fault } from "../../core/error.ts";
import { inputHash } from "../../core/input.ts";
import type { Inputs } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { createIntent, nextCreation, openCreation } from "./intent.ts";
import { ownerLabel, secretAnnotation } from "./names.ts";
import type { View, VvpFinding } from "./view.ts";

/** What counts as input of a VvpDeployment besides its spec. */
export const inputs: Inputs = { labels: [ownerLabel], annotations: [secretAnnotation] };

const passing: ReadonlySet<string> = new Set(["Throttled", "Unavailable", "Conflict", "Malformed", "Bug"]);

/** True for a fault that passes by itself, so that the pass came to no verdict. */
export function isPassing(fault: Fault): boolean {
  return passing.has(fault.code);
}

/** The fault that cut the pass short: reading the platform, or the action that was not done. */
export function faultOf({ view, outcomes }: VvpFinding): Fault | undefined {
  if (view.backend.found === "unknown") return view.backend.fault;
  return outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault]))[0];
}

/** AMB-10: a refusal is a verdict, an outage or missing access is none. */
export function cameToVerdict(finding: VvpFinding): boolean {
  const fault = faultOf(finding);
  return fault === undefined || fault.code === "Rejected";
}

/**
 * The record as it should stand after the pass; undefined while there is nothing to remember.
 *
 * A resource without a deployment of its own gets no record and no finalizer: nothing of it needs to be cleaned up.
 */
export function remember(finding: VvpFinding): OperatorRecord | undefined {
  const { view } = finding;
  const before = view.record ?? claimed(finding);
  if (before === undefined) return undefined;
  const after = finding.outcomes.reduce((record, outcome) => afterOutcome(record, outcome, view), before);
  if (!cameToVerdict(finding)) return after;
  return { ...after, generation: view.object.metadata.generation ?? 0, input: inputHash(view.object, inputs) };
}

/** The record that goes out with the intents of a plan, before its first action. */
export function claimed({ view, plan }: Pick<VvpFinding, "view" | "plan">): OperatorRecord | undefined {
  const { intents } = plan;
  if (intents === undefined || view.target === undefined) return undefined;
  const { namespace, name } = view.target;
  const blank: OperatorRecord = { v: 1, uid: view.owner.uid, generation: 0, input: "", intents: [] };
  return { ...(view.record ?? blank), target: { namespace, name }, intents };
}

type Outcome = VvpFinding["outcomes"][number];

function afterOutcome(record: OperatorRecord, outcome: Outcome, view: View): OperatorRecord {
  const { action } = outcome;
  if (outcome.result === "unknown") return keepIntent(record, outcome, view);
  const settled = action.type === "app-manager/create" ? withoutCreation(record) : record;
  if (outcome.result !== "done") {
    if (outcome.fault.code !== "Rejected" || !carriesSpec(outcome)) return settled;
    return { ...settled, rejected: { hash: view.content, at: view.now, message: outcome.fault.message.slice(0, 512) } };
  }
  if (!carriesSpec(outcome)) return settled;
  const { rejected: _accepted, ...rest } = settled;
  return {
    ...rest,
    applied: view.content,
    ...(record.id === undefined && outcome.value ? { id: outcome.value.id } : {}),
  };
}

/** An answer that may still come keeps its intent open; the next pass looks for what it did. */
function keepIntent(record: OperatorRecord, { action }: Outcome, view: View): OperatorRecord {
  if (action.type !== "app-manager/create" || openCreation(record) !== undefined) return record;
  return { ...record, intents: [...record.intents, nextCreation(record, view.content, view.now)] };
}

function withoutCreation(record: OperatorRecord): OperatorRecord {
  return { ...record, intents: record.intents.filter((one) => one.key !== createIntent) };
}

/** True for an action that sent the whole content of the spec, false for one that changed the state alone. */
function carriesSpec({ action }: Outcome): boolean {
  if (action.type === "app-manager/patch") return Object.hasOwn(action.body, "metadata");
  return action.type === "app-manager/create" || action.type === "app-manager/replace";
}
