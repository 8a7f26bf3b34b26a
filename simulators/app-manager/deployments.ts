import type { JsonObject } from "../../shared/core/json.ts";
import { isUuid } from "../shell/random.ts";
import { showAutopilot } from "./autopilot.ts";
import { defaultsOf } from "./deployment-defaults.ts";
import { matchesLabels, parseSelector } from "./label-selector.ts";
import { isClaim, judgeLock, judgeNewMarker, judgeReplacedMarker, keepMarker, refuseExisting } from "./lock.ts";
import { invalid } from "./problem.ts";
import { NO_CONTENT, type Reply, refuse, refuseInvalid } from "./reply.ts";
import { replyList } from "./reply-list.ts";
import { dropRow, findRow, nameKey, type Row, type State } from "./state.ts";
import { type Definition, insertDeployment, storeDeployment, tagsAt } from "./store.ts";
import { dropNulls, mergeObjects, objectAt, textAt } from "./tree.ts";
import { judgeName, judgePlace, judgeReplacement, judgeShape, judgeSpec, judgeTags } from "./validate.ts";
import type { Visit } from "./visit.ts";

/** GET …/deployments, oldest first; `labelSelector` knows equality only. */
export function listDeployments(visit: Visit): Reply {
  const { state, namespace, query } = visit;
  const selector = parseSelector(query.get("labelSelector") ?? "");
  if (selector === undefined)
    return refuseInvalid([invalid("labelSelector", "only key=value and key!=value are known")]);
  const wanted = [...state.rows.values()].filter(
    ({ deployment: { metadata } }) => metadata.namespace === namespace && matchesLabels(metadata.labels, selector),
  );
  return replyList(
    visit,
    "Deployment",
    wanted.map((row) => showAutopilot(state, row)),
  );
}

/** GET …/deployments/{nameOrId}. */
export function getDeployment({ state, namespace, key }: Visit): Reply {
  const row = findRow(state, namespace, key);
  return row === undefined ? refuseMissing(key) : { status: 200, body: showAutopilot(state, row) };
}

/** POST …/deployments: 201, or 409 for a name that exists; defaults go below the body (2.5). */
export function createDeployment(visit: Visit): Reply {
  const name = textAt(visit.body, "metadata", "name");
  const problems = judgeName(name);
  if (name === undefined || problems.length > 0) return refuseInvalid(problems);
  const existing = findByName(visit.state, visit.namespace, name);
  if (existing !== undefined) return refuseExisting(existing.deployment, visit.operator);
  return insert(visit, name, mergeObjects(defaultsOf(visit.state, visit.namespace), objectAt(visit.body, "spec")));
}

/** PATCH …/deployments/{nameOrId}: a JSON merge patch of metadata and spec; the marker and server fields stay. */
export function patchDeployment({ state, namespace, key, operator, body: given, now }: Visit): Reply {
  const body = state.nullInPatch === "removes" ? given : dropNulls(given);
  const row = findRow(state, namespace, key);
  if (row === undefined) return refuseMissing(key);
  const stored = row.deployment;
  const sent = objectAt(body, "metadata");
  const claim = isClaim(stored.metadata.annotations, tagsAt(sent, "annotations"), operator);
  const refusal = claim ? undefined : judgeLock(stored, operator);
  if (refusal !== undefined) return refusal;
  const spec = mergeObjects(stored.spec, objectAt(body, "spec"));
  const merged = mergeObjects(stored.metadata, sent);
  const problems = [
    ...judgeShape(body),
    ...judgePlace(sent, stored.metadata),
    ...judgeTags(merged),
    ...judgeSpec(spec, state, namespace),
    ...(operator === undefined ? judgeNewMarker(tagsAt(merged, "annotations"), undefined) : []),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  const marker = tagsAt(claim ? sent : stored.metadata, "annotations");
  const annotations = keepMarker(marker, tagsAt(merged, "annotations"));
  return storeAndShow(state, row, { metadata: { ...merged, annotations }, spec }, now);
}

/** PUT …/deployments/{nameOrId}: replaces user metadata and spec (200), or creates what is missing (201). */
export function putDeployment(visit: Visit): Reply {
  const { state, namespace, key, operator, body, now } = visit;
  const row = findRow(state, namespace, key);
  const metadata = objectAt(body, "metadata");
  const spec = mergeObjects({ state: "CANCELLED" }, objectAt(body, "spec"));
  if (row === undefined) return putMissing(visit, metadata, spec);
  const stored = row.deployment;
  const refusal = judgeLock(stored, operator);
  if (refusal !== undefined) return refusal;
  const problems = [
    ...judgeShape(body),
    ...judgePlace(metadata, stored.metadata),
    ...judgeTags(metadata),
    ...judgeReplacement(spec),
    ...judgeSpec(spec, state, namespace),
    ...judgeReplacedMarker(stored.metadata.annotations, tagsAt(metadata, "annotations")),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  return storeAndShow(state, row, { metadata, spec }, now);
}

function storeAndShow(state: State, row: Row, definition: Definition, now: number): Reply {
  const deployment = storeDeployment(state, row, definition, now);
  const after = state.rows.get(deployment.metadata.id);
  return { status: 200, body: after === undefined ? deployment : showAutopilot(state, after) };
}

/** DELETE …/deployments/{nameOrId}: 200 with the object; refused while wanted RUNNING or TRANSITIONING (2.9 item 5). */
export function deleteDeployment({ state, namespace, key, operator }: Visit): Reply {
  const row = findRow(state, namespace, key);
  if (row === undefined) return refuseMissing(key);
  const { deployment } = row;
  const refusal = judgeLock(deployment, operator);
  if (refusal !== undefined) return refusal;
  if (deployment.spec.state === "RUNNING" || deployment.status.state === "TRANSITIONING") {
    const message = `Deployment '${deployment.metadata.name}' must be CANCELLED or SUSPENDED before it can be deleted.`;
    return refuse(state.refusedDeleteStatus, "DEPLOYMENT_IS_ACTIVE", message);
  }
  dropRow(state, row);
  return state.deleteStatus === 204 ? NO_CONTENT : { status: 200, body: deployment };
}

function putMissing(visit: Visit, metadata: JsonObject, spec: JsonObject): Reply {
  const name = isUuid(visit.key) ? textAt(metadata, "name") : visit.key;
  const named = judgeName(name);
  if (name === undefined || named.length > 0) return refuseInvalid(named);
  const existing = findByName(visit.state, visit.namespace, name);
  if (existing !== undefined) return refuseExisting(existing.deployment, visit.operator);
  const problems = judgeReplacement(spec);
  return problems.length > 0 ? refuseInvalid(problems) : insert(visit, name, spec);
}

function insert({ state, namespace, body, operator, now }: Visit, name: string, spec: JsonObject): Reply {
  const metadata = objectAt(body, "metadata");
  const problems = [
    ...judgeShape(body),
    ...judgePlace(metadata, { name, namespace }),
    ...judgeTags(metadata),
    ...judgeSpec(spec, state, namespace),
    ...judgeNewMarker(tagsAt(metadata, "annotations"), operator),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  return { status: 201, body: insertDeployment(state, { namespace, name }, { metadata, spec }, now) };
}

function findByName(state: State, namespace: string, name: string) {
  const id = state.names.get(nameKey(namespace, name));
  return id === undefined ? undefined : state.rows.get(id);
}

/** 404 for a deployment; its JSON body is what tells it from a proxy's 404. */
function refuseMissing(key: string): Reply {
  return refuse(404, "NOT_FOUND", `Deployment '${key}' does not exist.`);
}
