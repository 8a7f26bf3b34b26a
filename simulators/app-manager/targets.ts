import { equals } from "../../shared/core/diff.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import type { DeploymentTarget } from "./objects.ts";
import { invalid, missing, type Problem } from "./problem.ts";
import { type Reply, refuse, refuseInvalid } from "./reply.ts";
import { replyList } from "./reply-list.ts";
import { nameKey, type State } from "./state.ts";
import { tagsAt } from "./store.ts";
import { toTimestamp } from "./timestamp.ts";
import { objectAt, textAt } from "./tree.ts";
import { judgePlace, judgeShape, judgeTags } from "./validate.ts";
import type { Visit } from "./visit.ts";

const NAME = /^[0-9a-zA-Z-_]{1,250}$/;

/** GET …/deployment-targets: those of the settings, then those made through the API. */
export function listTargets(visit: Visit): Reply {
  const { state, namespace } = visit;
  const own = [...state.ownTargets.values()].filter(({ metadata }) => metadata.namespace === namespace);
  return replyList(visit, "DeploymentTarget", [...[...state.targets].map((name) => shared(namespace, name)), ...own]);
}

/** GET …/deployment-targets/{name}. */
export function getTarget({ state, namespace, key }: Visit): Reply {
  const target = findTarget(state, namespace, key);
  return target === undefined ? refuseMissing(key) : { status: 200, body: target };
}

/** POST …/deployment-targets: 201, or 409 for a name that exists. */
export function createTarget(visit: Visit): Reply {
  const name = textAt(visit.body, "metadata", "name") ?? "";
  if (!NAME.test(name)) return refuseInvalid([invalid("metadata.name", `'${name}' is not a valid name of a target`)]);
  const taken = findTarget(visit.state, visit.namespace, name) !== undefined;
  return taken ? refuse(409, "ALREADY_EXISTS", `Deployment target '${name}' exists already.`) : insert(visit, name);
}

/** PUT …/deployment-targets/{name}: creates it (201), or changes its labels and annotations (200); the spec never changes. */
export function putTarget(visit: Visit): Reply {
  const { state, namespace, key, body, now } = visit;
  if (!NAME.test(key)) return refuseInvalid([invalid("metadata.name", `'${key}' is not a valid name of a target`)]);
  if (state.targets.has(key)) return refuseShared(key);
  const stored = state.ownTargets.get(nameKey(namespace, key));
  if (stored === undefined) return insert(visit, key);
  const problems = judge(body, { namespace, name: key });
  const moved = equals(objectAt(body, "spec"), stored.spec) ? [] : [invalid("spec", "spec cannot be changed")];
  if (problems.length + moved.length > 0) return refuseInvalid([...problems, ...moved]);
  const sent = objectAt(body, "metadata");
  const metadata = {
    ...stored.metadata,
    labels: tagsAt(sent, "labels"),
    annotations: tagsAt(sent, "annotations"),
    modifiedAt: toTimestamp(now),
    resourceVersion: stored.metadata.resourceVersion + 1,
  };
  return store(state, { ...stored, metadata }, 200);
}

/** DELETE …/deployment-targets/{name}: 200, or 409 while a deployment names it. */
export function deleteTarget({ state, namespace, key }: Visit): Reply {
  const target = findTarget(state, namespace, key);
  if (target === undefined) return refuseMissing(key);
  const inUse = [...state.rows.values()].some(
    ({ deployment: { metadata, spec } }) => metadata.namespace === namespace && spec.deploymentTargetName === key,
  );
  if (inUse) return refuse(409, "DEPLOYMENT_TARGET_IN_USE", `Deployments refer to deployment target '${key}'.`);
  if (state.targets.has(key)) return refuseShared(key);
  const own = new Map(state.ownTargets);
  own.delete(nameKey(namespace, key));
  state.ownTargets = own;
  return { status: 200, body: target };
}

function findTarget(state: State, namespace: string, name: string): DeploymentTarget | undefined {
  return state.targets.has(name) ? shared(namespace, name) : state.ownTargets.get(nameKey(namespace, name));
}

/** A target that the knob `targets` names; every namespace has it. */
function shared(namespace: string, name: string): DeploymentTarget {
  const time = toTimestamp(0);
  const stamp = { id: `shared-${name}`, namespace, createdAt: time, modifiedAt: time, resourceVersion: 1 };
  const metadata = { ...stamp, name, labels: {}, annotations: {} };
  return { kind: "DeploymentTarget", apiVersion: "v1", metadata, spec: { kubernetes: { namespace: "default" } } };
}

function insert({ state, namespace, body, now }: Visit, name: string): Reply {
  const problems = judge(body, { namespace, name });
  if (problems.length > 0) return refuseInvalid(problems);
  const sent = objectAt(body, "metadata");
  const time = toTimestamp(now);
  const metadata = {
    ...{ id: makeUuid(state.random), namespace, name, createdAt: time, modifiedAt: time, resourceVersion: 1 },
    labels: tagsAt(sent, "labels"),
    annotations: tagsAt(sent, "annotations"),
  };
  return store(state, { kind: "DeploymentTarget", apiVersion: "v1", metadata, spec: objectAt(body, "spec") }, 201);
}

function store(state: State, target: DeploymentTarget, status: number): Reply {
  const key = nameKey(target.metadata.namespace, target.metadata.name);
  state.ownTargets = new Map([...state.ownTargets, [key, target]]);
  return { status, body: target };
}

function judge(body: JsonObject, place: { readonly namespace: string; readonly name: string }): readonly Problem[] {
  const where = textAt(body, "spec", "kubernetes", "namespace") ?? "";
  const metadata = objectAt(body, "metadata");
  return [
    ...judgeShape(body),
    ...judgePlace(metadata, place),
    ...judgeTags(metadata),
    ...(where === "" ? [missing("spec.kubernetes.namespace")] : []),
  ];
}

function refuseMissing(name: string): Reply {
  return refuse(404, "NOT_FOUND", `Deployment target '${name}' does not exist.`);
}

function refuseShared(name: string): Reply {
  return refuse(409, "SHARED_TARGET", `Deployment target '${name}' comes from the knob 'targets'; change it there.`);
}
