import { isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import { intentOf } from "../../flink/intents.ts";

/**
 * How far a snapshot is; without a memory nothing was ever sent.
 *
 *     in-progress ──► completed
 *       │      ▲
 *       ▼      │ next try, after a while
 *     failed ──┘          abandoned (from anywhere before completed)
 */
export type SnapshotPhase = "in-progress" | "completed" | "failed" | "abandoned";

/** The resource whose job is meant. */
export interface Target {
  readonly kind: "FlinkDeployment" | "FlinkSessionJob";
  readonly name: string;
}

/** What Weir remembers of a snapshot, as part of the record (D5); the spec may say something else by now. */
export interface SnapshotMemory {
  readonly phase: SnapshotPhase;
  /** Number of the try, from 1; the id of its trigger comes from it. 0 where none was ever needed. */
  readonly attempt: number;
  readonly snapshot: "savepoint" | "checkpoint";
  /** Absent for a snapshot that was only recorded. */
  readonly target?: Target;
  /** Flink's id of the job that was asked. */
  readonly jobId?: string;
  readonly triggerId?: string;
  /** When this try was sent first, in milliseconds since the epoch by the API server's clock. */
  readonly sentAt?: number;
  /** When this phase began, by the same clock. */
  readonly at: number;
  readonly failures: number;
  /** What went wrong last. */
  readonly error?: string;
  readonly path?: string;
  /** True where nobody told Weir that the path is this snapshot's own; what may be another's is never disposed of. */
  readonly guessed?: true;
  /** The last disposal that was taken; `error` of one that was refused. */
  readonly disposal?: { readonly at: number; readonly triggerId?: string; readonly error?: string };
}

const phases: readonly (JsonValue | undefined)[] = ["in-progress", "completed", "failed", "abandoned"];

/** The memory that a record holds; rubbish counts as none. */
export function memoryOf(record: OperatorRecord | undefined): SnapshotMemory | undefined {
  const { memory } = record ?? {};
  return isMemory(memory) ? (memory as unknown as SnapshotMemory) : undefined;
}

/** The memory as JSON, for the record. */
export function toMemory(memory: SnapshotMemory): JsonObject {
  return JSON.parse(JSON.stringify(memory)) as JsonObject;
}

function isMemory(value: JsonValue | undefined): boolean {
  if (!isObject(value) || !phases.includes(value.phase)) return false;
  const { attempt, at, failures, sentAt, snapshot, target, disposal, guessed } = value;
  const numbers = [attempt, at, failures].every((one) => Number.isSafeInteger(one));
  const texts = [value.jobId, value.triggerId, value.error, value.path].every(isOptionalText);
  const moments = sentAt === undefined || Number.isSafeInteger(sentAt);
  const words = (snapshot === "savepoint" || snapshot === "checkpoint") && [undefined, true].includes(guessed as true);
  return numbers && texts && moments && words && isTarget(target) && isDisposal(disposal);
}

function isOptionalText(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === "string";
}

function isTarget(value: JsonValue | undefined): boolean {
  const kind = member(value, "kind");
  const known = kind === "FlinkDeployment" || kind === "FlinkSessionJob";
  return value === undefined || (known && typeof member(value, "name") === "string");
}

function isDisposal(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  return (
    Number.isSafeInteger(member(value, "at")) &&
    ["triggerId", "error"].every((key) => isOptionalText(member(value, key)))
  );
}

/** Key of the intent to trigger a snapshot; its content is the trigger's id, and it is open for as long as the try. */
export const triggerIntent = "trigger";

/** The open trigger of a record. */
export function openTrigger(record: OperatorRecord | undefined): Intent | undefined {
  return intentOf(record, triggerIntent);
}

/** The memory after a try that failed at that moment (2.12). */
export function failed(memory: SnapshotMemory, error: string, at: number): SnapshotMemory {
  return { ...memory, phase: "failed", failures: memory.failures + 1, error, at };
}
