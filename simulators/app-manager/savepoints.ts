import { makeUuid } from "../shell/random.ts";
import { SPEC_VERSION } from "./annotations.ts";
import type { EventName } from "./events.ts";
import type { Origin, Savepoint, Tags } from "./objects.ts";
import { type Behaviour, putRow, type Row, type State } from "./state.ts";
import { toTimestamp } from "./timestamp.ts";
import { objectAt } from "./tree.ts";

/** Where the simulated platform says it keeps snapshots. */
const BLOB_STORAGE = "s3://weir-simulator";

/** Stores a STARTED savepoint of a row, or a COMPLETED one when its location is given (COPIED, RETAINED_CHECKPOINT). */
export function makeSavepoint(
  state: State,
  row: Row,
  now: number,
  from: { readonly origin: Origin; readonly annotations?: Tags; readonly location?: string; readonly flinkId?: string },
): Savepoint {
  const id = makeUuid(state.random);
  const { namespace, id: deploymentId, annotations } = row.deployment.metadata;
  const time = toTimestamp(now);
  const folder = `${BLOB_STORAGE}/flink-savepoints/namespaces/${namespace}/deployments/${deploymentId}`;
  const savepoint: Savepoint = {
    kind: "Savepoint",
    apiVersion: "v1",
    metadata: {
      id,
      namespace,
      deploymentId,
      ...(row.jobId === undefined || from.origin === "COPIED" ? {} : { jobId: row.jobId }),
      origin: from.origin,
      annotations: { [SPEC_VERSION]: annotations[SPEC_VERSION] ?? "1", ...from.annotations },
      createdAt: time,
      modifiedAt: time,
      resourceVersion: 1,
    },
    spec: {
      savepointLocation: from.location ?? `${folder}/${id}`,
      ...(from.flinkId === undefined ? {} : { flinkSavepointId: from.flinkId }),
    },
    status: { state: from.location === undefined && from.origin !== "RETAINED_CHECKPOINT" ? "STARTED" : "COMPLETED" },
  };
  state.savepoints.set(id, savepoint);
  putRow(state, { ...row, savepoints: [...row.savepoints, id] });
  return savepoint;
}

/** Ends a STARTED savepoint; `failure` undefined means that it completed. Others are left alone. */
export function endSavepoint(state: State, savepointId: string, now: number, failure: string | undefined): void {
  const savepoint = state.savepoints.get(savepointId);
  if (savepoint?.status.state !== "STARTED") return;
  const time = toTimestamp(now);
  state.savepoints.set(savepointId, {
    ...savepoint,
    metadata: { ...savepoint.metadata, modifiedAt: time, resourceVersion: savepoint.metadata.resourceVersion + 1 },
    status:
      failure === undefined
        ? { state: "COMPLETED" }
        : { state: "FAILED", failure: { message: failure, reason: "SavepointFailed", failedAt: time } },
  });
}

/** The event that tells why a savepoint of such a job fails, or undefined when it succeeds; attempts count from 1. */
export function judgeSavepoint(behaviour: Behaviour, attempt: number): EventName | undefined {
  if (behaviour.withoutSavepoints === true) return "JOB_IS_NOT_CONFIGURED_WITH_SAVEPOINT_SUPPORT";
  if (attempt > (behaviour.failedSavepoints ?? 0)) return undefined;
  return "AN_UNRECOVERABLE_FAILURE_WHILE_TAKING_A_SAVEPOINT";
}

/** Fails every open savepoint of a row, as when its job goes away. */
export function failOpenSavepoints(state: State, row: Row, now: number, why: string): void {
  for (const savepointId of row.savepoints) endSavepoint(state, savepointId, now, why);
}

/** Shows a savepoint as about to be deleted; no job starts from it any more. */
export function markDeletion(state: State, savepoint: Savepoint, now: number): Savepoint {
  const { metadata } = savepoint;
  const marked: Savepoint = {
    ...savepoint,
    metadata: { ...metadata, modifiedAt: toTimestamp(now), resourceVersion: metadata.resourceVersion + 1 },
    status: { state: "PENDING_DELETION" },
  };
  state.savepoints.set(metadata.id, marked);
  return marked;
}

/** Forgets a savepoint; nothing happens when it went with its deployment. */
export function removeSavepoint(state: State, savepointId: string): void {
  const row = state.rows.get(state.savepoints.get(savepointId)?.metadata.deploymentId ?? "");
  state.savepoints.delete(savepointId);
  if (row !== undefined) putRow(state, { ...row, savepoints: row.savepoints.filter((id) => id !== savepointId) });
}

/** The location a new job starts from under the row's restoreStrategy, or undefined for an empty start. */
export function chooseSnapshot(state: State, row: Row): string | undefined {
  const strategy = objectAt(row.deployment.spec, "restoreStrategy");
  if (strategy.kind === "NONE") return undefined;
  const completed = row.savepoints
    .map((id) => state.savepoints.get(id))
    .filter((savepoint) => savepoint?.status.state === "COMPLETED");
  if (strategy.kind === "FROM_SAVEPOINT") {
    return completed.find((savepoint) => savepoint?.metadata.id === strategy.savepointId)?.spec.savepointLocation;
  }
  const usable =
    strategy.kind === "LATEST_SAVEPOINT"
      ? completed.filter((savepoint) => savepoint?.metadata.origin !== "RETAINED_CHECKPOINT")
      : completed;
  return usable.at(-1)?.spec.savepointLocation;
}
