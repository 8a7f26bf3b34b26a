import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAllDocuments } from "yaml";
import { findFreePort } from "../../../../simulators/platform/autoscaler/readiness.ts";
import { projectRoot } from "../../../golden/kustomization.ts";
import type { Element } from "../../../golden/observability/promql.ts";
import { patienceMs } from "../../../patience.ts";
import { partPath } from "../build/cache.ts";
import { type ControlPlaneAddress, serviceAccountToken, toKubeconfig } from "../control-plane/access.ts";
import { mustRun } from "../control-plane/install.ts";
import { startPart } from "../control-plane/part-process.ts";
import { readExposed } from "./exposed.ts";

const component = "knative/components/kube-state-metrics/800-kube-state-metrics.generated.yaml";

/** A kube-state-metrics that runs. */
export interface StateMetrics {
  /** What it exposes now. */
  scrape(): Promise<Element[]>;
  close(): Promise<void>;
}

/**
 * Starts kube-state-metrics as the guide says: with the shipped configuration and an account of `namespace` that has the
 * rights of the shipped ClusterRole alone. Resolves when it answers.
 */
export async function startStateMetrics(address: ControlPlaneAddress, namespace: string): Promise<StateMetrics> {
  const documents = parseAllDocuments(readFileSync(join(projectRoot, component), "utf8")).map((one) => one.toJS());
  const [map, role] = documents as [{ data: Record<string, string> }, object];
  const account = `${namespace}:kube-state-metrics`;
  await mustRun(address, ["apply", "-f", "-"], JSON.stringify(role));
  await mustRun(address, ["create", "serviceaccount", "kube-state-metrics", "-n", namespace]);
  const binding = ["clusterrolebinding", "weir-kube-state-metrics"];
  await mustRun(address, [
    "create",
    ...binding,
    "--clusterrole",
    "weir-kube-state-metrics",
    "--serviceaccount",
    account,
  ]);

  const folder = mkdtempSync(join(address.folder, "state-metrics-"));
  const [kubeconfig, config] = [join(folder, "kubeconfig"), join(folder, "config.yaml")];
  writeFileSync(kubeconfig, toKubeconfig(address, await serviceAccountToken(address, namespace, "kube-state-metrics")));
  writeFileSync(config, map.data["config.yaml"] ?? "");
  const [port, telemetryPort] = await Promise.all([1, 2].map(() => findFreePort()));
  const part = startPart({
    path: partPath("kube-state-metrics"),
    folder,
    args: [
      ...["--kubeconfig", kubeconfig, "--custom-resource-state-config-file", config, "--custom-resource-state-only"],
      ...["--host", "127.0.0.1", "--port", String(port)],
      ...["--telemetry-host", "127.0.0.1", "--telemetry-port", String(telemetryPort)],
    ],
  });
  const scrape = async () => readExposed(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const deadline = performance.now() + patienceMs;
  while (!(await scrape().then(Boolean, () => false))) {
    if (!part.isAlive() || performance.now() > deadline) throw new Error(`no answer: ${part.lastLines()}`);
    await sleep(100);
  }
  return {
    scrape,
    close: async () => {
      await part.stop();
      await rm(folder, { recursive: true, force: true });
      await mustRun(address, ["delete", ...binding]);
      await mustRun(address, ["delete", "clusterrole", "weir-kube-state-metrics"]);
    },
  };
}
