import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { startAppManager } from "../../../../simulators/app-manager/server.ts";
import { callApi, serviceAccountToken, toKubeconfig } from "../control-plane/access.ts";
import { namespace, pathOf } from "./objects.ts";
import type { Rig } from "./rig.ts";

/** What a pass came to: the status that it wrote, and the calls that AppManager got. */
export interface Passed {
  readonly status: { readonly conditions?: readonly object[] } | undefined;
  readonly calls: readonly unknown[];
}

/** Has the reconcile function, as its ServiceAccount, look at one resource. */
export async function pass({ plane, start }: Rig, name: string): Promise<Passed> {
  const appManager = await startAppManager({ token: randomUUID() });
  try {
    const kubeconfig = plane.files.path("weir-reconcile.kubeconfig");
    const token = await serviceAccountToken(plane, "weir-system", "weir-reconcile");
    await writeFile(kubeconfig, toKubeconfig(plane, token), { mode: 0o600 });
    const env = { KUBECONFIG: kubeconfig, WEIR_APPMANAGER_URL: appManager.url, WEIR_INSTANCE_ID: "my-operator" };
    const { url, stop } = await start("reconcile", env);
    const headers = {
      "ce-specversion": "1.0",
      "ce-id": randomUUID(),
      "ce-source": "test",
      "ce-type": "dev.weir.reconcile.requested",
      "ce-kind": "VvpDeployment",
      "ce-namespace": namespace,
      "ce-name": name,
    };
    const { status } = await fetch(url, { method: "POST", headers });
    await stop();
    if (status !== 204) throw new Error(`the event was answered ${status}`);
    const { body } = await callApi(plane, "GET", pathOf(name));
    return { status: (body as Partial<Passed>).status, calls: [...appManager.calls] };
  } finally {
    await appManager.close();
  }
}
