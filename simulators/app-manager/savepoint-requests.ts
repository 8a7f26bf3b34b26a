import { tell } from "./events.ts";
import { judgeLock } from "./lock.ts";
import { invalid, isTags, missing } from "./problem.ts";
import { type Reply, refuse, refuseInvalid } from "./reply.ts";
import { replyList } from "./reply-list.ts";
import { makeSavepoint, markDeletion } from "./savepoints.ts";
import type { Row, State } from "./state.ts";
import { endOf, planTask } from "./tasks.ts";
import { objectAt, textAt } from "./tree.ts";
import type { Visit } from "./visit.ts";

/** GET …/savepoints, oldest first; filters deploymentId and jobId. */
export function listSavepoints(visit: Visit): Reply {
  const { state, namespace, query } = visit;
  const [deploymentId, jobId] = [query.get("deploymentId"), query.get("jobId")];
  const ids = deploymentId === null ? state.savepoints.keys() : (state.rows.get(deploymentId)?.savepoints ?? []);
  const wanted = [...ids]
    .map((id) => state.savepoints.get(id))
    .filter((savepoint) => savepoint !== undefined)
    .filter(({ metadata }) => metadata.namespace === namespace && (jobId === null || metadata.jobId === jobId));
  return replyList(visit, "Savepoint", wanted);
}

/** GET …/savepoints/{id}. */
export function getSavepoint({ state, namespace, key }: Visit): Reply {
  const savepoint = state.savepoints.get(key);
  if (savepoint?.metadata.namespace !== namespace)
    return refuse(404, "NOT_FOUND", `Savepoint '${key}' does not exist.`);
  return { status: 200, body: savepoint };
}

/**
 * POST …/savepoints, in the form of 2.3 or the flat vendor form. With a location it registers an external savepoint,
 * else it needs a STARTED job (400 otherwise). Users may take one of a managed deployment, other operators may not [inv].
 */
export function createSavepoint(visit: Visit): Reply {
  const { state, namespace, body, now, operator } = visit;
  const deploymentId = textAt(body, "metadata", "deploymentId") ?? textAt(body, "deploymentId");
  if (deploymentId === undefined) return refuseInvalid([missing("metadata.deploymentId")]);
  const row = state.rows.get(deploymentId);
  if (row?.deployment.metadata.namespace !== namespace) {
    return refuse(404, "NOT_FOUND", `Deployment '${deploymentId}' does not exist.`);
  }
  const refusal = operator === undefined ? undefined : judgeLock(row.deployment, operator);
  if (refusal !== undefined) return refusal;
  const annotations = objectAt(body, "metadata", "annotations");
  if (!isTags(annotations))
    return refuseInvalid([invalid("metadata.annotations", "annotations must be a map of strings")]);
  const location = textAt(body, "spec", "savepointLocation") ?? textAt(body, "savepointLocation");
  const flinkId = textAt(body, "spec", "flinkSavepointId") ?? textAt(body, "flinkSavepointId");
  if (location !== undefined) {
    const origin = "COPIED";
    const copied = { origin, annotations, location, ...(flinkId === undefined ? {} : { flinkId }) } as const;
    return { status: 201, body: makeSavepoint(state, row, now, copied) };
  }
  if (!hasStartedJob(state, row)) return refuse(400, "BAD_REQUEST", "No active job for a deployment.");
  const savepoint = makeSavepoint(state, row, now, { origin: "USER_REQUEST", annotations });
  planTask(state, { at: endOf(state, "savepointMs", now), kind: "savepoint", savepointId: savepoint.metadata.id });
  tell(state, row, now, "SUCCESSFULLY_TRIGGERED_A_SAVEPOINT", `Triggered savepoint ${savepoint.metadata.id}.`);
  return { status: 201, body: savepoint };
}

/** DELETE …/savepoints/{id}: 200 with it as PENDING_DELETION, gone a little later; 409 while it is being taken [inf]. */
export function deleteSavepoint({ state, namespace, key, now, operator }: Visit): Reply {
  const savepoint = state.savepoints.get(key);
  const row = state.rows.get(savepoint?.metadata.deploymentId ?? "");
  if (savepoint === undefined || row === undefined || savepoint.metadata.namespace !== namespace) {
    return refuse(404, "NOT_FOUND", `Savepoint '${key}' does not exist.`);
  }
  const refusal = operator === undefined ? undefined : judgeLock(row.deployment, operator);
  if (refusal !== undefined) return refusal;
  if (savepoint.status.state === "STARTED")
    return refuse(409, "SAVEPOINT_IN_PROGRESS", "The savepoint is being taken.");
  if (savepoint.status.state !== "PENDING_DELETION") {
    planTask(state, { at: endOf(state, "stopMs", now), kind: "deletion", savepointId: key });
  }
  return { status: 200, body: markDeletion(state, savepoint, now) };
}

function hasStartedJob(state: State, row: Row): boolean {
  return row.jobId !== undefined && state.jobs.get(row.jobId)?.status.state === "STARTED";
}
