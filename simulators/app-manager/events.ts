import { at, type JsonObject } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import type { Event } from "./objects.ts";
import { invalid, missing } from "./problem.ts";
import { type Reply, refuse, refuseInvalid } from "./reply.ts";
import { replyList } from "./reply-list.ts";
import type { Row, State } from "./state.ts";
import { toTimestamp } from "./timestamp.ts";
import { objectAt, textAt } from "./tree.ts";
import type { Visit } from "./visit.ts";

/** Newest events that are kept; older ones are forgotten in steps. */
export const KEPT_EVENTS = 50_000;

/** Names of platform events that this simulator emits (2.3 Event). */
export type EventName =
  | "STATE_TRANSITION_IS_NEEDED"
  | "STATE_TRANSITION_IS_COMPLETED"
  | "CREATING_A_NEW_JOB"
  | "FAILED_CREATING_A_NEW_JOB"
  | "TOO_MANY_FAILED_JOB_CREATION_ATTEMPTS"
  | "SPINNING_UP_A_CLUSTER_FOR_A_JOB"
  | "AWAITING_A_JOB_TO_START"
  | "JOB_SUCCESSFULLY_STARTED"
  | "JOB_SUCCESSFULLY_FINISHED"
  | "TRANSITIONED_TO_FINISHED_STATE"
  | "FOUND_A_JOB_TO_TERMINATE"
  | "AWAITING_A_JOB_TO_TERMINATE"
  | "CREATING_A_SAVEPOINT_BEFORE_SUSPENSION"
  | "AWAITING_SAVEPOINT_COMPLETION_TO_TRANSITION_TO_SUSPENDED"
  | "FOUND_A_COMPLETED_SAVEPOINT_READY_FOR_SUSPENSION"
  | "TOO_MANY_FAILED_SUSPENSION_ATTEMPTS"
  | "COULD_NOT_FIND_A_JOB_TO_SUSPEND"
  | "USING_AN_UPGRADE_STRATEGY"
  | "TERMINATING_A_JOB_DUE_TO_AN_UNRECOVERABLE_FAILURE"
  | "SUCCESSFULLY_TRIGGERED_A_SAVEPOINT"
  | "AN_UNRECOVERABLE_FAILURE_WHILE_TAKING_A_SAVEPOINT"
  | "TRANSITIONED_TO_COMPLETED"
  | "JOB_IS_NOT_CONFIGURED_WITH_SAVEPOINT_SUPPORT"
  | "REFERENCED_DEPLOYMENT_TARGET_DOES_NOT_EXIST";

/** What an event about a deployment, and its job when there is one, says of them. */
export function aboutRow({ deployment, jobId }: Row, name: string): JsonObject & { readonly name: string } {
  return { deploymentId: deployment.metadata.id, ...(jobId === undefined ? {} : { jobId }), name };
}

/** Appends an event that the state machine tells about a deployment. */
export function tell(state: State, row: Row, now: number, name: EventName, message: string): void {
  append(state, row.deployment.metadata.namespace, now, aboutRow(row, name), message);
}

/** Appends an event; `about` is its own part of the metadata. */
export function append(
  state: State,
  namespace: string,
  now: number,
  about: JsonObject & { readonly name: string },
  message: string,
): Event {
  const time = toTimestamp(now);
  const stamp = { id: makeUuid(state.random), namespace, createdAt: time, modifiedAt: time };
  const event: Event = {
    kind: "Event",
    apiVersion: "v1",
    metadata: { ...about, ...stamp, resourceVersion: 1 },
    spec: { message },
  };
  state.events.push(event);
  if (state.events.length > KEPT_EVENTS * 1.1) state.events.splice(0, state.events.length - KEPT_EVENTS);
  return event;
}

/** GET …/events, oldest first; filters deploymentId, jobId and sessionClusterId. */
export function listEvents(visit: Visit): Reply {
  const { state, namespace, query } = visit;
  const filters = ["deploymentId", "jobId", "sessionClusterId"].filter((key) => query.has(key));
  const wanted = state.events.filter(
    ({ metadata }) => metadata.namespace === namespace && filters.every((key) => at(metadata, key) === query.get(key)),
  );
  return replyList(visit, "Event", wanted);
}

/** POST …/events: only EXTERNAL events; 404 when the deployment it is about does not exist [inf]. */
export function createEvent({ state, namespace, body, now }: Visit): Reply {
  const metadata = objectAt(body, "metadata");
  const name = textAt(metadata, "name") ?? "EXTERNAL";
  const message = textAt(body, "spec", "message");
  if (message === undefined) return refuseInvalid([missing("spec.message")]);
  if (name !== "EXTERNAL") return refuseInvalid([invalid("metadata.name", "clients can create EXTERNAL events only")]);
  const deploymentId = textAt(metadata, "deploymentId");
  if (deploymentId !== undefined && state.rows.get(deploymentId)?.deployment.metadata.namespace !== namespace) {
    return refuse(404, "NOT_FOUND", `Deployment '${deploymentId}' does not exist.`);
  }
  return { status: 201, body: append(state, namespace, now, { ...metadata, name }, message) };
}
