import type { JsonObject } from "../../shared/core/json.ts";
import { type Reply, refuseInvalid } from "./reply.ts";
import type { State } from "./state.ts";
import { mergeObjects, objectAt } from "./tree.ts";
import { judgeShape } from "./validate.ts";
import type { Visit } from "./visit.ts";

/** What goes below the spec of a deployment when it is created: the namespace's defaults over the global ones. */
export function defaultsOf(state: State, namespace: string): JsonObject {
  const own = state.namespaceDefaults.get(namespace);
  return own === undefined ? state.defaults : mergeObjects(state.defaults, own);
}

/** GET …/deployment-defaults: those of the namespace alone. */
export function getDefaults({ state, namespace }: Visit): Reply {
  return show(namespace, state.namespaceDefaults.get(namespace) ?? {});
}

/** PATCH …/deployment-defaults: a JSON merge patch of the namespace's own; deployments that exist keep what they have. */
export function patchDefaults({ state, namespace, body }: Visit): Reply {
  const problems = judgeShape(body);
  if (problems.length > 0) return refuseInvalid(problems);
  const spec = mergeObjects(state.namespaceDefaults.get(namespace) ?? {}, objectAt(body, "spec"));
  state.namespaceDefaults = new Map([...state.namespaceDefaults, [namespace, spec]]);
  return show(namespace, spec);
}

/** GET /api/v1/global-deployment-defaults, which nobody can change. */
export function getGlobalDefaults({ state }: Visit): Reply {
  const body = { kind: "GlobalDeploymentDefaults", apiVersion: "v1", metadata: {}, spec: state.defaults };
  return { status: 200, body };
}

function show(namespace: string, spec: JsonObject): Reply {
  return { status: 200, body: { kind: "DeploymentDefaults", apiVersion: "v1", metadata: { namespace }, spec } };
}
