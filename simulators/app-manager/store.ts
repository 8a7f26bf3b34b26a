import { equals } from "../../shared/core/diff.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import { makeUuid } from "../shell/random.ts";
import { keepServerTags, SPEC_VERSION, touch } from "./annotations.ts";
import type { Deployment } from "./objects.ts";
import { isTags } from "./problem.ts";
import { putRow, type Row, type State } from "./state.ts";
import { toTimestamp } from "./timestamp.ts";
import { converge } from "./transitions.ts";
import { objectAt, omit, textAt } from "./tree.ts";

/** Metadata that clients may send but that only the platform sets. */
export const SERVER_METADATA = ["id", "createdAt", "modifiedAt", "resourceVersion", "name", "namespace"];

/** The validated client part of a deployment; its annotations already carry the right ownership marker. */
export type Definition = { readonly metadata: JsonObject; readonly spec: JsonObject };

/** Stores a new deployment at resourceVersion 1 and spec.version 1, and lets the state machine react. */
export function insertDeployment(
  state: State,
  place: { readonly namespace: string; readonly name: string },
  definition: Definition,
  now: number,
): Deployment {
  const time = toTimestamp(now);
  const id = makeUuid(state.random);
  const metadata = {
    ...omit(definition.metadata, SERVER_METADATA),
    ...{ id, ...place, createdAt: time, modifiedAt: time, resourceVersion: 1 },
    labels: tagsAt(definition.metadata, "labels"),
    annotations: { ...keepServerTags({}, tagsAt(definition.metadata, "annotations")), [SPEC_VERSION]: "1" },
  };
  const { spec } = definition;
  const deployment: Deployment = {
    kind: "Deployment",
    apiVersion: "v1",
    metadata,
    spec,
    status: { state: "CANCELLED" },
  };
  const idle = { phase: { kind: "settled" }, ticket: 0, jobId: undefined, upgrade: undefined, failures: 0 } as const;
  putRow(state, { ...idle, deployment, jobs: [], savepoints: [] });
  return react(state, deployment, now);
}

/** Stores an accepted change: resourceVersion +1, spec.version +1 only with a new template; then the state machine reacts. */
export function storeDeployment(state: State, row: Row, definition: Definition, now: number): Deployment {
  const before = row.deployment;
  const { spec } = definition;
  const changed = !equals(before.spec.template, spec.template);
  const version = Number(before.metadata.annotations[SPEC_VERSION] ?? 1) + (changed ? 1 : 0);
  const { id, name, namespace, createdAt, modifiedAt, resourceVersion } = before.metadata;
  const tags = keepServerTags(before.metadata.annotations, tagsAt(definition.metadata, "annotations"));
  const metadata = {
    ...omit(definition.metadata, SERVER_METADATA),
    ...{ id, name, namespace, createdAt, modifiedAt, resourceVersion },
    labels: tagsAt(definition.metadata, "labels"),
    annotations: { ...tags, [SPEC_VERSION]: String(version) },
  };
  const upgrade = changed ? (strategyOf(spec) ?? row.upgrade) : row.upgrade;
  const redirected = before.spec.state !== spec.state || upgrade !== row.upgrade;
  const deployment = touch({ ...before, metadata, spec }, now);
  putRow(state, { ...row, deployment, upgrade, failures: redirected ? 0 : row.failures });
  return react(state, deployment, now);
}

function react(state: State, deployment: Deployment, now: number): Deployment {
  converge(state, deployment.metadata.id, now);
  return state.rows.get(deployment.metadata.id)?.deployment ?? deployment;
}

/** How a template change reaches a running job; undefined for NONE, which leaves the job alone until its next start. */
function strategyOf(spec: JsonObject): "STATEFUL" | "STATELESS" | undefined {
  const kind = textAt(spec, "upgradeStrategy", "kind") ?? "STATEFUL";
  return kind === "STATEFUL" || kind === "STATELESS" ? kind : undefined;
}

/** The label or annotation map under a key, or an empty one when it is none. */
export function tagsAt(object: JsonObject, key: string): { readonly [key: string]: string } {
  const found = objectAt(object, key);
  return isTags(found) ? found : {};
}
