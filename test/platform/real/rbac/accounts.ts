import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../../../simulators/platform/autoscaler/readiness.ts";
import { type FunctionProcess, startProcess, whenReady } from "../../scenario-process.ts";
import { type ControlPlaneAddress, serviceAccountToken, toKubeconfig } from "../control-plane/access.ts";

/** Where Weir's accounts are. */
export const home = "weir-system";

/** Starts a function, as the account of its manifest and at its own address; resolves when it is ready. */
export async function startAs(
  address: ControlPlaneAddress,
  name: "reconcile" | "refresh" | "autoscale" | "admission",
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<FunctionProcess> {
  const token = await serviceAccountToken(address, home, `weir-${name}`);
  const KUBECONFIG = join(folder, `${name}.kubeconfig`);
  await writeFile(KUBECONFIG, toKubeconfig(address, token, home), { mode: 0o600 });
  const PORT = String(await findFreePort());
  const own = { PORT, WEIR_SELF_URL: env.WEIR_SELF_URL ?? `http://127.0.0.1:${PORT}` };
  return ready(await startProcess(name, { WEIR_INSTANCE_ID: "my-operator", KUBECONFIG, ...env, ...own }));
}

/** Starts the front over the folder of its account, as the kubelet would lay it out; it is not ready yet. */
export async function startFront(
  address: ControlPlaneAddress,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FunctionProcess> {
  const accountDir = join(folder, "front");
  await mkdir(accountDir, { recursive: true, mode: 0o700 });
  const token = await serviceAccountToken(address, home, "weir-front");
  const files = { token, namespace: home, "ca.crt": address.ca };
  for (const [name, text] of Object.entries(files)) await writeFile(join(accountDir, name), text, { mode: 0o600 });
  const { hostname, port } = new URL(address.url);
  return startProcess("front", {
    WEIR_FRONT_ACCOUNT_DIR: accountDir,
    WEIR_FRONT_LISTEN: "127.0.0.1",
    WEIR_FRONT_TLS_PORT: "0",
    WEIR_FRONT_DRAIN: "1ms",
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    ...env,
  });
}

async function ready(started: FunctionProcess): Promise<FunctionProcess> {
  try {
    await whenReady(started);
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}
