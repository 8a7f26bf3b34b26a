import type { JsonObject } from "../../shared/core/json.ts";
import { invalid } from "./problem.ts";
import { type Reply, refuse, refuseInvalid } from "./reply.ts";
import { textAt } from "./tree.ts";
import { judgeName } from "./validate.ts";
import type { Visit } from "./visit.ts";

/** GET /namespaces/v1/namespaces: the one that the token is of [inv]. */
export function listNamespaces({ namespace }: Visit): Reply {
  return { status: 200, body: { namespaces: [describe(namespace)] } };
}

/** GET /namespaces/v1/namespaces/{namespace}. */
export function getNamespace({ namespace }: Visit): Reply {
  return { status: 200, body: { namespace: describe(namespace) } };
}

/** POST /namespaces/v1/namespaces: 201; tokens of it come from `POST /admin/tokens`. */
export function createNamespace({ state, body }: Visit): Reply {
  const full = textAt(body, "name") ?? "";
  const name = full.startsWith("namespaces/") ? full.slice("namespaces/".length) : "";
  if (judgeName(name).length > 0)
    return refuseInvalid([invalid("name", "name must be 'namespaces/' and a valid name")]);
  if (state.namespaces.has(name)) return refuse(409, "ALREADY_EXISTS", `Namespace '${name}' exists already.`);
  state.namespaces = new Set([...state.namespaces, name]);
  return { status: 201, body: { namespace: describe(name) } };
}

/** DELETE /namespaces/v1/namespaces/{namespace}: 200, or 409 while deployments are in it; its tokens die with it. */
export function deleteNamespace({ state, namespace }: Visit): Reply {
  const inUse = [...state.rows.values()].some(({ deployment }) => deployment.metadata.namespace === namespace);
  if (inUse) return refuse(409, "NAMESPACE_IN_USE", `Namespace '${namespace}' has deployments.`);
  state.namespaces = new Set([...state.namespaces].filter((name) => name !== namespace));
  for (const [secret, token] of state.tokens) if (token.namespace === namespace) state.tokens.delete(secret);
  return {
    status: 200,
    body: { namespace: { ...describe(namespace), lifecyclePhase: "LIFECYCLE_PHASE_TERMINATING" } },
  };
}

function describe(name: string): JsonObject {
  return { name: `namespaces/${name}`, lifecyclePhase: "LIFECYCLE_PHASE_ACTIVE", roleBindings: [] };
}
