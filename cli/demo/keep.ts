import type { World } from "./world.ts";

/** How to poke a world that stays up. */
export async function describe(world: World): Promise<string[]> {
  const { platform, appManager, functions, kubeconfig } = world;
  return [
    "It stays up; the functions sleep until something happens. In another terminal:",
    "",
    `export KUBECONFIG=${kubeconfig}`,
    "kubectl apply -f examples/vvp-minimal-patch.yaml",
    "kubectl get vvpdeployments -o wide --watch",
    "npm run weir -- status",
    `WEIR_INSTANCE_ID=my-operator WEIR_APPMANAGER_URL=${appManager.url} npm run weir -- explain vvpdeployment/my-deployment`,
    "",
    "Ask for a pass over one resource, as docs/guides/trigger.md tells:",
    `curl -i ${functions.reconcile.url} -X POST \\`,
    "  -H 'ce-specversion: 1.0' -H 'ce-id: 1' -H 'ce-source: /me' -H 'ce-type: dev.weir.reconcile.requested' \\",
    "  -H 'ce-kind: VvpDeployment' -H 'ce-namespace: my-deploy-namespace' -H 'ce-name: my-deployment'",
    "",
    "Send a tick, as the PingSource would every 2 minutes (here nobody does it for you):",
    `curl -i ${functions.refresh.url} -X POST \\`,
    "  -H 'ce-specversion: 1.0' -H 'ce-id: 2' -H 'ce-source: /me' -H 'ce-type: dev.knative.sources.ping'",
    "",
    "Look behind the platform, and make it fail:",
    `curl -s -H 'Authorization: Bearer ${appManager.token}' ${appManager.url}/api/v1/namespaces/default/deployments`,
    `curl -s ${appManager.url}/admin/calls`,
    `curl -s -X PUT -H 'Content-Type: application/json' -d '{"rate5xx":0.5}' ${appManager.url}/config`,
    `curl -s ${platform.url}/healthz`,
    "",
    "Stop with Ctrl-C.",
  ];
}
