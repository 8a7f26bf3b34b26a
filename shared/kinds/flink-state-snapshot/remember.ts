import { inputHash } from "../../core/input.ts";
import type { Inputs } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { afterDisposal } from "./decide-deletion.ts";
import { failed, memoryOf, type SnapshotMemory, toMemory } from "./memory.ts";
import type { SnapshotFinding, View } from "./view.ts";

/** What counts as input besides the spec: every annotation, as for the other Flink kinds. */
export const inputs: Inputs = { labels: [], annotations: "any" };

/** The record that goes out with a plan, before its first action (D6); undefined where nothing must. */
export function claimed({ view, plan }: Pick<SnapshotFinding, "view" | "plan">): OperatorRecord | undefined {
  const { intents, memory } = plan;
  if (intents === undefined || memory?.before === undefined) return undefined;
  return { ...baseOf(view), intents, memory: memory.before };
}

/** The record as it stands once the outcomes of a pass are known; undefined while there is nothing to remember. */
export function remember(finding: SnapshotFinding): OperatorRecord | undefined {
  const { view, plan } = finding;
  const after = afterOutcomes(finding, claimed(finding) ?? view.record);
  const done = plan.memory?.done;
  const known = done === undefined ? after : { ...(after ?? baseOf(view)), intents: [], memory: done };
  if (known === undefined) return undefined;
  const { generation = 0 } = view.object.metadata;
  return { ...known, generation, input: inputHash(view.object, inputs) };
}

/** One effect at most goes out in a pass. */
function afterOutcomes(finding: SnapshotFinding, record: OperatorRecord | undefined): OperatorRecord | undefined {
  const { view, outcomes } = finding;
  const [outcome] = outcomes;
  const memory = memoryOf(record);
  if (record === undefined || memory === undefined || outcome === undefined) return record;
  if (outcome.action.type === "flink/dispose") return { ...record, memory: afterDispose(memory, outcome, view.now) };
  if (outcome.result !== "failed") return record;
  if (outcome.fault.code !== "Rejected") return view.record ?? withoutTrigger(baseOf(view));
  return { ...record, intents: [], memory: toMemory(failed(memory, outcome.fault.message, view.now)) };
}

function afterDispose(memory: SnapshotMemory, outcome: SnapshotFinding["outcomes"][number], now: number) {
  if (outcome.result === "done") return afterDisposal(memory, now, outcome.value);
  return afterDisposal(memory, now, undefined, outcome.fault.message);
}

/** Nothing was sent, so that there is nothing in doubt; the finalizer stays, and goes when the resource does. */
function withoutTrigger({ memory: _memory, ...record }: OperatorRecord): OperatorRecord {
  return { ...record, intents: [] };
}

function baseOf({ record, object }: View): OperatorRecord {
  return record ?? { v: 1, uid: object.metadata.uid ?? "", generation: 0, input: "", intents: [] };
}
