import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { makeCustomResourceDefinition } from "../../../crds/custom-resource-definition.ts";
import { makePolicy } from "../../../crds/policy.ts";
import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonValue } from "../../../shared/core/json.ts";
import type { ResourceDefinition } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Settings } from "../../../shared/core/settings.ts";
import { flinkDeploymentDefinition } from "../../../shared/kinds/flink-deployment/definition.ts";
import { flinkSessionJobDefinition } from "../../../shared/kinds/flink-session-job/definition.ts";
import { flinkStateSnapshotDefinition } from "../../../shared/kinds/flink-state-snapshot/definition.ts";
import { runControllers } from "../../../simulators/platform/api-server/controllers.ts";
import type { Json } from "../../../simulators/platform/api-server/json.ts";
import type { Resource } from "../../../simulators/platform/api-server/resource.ts";
import { seedStore } from "../../../simulators/platform/api-server/seed.ts";
import { Store, type StoreOptions } from "../../../simulators/platform/api-server/store.ts";
import { AdmissionRig, settings as ownSettings, storeOptions } from "../vvp-deployment/admission-rig.ts";

/** Settings without a configuration of the operator's own. */
export const settings: Settings = ownSettings;

/** The definitions of the Flink kinds. */
export const definitions = [
  flinkDeploymentDefinition,
  flinkSessionJobDefinition,
  flinkStateSnapshotDefinition,
] as const satisfies readonly ResourceDefinition[];

/** A store with the CRD and policies of every Flink kind, and the examples' namespaces. */
export function flinkStore(options: StoreOptions = storeOptions): Store {
  const store = new Store(options);
  runControllers(store);
  const namespaces = ["flink-prod", "flink-dev", "my-deploy-namespace"].map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }));
  const manifests = definitions.flatMap((one) => [makeCustomResourceDefinition(one), ...makePolicy(one)]);
  seedStore(store, JSON.parse(JSON.stringify([...namespaces, ...manifests])) as Json[]);
  return store;
}

/** The resource of a kind in such a store. */
export function resourceOf(
  store: Store,
  { names: { group, version, plural } }: Pick<ResourceDefinition, "names">,
): Resource {
  const resource = store.resources.find(group, version, plural);
  if (resource === undefined) throw new Error(`${plural} are not served`);
  return resource;
}

/** The API server in memory, asked about one kind. */
export function rigOf(definition: ResourceDefinition): AdmissionRig {
  const store = flinkStore();
  return new AdmissionRig(store, resourceOf(store, definition));
}

const folder = join(import.meta.dirname, "../../../examples/flink");

/** An example or fragment of `examples/flink`, by its path without ending. */
export function flinkExample(name: string): KubeObject {
  return parse(readFileSync(join(folder, `${name}.yaml`), "utf8")) as KubeObject;
}

/** An object with a merge patch over it. */
export function patched(object: KubeObject, patch: unknown): KubeObject {
  return mergePatch(object as unknown as JsonValue, patch as JsonValue) as unknown as KubeObject;
}

/** The object as it stands once this spec, or its own, has been deployed. */
export function deployed(object: KubeObject, spec: unknown = object.spec): KubeObject {
  const lastReconciledSpec = JSON.stringify({ spec, resource_metadata: { firstDeployment: true } });
  return patched(object, { status: { reconciliationStatus: { lastReconciledSpec, state: "DEPLOYED" } } });
}
