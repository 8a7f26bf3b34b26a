import { at, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import type { FlinkMemory } from "./memory.ts";
import type { Change } from "./spec-change.ts";

/** What the words of a status are chosen by. */
export interface Standing {
  readonly memory: FlinkMemory | undefined;
  /** The spec asks for something that runs. */
  readonly running: boolean;
  readonly deleting: boolean;
  /** The job has failed, or nothing goes on without the user. */
  readonly failed: boolean;
  /** Nothing goes on without the user. */
  readonly gaveUp: boolean;
  /** What is wrong, as a sentence. */
  readonly error: string | undefined;
}

/** The word for how far the spec is carried out (2.3). */
export function reconciliationOf({ memory, running }: Pick<Standing, "memory" | "running">): string {
  if (memory?.rollback !== undefined) return memory.rollback === "rolling-back" ? "ROLLING_BACK" : "ROLLED_BACK";
  const isThere = memory?.phase === "deployed" || (memory?.phase === "stopped" && !running);
  return isThere ? "DEPLOYED" : "UPGRADING";
}

/** One word for where the resource stands; the first that holds (2.4). */
export function lifecycleOf({ memory, running, deleting, failed, gaveUp, error }: Standing): string {
  if (deleting) return "DELETING";
  if (memory === undefined) return error === undefined ? "CREATED" : "FAILED";
  const state = reconciliationOf({ memory, running });
  const lost = failed || memory.state?.from === "unknown";
  if (state === "UPGRADING") return lost && isStuck(memory, gaveUp) ? "FAILED" : "UPGRADING";
  if (state === "ROLLING_BACK") return state;
  if (memory.phase === "stopped" && !running) return "SUSPENDED";
  if (lost) return "FAILED";
  if (state === "ROLLED_BACK") return state;
  return isStable(memory) ? "STABLE" : "DEPLOYED";
}

/** True where the spec was seen to run in this very deploy, as a restart of it may still fail. */
function isStable({ ran, stable, spec }: FlinkMemory): boolean {
  return ran === true && stable === spec;
}

/** An upgrade that stands still: nothing runs any more, or nobody will learn how its job was stopped, or what became of its start. */
function isStuck({ phase }: FlinkMemory, gaveUp: boolean): boolean {
  return phase === "stopped" || gaveUp;
}

/** True where nothing of the spec is left to be done: what it asks for runs, or nothing does and nothing is to. */
export function isActedOn(
  memory: FlinkMemory | undefined,
  wanted: { readonly running: boolean; readonly change: Change } | undefined,
): boolean {
  if (wanted === undefined) return false;
  if (memory === undefined || memory.phase === "stopped") return !wanted.running;
  return memory.phase === "deployed" && wanted.running && wanted.change === "none";
}

/** The specs that were acted on, as the Apache operator writes them (1.4); `spec` is the hash of the one that is wanted. */
export function specsOf(object: KubeObject, memory: FlinkMemory | undefined, spec: string | undefined): JsonObject {
  const { apiVersion = "" } = object;
  if (memory === undefined || memory.spec !== spec) return {};
  const firstDeployment = memory.attempt === 1 && memory.phase === "starting";
  const shown = memory.phase === "deployed" ? object.spec : withState(object.spec, "suspended");
  const text = JSON.stringify({ spec: shown, resource_metadata: { apiVersion, firstDeployment } });
  return { lastReconciledSpec: text, ...(isStable(memory) && { lastStableSpec: text }) };
}

/** A session cluster has no job that could be suspended. */
function withState(spec: JsonValue | undefined, state: string): JsonValue {
  const job = at(spec, "job");
  return isObject(spec) && isObject(job) ? { ...spec, job: { ...job, state } } : (spec ?? {});
}
