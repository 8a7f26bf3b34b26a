import type { Condition } from "../../core/condition.ts";
import { isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { memoryOf, type SnapshotMemory } from "./memory.ts";
import { untilRetry } from "./retry.ts";
import type { SnapshotState } from "./schema.ts";
import type { SnapshotFinding, View } from "./view.ts";

/** The status as it should stand (1.6); all of it comes from the record and this pass, none from what stood there. */
export function project(
  { view, outcomes }: SnapshotFinding,
  record: OperatorRecord | undefined,
  shown: readonly Condition[],
): JsonObject {
  const { object, violations } = view;
  const memory = memoryOf(record);
  const [fault] = outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault.message]));
  const [violation] = violations.map(({ path, message }) => `${path} ${message}`);
  const told: Readonly<Record<string, JsonValue | undefined>> = {
    state: stateOf(view, memory),
    triggerId: memory?.triggerId,
    triggerTimestamp: timeOf(memory?.sentAt),
    resultTimestamp: memory?.phase === "completed" ? timeOf(memory.at) : undefined,
    path: memory?.path,
    error: memory?.phase === "completed" ? undefined : (memory?.error ?? fault ?? violation),
    failures: memory?.failures ?? 0,
    observedGeneration: object.metadata.generation,
    conditions: shown as unknown as JsonValue,
  };
  const before = isObject(object.status) ? object.status : {};
  return Object.fromEntries(
    Object.entries({ ...before, ...told }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

/** The word of `status.state`; a failed try whose successor is due waits to be triggered. */
export function stateOf(view: Pick<View, "object" | "now">, memory: SnapshotMemory | undefined): SnapshotState {
  if (memory === undefined) return "TRIGGER_PENDING";
  if (memory.phase === "completed") return "COMPLETED";
  if (memory.phase === "abandoned") return "ABANDONED";
  if (memory.phase === "in-progress") return "IN_PROGRESS";
  return untilRetry(view, memory) === 0 ? "TRIGGER_PENDING" : "FAILED";
}

function timeOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
