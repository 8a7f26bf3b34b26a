import type { JsonObject } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import { advance } from "./advance.ts";
import { setMode, showAutopilot, startScaling } from "./autopilot.ts";
import { defaultsOf } from "./deployment-defaults.ts";
import { aboutRow, append } from "./events.ts";
import { withoutMarker } from "./lock.ts";
import type { Deployment, Event } from "./objects.ts";
import {
  type AutopilotMode,
  type Behaviour,
  dropRow,
  findRow,
  putRow,
  type Role,
  type Row,
  type State,
} from "./state.ts";
import { insertDeployment, storeDeployment } from "./store.ts";
import { planTask } from "./tasks.ts";
import { mergeObjects } from "./tree.ts";
import { judgeName } from "./validate.ts";

/** Makes a deployment as a user would in the UI: no marker, defaults below the spec, no checks; undefined for a bad or taken name. */
export function createUiDeployment(
  state: State,
  place: { readonly namespace: string; readonly name: string },
  spec: JsonObject,
  now: number,
): Deployment | undefined {
  advance(state, now);
  if (judgeName(place.name).length > 0 || findRow(state, place.namespace, place.name) !== undefined) return undefined;
  return insertDeployment(
    state,
    place,
    { metadata: {}, spec: mergeObjects(defaultsOf(state, place.namespace), spec) },
    now,
  );
}

/** Removes a deployment whatever its state or lock, as an edit of the platform's database would (orphan case). */
export function deleteRow(state: State, namespace: string, nameOrId: string, now: number): Deployment | undefined {
  return withRow(state, namespace, nameOrId, now, (row) => {
    dropRow(state, row);
    return row.deployment;
  });
}

/** Merges a patch into a spec behind the API's back: no lock, no checks; the state machine reacts (drift). */
export function editSpec(
  state: State,
  place: { readonly namespace: string; readonly nameOrId: string },
  patch: JsonObject,
  now: number,
): Deployment | undefined {
  return withRow(state, place.namespace, place.nameOrId, now, (row) => {
    const { metadata, spec } = row.deployment;
    return storeDeployment(state, row, { metadata, spec: mergeObjects(spec, patch) }, now);
  });
}

/** Removes the ownership marker of a deployment (orphan case). */
export function wipeLock(state: State, namespace: string, nameOrId: string, now: number): Deployment | undefined {
  return withRow(state, namespace, nameOrId, now, (row) => {
    const { metadata } = row.deployment;
    const annotations = withoutMarker(metadata.annotations);
    const deployment = { ...row.deployment, metadata: { ...metadata, annotations } };
    putRow(state, { ...row, deployment });
    return deployment;
  });
}

/** Sets the Autopilot mode of a deployment (2.9 item 9). */
export function setAutopilotMode(
  state: State,
  place: { readonly namespace: string; readonly nameOrId: string },
  mode: AutopilotMode,
  now: number,
): Deployment | undefined {
  return withRow(state, place.namespace, place.nameOrId, now, (row) => showAutopilot(state, setMode(state, row, mode)));
}

/** Has Autopilot scale the job to a parallelism; undefined unless it is ACTIVE and the deployment RUNNING. */
export function scaleNow(
  state: State,
  place: { readonly namespace: string; readonly nameOrId: string },
  target: number,
  now: number,
): Deployment | undefined {
  advance(state, now);
  const row = findRow(state, place.namespace, place.nameOrId);
  if (row === undefined || !startScaling(state, row, target, now)) return undefined;
  return withRow(state, place.namespace, place.nameOrId, now, (scaling) => showAutopilot(state, scaling));
}

/** Tells an event of any name about a deployment and its job, also one that the platform never tells by itself. */
export function tellNow(
  state: State,
  place: { readonly namespace: string; readonly nameOrId: string },
  event: { readonly name: string; readonly message: string },
  now: number,
): Event | undefined {
  advance(state, now);
  const row = findRow(state, place.namespace, place.nameOrId);
  if (row === undefined) return undefined;
  return append(state, place.namespace, now, aboutRow(row, event.name), event.message);
}

/** Says how jobs of an artifact (its jarUri, sqlScript or pythonArtifactUri) behave from now on. */
export function markArtifact(state: State, artifact: string, behaviour: Behaviour): void {
  state.artifacts.set(artifact, behaviour);
}

/** Ends a STARTED job now: it finishes as a bounded job does, or fails for good; false when it is not STARTED. */
export function endJobNow(state: State, jobId: string, outcome: "finish" | "fail", now: number): boolean {
  advance(state, now);
  if (state.jobs.get(jobId)?.status.state !== "STARTED") return false;
  planTask(state, { at: now, kind: "job", jobId, outcome });
  advance(state, now);
  return true;
}

/** Creates a token and returns its secret; `expiresInMs` counts from `now`. */
export function createToken(
  state: State,
  token: { readonly namespace: string; readonly role: Role; readonly secret?: string; readonly expiresInMs?: number },
  now: number,
): string {
  const { namespace, role, expiresInMs } = token;
  const secret = token.secret ?? makeUuid(state.random);
  const expiry = expiresInMs === undefined ? {} : { expiresAt: now + expiresInMs };
  state.tokens.set(secret, { namespace, role, ...expiry });
  return secret;
}

/** Ends the life of a token at once; false when there is none. */
export function revokeToken(state: State, secret: string): boolean {
  return state.tokens.delete(secret);
}

function withRow(
  state: State,
  namespace: string,
  nameOrId: string,
  now: number,
  change: (row: Row) => Deployment,
): Deployment | undefined {
  advance(state, now);
  const row = findRow(state, namespace, nameOrId);
  return row === undefined ? undefined : change(row);
}
