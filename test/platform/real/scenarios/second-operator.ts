import { makeChanges } from "../../../../cli/demo/changes.ts";
import { startFunction } from "../../../../cli/demo/functions.ts";
import { readWebhook } from "../../../../cli/demo/manifests.ts";
import type { World } from "../../../../cli/demo/world.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { clientOf } from "../../api-server-client.ts";

const registration = "/apis/admissionregistration.k8s.io/v1";
const policy = `${registration}/validatingadmissionpolicies/weir-vvpdeployments`;
const webhooks = `${registration}/validatingwebhookconfigurations`;

/** The label that says whose a resource is. */
export const owner = "ververica.platform/owner";

/** A further operator instance in a world: its own functions, source and webhook beside those of `my-operator`. */
export interface SecondOperator {
  /** Names that its admission function was asked about. */
  readonly reviewed: () => unknown[];
  /** Keys of the resources that its passes took for its own. */
  readonly passed: () => unknown[];
  readonly reconcileUrl: string;
  close(): Promise<void>;
}

/** Starts it; each webhook is told of its own resources only, and the policy knows both instances. */
export async function startSecond(world: World, instanceId: string, namespaces: string): Promise<SecondOperator> {
  const { platform, appManager, logs } = world;
  const admin = clientOf(platform, { token: platform.tokenOf("admin") });
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  const from = logs.all.length;
  const env = async (user: "weir-reconcile" | "weir-admission") => ({
    WEIR_INSTANCE_ID: instanceId,
    WEIR_NAMESPACES: namespaces,
    KUBECONFIG: await world.kubeconfigOf(user),
  });
  // Its lines are told from those of the first by the name.
  const own = { ...logs, add: (name: string, pid: number, text: string) => logs.add(`second ${name}`, pid, text) };
  const reach = { ...(await env("weir-reconcile")), WEIR_APPMANAGER_URL: appManager.url };
  const reconcile = await startFunction("reconcile", reach, own);
  opened.push(() => reconcile.close());
  const admission = await startFunction("admission", await env("weir-admission"), own);
  opened.push(() => admission.close());
  const source = { url: platform.url, token: platform.tokenOf("weir-source") };
  const changes = makeChanges(source, reconcile.url);
  opened.push(() => changes.close());
  await changes.start();
  const hook = await readWebhook(await platform.toWebhookClient(`${admission.url}/validate`));
  await admin.patch("merge", policy, {
    spec: { variables: [{ name: "instanceIds", expression: `['my-operator', '${instanceId}']` }] },
  });
  await admin.post(
    webhooks,
    forInstance({ ...hook, metadata: { ...hook.metadata, name: `weir-admission-${instanceId}` } }, instanceId),
  );
  opened.push(() => admin.remove(`${webhooks}/weir-admission-${instanceId}`));
  const { body: first } = await admin.get(`${webhooks}/weir-admission`);
  const { webhooks: hooks } = forInstance(first as unknown as KubeObject, "my-operator");
  await admin.patch("merge", `${webhooks}/weir-admission`, { webhooks: hooks });
  opened.push(() =>
    admin.patch("merge", policy, { spec: { variables: [{ name: "instanceIds", expression: "['my-operator']" }] } }),
  );
  const entries = (name: string, msg: string) =>
    logs.all
      .slice(from)
      .flatMap((line) => (line.from === `second ${name}` && line.entry?.msg === msg ? [line.entry] : []));
  return {
    reviewed: () => entries("admission", "review").map((entry) => entry.name),
    passed: () => entries("reconcile", "pass").flatMap((entry) => (entry.outcome === "ignored" ? [] : [entry.name])),
    reconcileUrl: reconcile.url,
    close,
  };
}

function forInstance(configuration: KubeObject, instanceId: string): KubeObject & { webhooks: object[] } {
  const { webhooks: hooks } = configuration as unknown as { webhooks: object[] };
  const objectSelector = { matchLabels: { [owner]: instanceId } };
  return { ...configuration, webhooks: hooks.map((hook) => ({ ...hook, objectSelector })) };
}
