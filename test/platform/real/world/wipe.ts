import { namespace } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import type { DirectClient } from "./direct-client.ts";
import { grantPaths } from "./grants.ts";
import { whenHolds } from "./install.ts";
import { everywhere, webhook } from "./paths.ts";

const cursors = "labelSelector=app.kubernetes.io/component=bookmark";
const merge = "application/merge-patch+json";

/**
 * Removes what a scenario leaves: resources with their finalizers, Secrets, Events and their cursors, the Lease, the webhook
 * configuration, and the rights that it gave to users.
 */
export async function wipe(client: DirectClient): Promise<void> {
  await client.send("DELETE", webhook);
  await client.send("DELETE", `/api/v1/namespaces/${namespace}/secrets`);
  await client.send("DELETE", `/api/v1/namespaces/${namespace}/events`);
  for (const path of grantPaths) await client.send("DELETE", path);
  await client.send("DELETE", "/apis/coordination.k8s.io/v1/namespaces/weir-system/leases");
  await client.send("DELETE", `/api/v1/namespaces/weir-system/configmaps?${cursors}`);
  await whenHolds("no resource is left", async () => (await removeAll(client)) === 0);
}

/** Resolves with the number of resources that were there. */
async function removeAll(client: DirectClient): Promise<number> {
  const { body } = await client.send("GET", everywhere);
  const items: KubeObject[] = body.items ?? [];
  for (const { metadata } of items) {
    const path = everywhere.replace(
      "vvpdeployments",
      `namespaces/${metadata.namespace}/vvpdeployments/${metadata.name}`,
    );
    await client.send("DELETE", path);
    await client.send("PATCH", path, { body: { metadata: { finalizers: null } }, type: merge });
  }
  return items.length;
}
