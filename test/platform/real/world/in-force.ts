import { readManifests } from "../../../../cli/demo/manifests.ts";
import type { AccountName } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { probeName } from "./admission-front.ts";
import type { DirectClient, Reply } from "./direct-client.ts";
import { whenHolds } from "./install.ts";
import { deployments, everywhere } from "./paths.ts";

/** Sends as somebody. */
export type Send = (user: "jane" | AccountName, method: string, path: string, body?: unknown) => Promise<Reply>;

/** Waits until the API server acts on the kinds, roles and policies that it was given. */
export async function whenInForce(client: DirectClient, send: Send): Promise<void> {
  await whenHolds("the kind is served", async () => (await client.send("GET", everywhere)).status === 200);
  const isAllowed = async (...request: Parameters<Send>) => (await send(...request)).status !== 403;
  await whenHolds("reconcile may read", () => isAllowed("weir-reconcile", "GET", `${deployments}/any`));
  await whenHolds("refresh may list", () => isAllowed("weir-refresh", "GET", everywhere));
  await whenHolds("the source may list", () => isAllowed("weir-source", "GET", everywhere));
  const probe = await makeProbe("probe-of-policies");
  const { labels: _labels, ...unowned } = probe.metadata;
  await whenHolds("owners are checked", async () => {
    const { status, body } = await create(send, { ...probe, metadata: unowned });
    return status === 422 && body.message.includes("weir-vvpdeployments") && body.message.includes("my-operator");
  });
  await whenHolds("the record is guarded", async () => (await forge(client, send, probe)) === 403);
}

/** Waits until the webhook configuration is acted on. */
export async function whenWebhookIsCalled(send: Send, isCalled: () => boolean): Promise<void> {
  const probe = await makeProbe(probeName);
  await whenHolds("the webhook is called", async () => {
    await create(send, probe);
    return isCalled();
  });
}

async function makeProbe(name: string): Promise<KubeObject> {
  const [example] = await readManifests("examples/vvp-minimal-patch.yaml");
  return { ...example, metadata: { ...example?.metadata, name } } as KubeObject;
}

function create(send: Send, object: KubeObject): Promise<Reply> {
  return send("jane", "POST", `${deployments}?dryRun=All`, object);
}

/** The policy looks at updates only, so there must be something to update. */
async function forge(client: DirectClient, send: Send, probe: KubeObject): Promise<number> {
  const path = `${deployments}/${probe.metadata.name}`;
  await client.send("POST", deployments, { body: probe });
  const annotations = { ...probe.metadata.annotations, "weir.dev/record": "{}" };
  const { body: stored } = await client.send("GET", path);
  const forged = { ...stored, metadata: { ...stored.metadata, annotations } };
  const { status } = await send("jane", "PUT", `${path}?dryRun=All`, forged);
  await client.send("DELETE", path);
  return status;
}
