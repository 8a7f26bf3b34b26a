import { readManifests } from "../../cli/demo/manifests.ts";
import { namespace } from "../../cli/demo/platform.ts";
import type { Screen } from "../../cli/demo/screen.ts";
import { Stage } from "../../cli/demo/stage.ts";
import { startWorld, type World, type WorldOptions } from "../../cli/demo/world.ts";
import type { KubeObject } from "../../shared/core/object.ts";

/** A world of the demo for a test: real bundles as processes, nothing printed. */
export interface Scenario {
  readonly world: World;
  readonly stage: Stage;
  close(): Promise<void>;
}

const none = () => undefined;
const mute: Screen = { heading: none, say: none, command: none, check: none, fail: none, wait: () => none };

/** Starts a world; without events its ApiServerSource is stopped at once. */
export async function startScenario(options: WorldOptions & { readonly events?: boolean } = {}): Promise<Scenario> {
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) await part.close();
  };
  try {
    const world = await startWorld((part) => void opened.push(part), options);
    if (options.events === false) await world.changes.stop();
    return { world, stage: new Stage(world, mute), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The examples of the documents. */
export async function readExamples(): Promise<{ patch: KubeObject; put: KubeObject }> {
  const [patch] = await readManifests("examples/vvp-minimal-patch.yaml");
  const [put] = await readManifests("examples/vvp-minimal-put.yaml");
  if (patch === undefined || put === undefined) throw new Error("the examples are empty");
  return { patch, put };
}

/** An example under another name, here and on the platform, in a state. */
export function variant(example: KubeObject, name: string, state: string, changes: object = {}): KubeObject {
  const copy = structuredClone(example) as unknown as {
    metadata: { name: string };
    spec: { deployment: { metadata: { name: string }; spec: Record<string, unknown> } };
  };
  copy.metadata.name = name;
  copy.spec.deployment.metadata.name = name;
  Object.assign(copy.spec.deployment.spec, { state }, changes);
  return copy as unknown as KubeObject;
}

/** Headers of an event of the ApiServerSource about the resource of that name. */
export function sourceHeaders(name: string, type = "dev.knative.apiserver.resource.update"): Record<string, string> {
  return {
    "ce-specversion": "1.0",
    "ce-id": "b4f1e0b2",
    "ce-source": "https://10.96.0.1:443",
    "ce-type": type,
    "ce-subject": `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/${name}`,
    "ce-kind": "VvpDeployment",
    "ce-namespace": namespace,
    "ce-name": name,
    "ce-apiversion": "ververica.platform/v1",
    "content-type": "application/json",
  };
}

/** Sends one event; gives status and body. */
export async function deliver(
  url: string,
  headers: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

/** Status and reason of a condition, or undefined. */
export function conditionOf(object: KubeObject | undefined, type: string) {
  const { conditions = [] } = (object?.status ?? {}) as {
    conditions?: { type: string; status: string; reason: string }[];
  };
  const found = conditions.find((one) => one.type === type);
  return found && { status: found.status, reason: found.reason };
}
