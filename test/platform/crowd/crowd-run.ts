import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { startApiServerSource } from "../../../simulators/platform/api-server-source/start-api-server-source.ts";
import { findFreePort } from "../../../simulators/platform/autoscaler/readiness.ts";
import { startPingSource } from "../../../simulators/platform/ping-source/start-ping-source.ts";
import { type FunctionProcess, startProcess, whenReady } from "../scenario-process.ts";
import type { Crowd } from "./crowd.ts";

/** Starts a function as a process of its own for a crowd, with a rate that does not hold it up. */
export async function startFunction(
  crowd: Crowd,
  name: "reconcile" | "refresh",
  env: Readonly<Record<string, string>> = {},
): Promise<FunctionProcess> {
  const KUBECONFIG = join(crowd.folder, `${name}.kubeconfig`);
  await writeFile(KUBECONFIG, crowd.kubeconfigOf(name), { mode: 0o600 });
  const PORT = String(await findFreePort());
  const started = await startProcess(name, {
    PORT,
    KUBECONFIG,
    WEIR_INSTANCE_ID: "my-operator",
    WEIR_APPMANAGER_URL: crowd.appManager.url,
    WEIR_SELF_URL: `http://127.0.0.1:${PORT}`,
    WEIR_APPMANAGER_QPS: "10000",
    WEIR_APPMANAGER_BURST: "10000",
    // What is counted is what this kind costs.
    WEIR_KINDS: "VvpDeployment",
    ...env,
  });
  await whenReady(started);
  return started;
}

/** Has the crowd made through events alone, one source for each namespace; resolves when nothing is on its way any more. */
export async function convergeByEvents(crowd: Crowd, limitMs: number): Promise<void> {
  const reconcile = await startFunction(crowd, "reconcile");
  const source = await startApiServerSource({
    apiServer: { url: crowd.api.url, token: crowd.sourceToken },
    resources: [{ apiVersion: "ververica.platform/v1", kind: "VvpDeployment" }],
    namespaces: crowd.namespaces,
    mode: "Resource",
    sink: reconcile.url,
  });
  try {
    await crowd.apply();
    const deadline = performance.now() + limitMs;
    const isDone = () => source.stats().inFlight === 0 && unsettled(crowd) === 0;
    while (!isDone()) {
      if (performance.now() > deadline) throw new Error(`${unsettled(crowd)} resources have not converged`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await source.close();
    await reconcile.stop();
  }
}

function unsettled(crowd: Crowd): number {
  const isSettled = (object: ReturnType<Crowd["stored"]>[number]) => {
    const { generation } = object.metadata;
    const healthy = conditionsOf(object).find(({ type }) => type === "Healthy")?.status === "True";
    return healthy && at(object.status, "observedGeneration") === generation;
  };
  return crowd.size.resources - crowd.stored().filter(isSettled).length;
}

/** Calls of one tick, and how long it took. */
export interface TickCost {
  /** Lists of resources, and cursors of events. */
  readonly pages: number;
  readonly cursors: number;
  readonly secrets: number;
  /** Anything written to the API server but the sweep's own Lease. */
  readonly writes: number;
  /** Anything else that the API server was asked, the Lease aside. */
  readonly others: readonly string[];
  readonly deployments: number;
  readonly events: number;
  /** Anything else that AppManager was asked. */
  readonly appManagerOthers: readonly string[];
  readonly ms: number;
}

/** Sends one tick and counts what it cost. */
export async function tick(crowd: Crowd, { url }: FunctionProcess): Promise<TickCost> {
  crowd.api.resetCounters();
  const before = crowd.appManager.calls.length;
  const ping = startPingSource({ name: "weir-tick", namespace: "weir-system", sink: url, jitter: () => 0 });
  const from = performance.now();
  const { status } = await ping.tick();
  const ms = performance.now() - from;
  await ping.close();
  if (status !== 204) throw new Error(`the tick was answered ${status}`);
  const api = crowd.api.calls
    .filter(({ path }) => !path.includes("/leases/"))
    .map(({ method, path }) => `${method} ${path}`);
  const asked = crowd.appManager.calls.slice(before).map(({ method, path }) => `${method} ${path}`);
  const page = /^GET \S+\/vvpdeployments(\?|$)/;
  const [cursor, secret] = [/^GET \S+\/configmaps\//, /^GET \S+\/secrets\//];
  const [deployments, events] = [/^GET \S+\/deployments(\?|$)/, /^GET \S+\/events(\?|$)/];
  return {
    pages: matching(api, page),
    cursors: matching(api, cursor),
    secrets: matching(api, secret),
    writes: api.filter((line) => !line.startsWith("GET ")).length,
    others: api.filter((line) => line.startsWith("GET ") && ![page, cursor, secret].some((one) => one.test(line))),
    deployments: matching(asked, deployments),
    events: matching(asked, events),
    appManagerOthers: asked.filter((line) => ![deployments, events].some((one) => one.test(line))),
    ms,
  };
}

function matching(lines: readonly string[], pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line)).length;
}
