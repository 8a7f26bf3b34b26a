import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { KubeObject } from "../../shared/core/object.ts";
import type { WebhookClient } from "./platform.ts";

/** The project's root folder. */
export const root = join(import.meta.dirname, "../..");

/** The objects of one YAML file of the project. */
export async function readManifests(path: string): Promise<KubeObject[]> {
  const text = await readFile(join(root, path), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS() as KubeObject);
}

/** What `kubectl apply -k crds` would send, in its order. */
export async function readInstallation(): Promise<KubeObject[]> {
  const { resources } = parse(await readFile(join(root, "crds/kustomization.yaml"), "utf8")) as { resources: string[] };
  return (await Promise.all(resources.map((path) => readManifests(`crds/${path}`)))).flat();
}

/** The webhook configuration of the installation, called at an address instead of a Service. */
export async function readWebhook(clientConfig: WebhookClient): Promise<KubeObject> {
  const [manifest] = await readManifests("knative/overlays/direct/620-webhook.yaml");
  const { webhooks, ...rest } = manifest as KubeObject & { webhooks: Record<string, unknown>[] };
  return { ...rest, webhooks: webhooks.map((hook) => ({ ...hook, clientConfig })) } as KubeObject;
}
