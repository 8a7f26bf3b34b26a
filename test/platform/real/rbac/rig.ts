import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../simulators/app-manager/server.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import type { FunctionProcess } from "../../scenario-process.ts";
import { type ApiAnswer, type ControlPlaneAddress, callApi } from "../control-plane/access.ts";
import { installAccounts, installCrds, mustRun, wipe } from "../control-plane/install.ts";
import { startAs } from "./accounts.ts";

/** Namespace of the resources here. */
export const namespace = "weir-rbac";

const frontManifests = ["600-front-rbac", "620-webhook"].map((name) => `knative/overlays/direct/${name}.yaml`);
const collection = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;

/** The functions under their own accounts on a real API server, which has Weir's installation. */
export interface Rig {
  readonly address: ControlPlaneAddress;
  readonly appManager: AppManagerSimulator;
  /** A folder that goes when the rig closes. */
  readonly folder: string;
  readonly reconcile: FunctionProcess;
  readonly refresh: FunctionProcess;
  readonly autoscale: FunctionProcess;
  /** Sends a request as the administrator; rejects when it is refused. */
  must(method: string, path: string, body?: object, type?: string): Promise<ApiAnswer>;
  /** Makes a resource, and a Secret of the same name with the platform's token. */
  make(name: string, patch?: JsonObject): Promise<void>;
  change(name: string, patch: object): Promise<void>;
  read(name: string): Promise<KubeObject | undefined>;
  /** Removes all resources here and on the platform, whatever holds them. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it on a control plane. */
export async function startRig(address: ControlPlaneAddress, env: Readonly<Record<string, string>> = {}): Promise<Rig> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return await start(address, env, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  address: ControlPlaneAddress,
  env: Readonly<Record<string, string>>,
  closing: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "weir-rbac-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await installCrds(address);
  await installAccounts(address);
  await mustRun(address, ["apply", ...frontManifests.flatMap((path) => ["-f", path])]);
  // The one of the file before may still be going.
  await mustRun(address, ["wait", "--for=delete", `namespace/${namespace}`, "--timeout=60s"]);
  await mustRun(address, ["create", "namespace", namespace]);
  closing.push(async () => {
    await wipe(address, [namespace]);
    await mustRun(address, ["delete", "--wait=false", "-f", frontManifests[1] ?? ""]);
    await mustRun(address, ["delete", "secret", "weir-front-tls", "-n", "weir-system", "--ignore-not-found"]);
  });
  const appManager = await startAppManager({
    delays: { startMs: 200, cancelMs: 100, savepointMs: 50, stopMs: 50, jitter: 0 },
  });
  closing.push(() => appManager.close());
  const reach = { WEIR_APPMANAGER_URL: appManager.url, ...env };
  const reconcile = await startAs(address, "reconcile", folder, reach);
  closing.push(() => reconcile.stop());
  const refresh = await startAs(address, "refresh", folder, reach);
  closing.push(() => refresh.stop());
  const autoscale = await startAs(address, "autoscale", folder, reach);
  closing.push(() => autoscale.stop());
  return { address, appManager, folder, reconcile, refresh, autoscale, ...objects(address, appManager), close };
}

function objects(
  address: ControlPlaneAddress,
  appManager: AppManagerSimulator,
): Pick<Rig, "must" | "make" | "change" | "read" | "clear"> {
  const must: Rig["must"] = async (method, path, body, type = "application/json") => {
    const answer = await callApi(address, method, path, body === undefined ? {} : { body, type });
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  return {
    must,
    make: async (name, patch = {}) => {
      const stringData = { token: appManager.token };
      await must("POST", `/api/v1/namespaces/${namespace}/secrets`, { metadata: { name }, stringData });
      const metadata = { name, namespace, annotations: { apikeySecretName: name } };
      const own = { metadata, spec: { deployment: { metadata: { name } } } };
      await must("POST", collection, mergePatch(vvpDeployment("PATCH", own) as unknown as JsonValue, patch) as object);
    },
    change: async (name, patch) => {
      await must("PATCH", `${collection}/${name}`, patch, "application/merge-patch+json");
    },
    read: async (name) => {
      const { status, body } = await callApi(address, "GET", `${collection}/${name}`);
      return status === 200 ? (body as KubeObject) : undefined;
    },
    clear: async () => {
      await wipe(address);
      appManager.admin.reset();
    },
  };
}
