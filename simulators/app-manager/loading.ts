import { type JsonObject, outOfBounds } from "../../shared/core/json.ts";
import { advance } from "./advance.ts";
import { createDeployment } from "./deployments.ts";
import { OWNER_ANNOTATION } from "./lock.ts";
import type { State } from "./state.ts";
import { tagsAt } from "./store.ts";
import { objectAt, textAt } from "./tree.ts";

/**
 * Creates a deployment as it was saved from a list: checked as a POST of its owner is, with its namespace made when it is
 * not there; undefined, or why it is refused.
 */
export function loadDeployment(state: State, saved: JsonObject, now: number): string | undefined {
  advance(state, now);
  const excess = outOfBounds(saved);
  if (excess !== undefined) return `it has ${excess}`;
  const metadata = objectAt(saved, "metadata");
  const namespace = textAt(metadata, "namespace") ?? "default";
  const operator = tagsAt(metadata, "annotations")[OWNER_ANNOTATION];
  if (!state.namespaces.has(namespace)) state.namespaces = new Set([...state.namespaces, namespace]);
  const body = { metadata, spec: saved.spec ?? {} };
  const reply = createDeployment({ state, now, namespace, key: "", operator, query: new URLSearchParams(), body });
  return reply.status === 201
    ? undefined
    : `${textAt(metadata, "name") ?? "(no name)"}: ${textAt(reply.body, "message")}`;
}
