import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startAppManager } from "../../simulators/app-manager/server.ts";
import { callApi } from "../platform/real/control-plane/access.ts";
import { mustRun } from "../platform/real/control-plane/install.ts";
import { type Cluster, startCluster } from "../platform/real/node/cluster.ts";
import { loadWeir } from "../platform/real/node/images.ts";
import { network } from "../platform/real/node/network.ts";
import {
  type FunctionPods,
  readFunctions,
  readInstallation,
  toService,
  toVariant,
} from "../platform/real/node/pods/function-pods.ts";
import { weirImage } from "../platform/real/node/pods/image-name.ts";
import { sandboxCgroup, sandboxed, whyNoSandbox } from "../platform/real/node/sandbox.ts";
import { whyNot } from "../platform/real/why-not.ts";
import { addressOf, type ContainerEvents, goFirst, listenToContainers, whenReady } from "./pod-start.ts";
import { progress, ratioText, table } from "./report.ts";
import { type Estimate, estimate, median } from "./statistics.ts";

/** One line for the list of benchmarks. */
export const summary =
  "Start of a container on a real node to its first answer, with 100m, 250m and no CPU limit (root)";

/** CPU limits; null is none. */
const limits = ["100m", "250m", null] as const;
type Limit = (typeof limits)[number];

const floorName = "bare node:http";
const controlName = "the same again (control)";
const bare = 'require("node:http").createServer((request, response) => response.end()).listen(8080)';
const namespace = "weir-system";

/** Runs the benchmark in a sandbox and prints its tables. */
export async function run(pairs: number): Promise<void> {
  const reason = whyNoSandbox() ?? (await whyNot("node"));
  if (reason !== undefined) throw new Error(reason);
  const cgroup = sandboxCgroup();
  if (cgroup !== undefined) {
    goFirst(cgroup);
    return measure(pairs);
  }
  const self = [process.execPath, join(import.meta.dirname, "run.ts"), "cold-start-pod", "--pairs", `${pairs}`];
  const [command = "", ...args] = sandboxed(self);
  const [code] = await once(spawn(command, args, { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`the sandbox ended with ${code}`);
}

async function measure(pairs: number): Promise<void> {
  const dist = join(import.meta.dirname, "../../dist");
  const cluster = await startCluster({ load: ({ places }) => loadWeir(places.socket, weirImage, dist) });
  const appManager = await startAppManager({ host: network.host });
  const events = listenToContainers(cluster.runtime.places);
  try {
    const subjects = await install(cluster, appManager.url);
    for (const limit of limits) {
      const samples = await sample({ cluster, events }, subjects, limit, pairs);
      process.stdout.write(report(limit, samples));
    }
  } finally {
    events.close();
    await appManager.close();
    await cluster.close();
  }
}

/** The functions that scale to zero, and the bare server twice, in the pod of admission. */
async function install({ controlPlane }: Cluster, appManager: string): Promise<FunctionPods[]> {
  const functions = readFunctions();
  const items = [
    ...readInstallation({ WEIR_APPMANAGER_URL: appManager }),
    ...functions.filter(({ name }) => name !== "weir-front").map(toService),
  ];
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  await mustRun(controlPlane, ["apply", "--server-side", "--filename=-"], list);
  const admission = functions.find(({ name }) => name === "admission");
  if (admission === undefined) throw new Error("the manifests have no admission");
  const { template } = admission;
  const [container] = template.spec.containers;
  const spec = { ...template.spec, containers: [{ ...container, args: ["-e", bare] }] as const };
  const floor = (name: string): FunctionPods => ({ name, template: { ...template, spec } as FunctionPods["template"] });
  const starting = functions.filter(({ name }) => name !== "weir-front");
  return [floor(floorName), ...starting, floor(controlName)];
}

interface Place {
  readonly cluster: Cluster;
  readonly events: ContainerEvents;
}

/** Milliseconds from containerd's word that the container runs to its first answer to a readiness check. */
async function timed({ cluster, events }: Place, subject: FunctionPods, cpu: Limit): Promise<number> {
  const { controlPlane, runtime } = cluster;
  const { metadata, spec } = toVariant(subject, { name: "bench", cpu });
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "bench", namespace, labels: metadata.labels },
    spec: { ...spec, restartPolicy: "Never" },
  };
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const { status, body } = await callApi(controlPlane, "POST", pods, { body: pod });
  if (status !== 201) throw new Error(`the pod was refused: ${JSON.stringify(body)}`);
  const sandbox = await events.next();
  const container = await events.next();
  const answeredAt = await whenReady(`http://${addressOf(runtime.places, sandbox.id)}:8080/readyz`);
  await callApi(controlPlane, "DELETE", `${pods}/bench?gracePeriodSeconds=1`);
  while ((await callApi(controlPlane, "GET", `${pods}/bench`)).status !== 404) await sleep(50);
  return answeredAt - container.at;
}

type Samples = ReadonlyMap<string, readonly number[]>;

/** One start of each to fill caches, then rounds in turns, every second one in reverse order. */
async function sample(place: Place, subjects: readonly FunctionPods[], limit: Limit, rounds: number): Promise<Samples> {
  const samples = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await timed(place, subject, limit);
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      samples.get(subject.name)?.push(await timed(place, subject, limit));
    }
    progress(`cold-start-pod, ${limit ?? "no limit"}: round`, round + 1, rounds);
  }
  return samples;
}

function report(limit: Limit, samples: Samples): string {
  const base = samples.get(floorName) ?? [];
  const ratio = (name: string): Estimate => estimate((samples.get(name) ?? []).map((ms, at) => ms / (base[at] ?? ms)));
  const rows = [...samples.keys()].map((name) => [
    name,
    `${median(samples.get(name) ?? []).toFixed(0)} ms`,
    name === floorName ? "1" : ratioText(ratio(name)),
  ]);
  const head = [`CPU limit: ${limit ?? "none"}`, "p50", "ratio [95 %]"];
  // A quota comes in steps of 100 ms, so that the same thing twice differs by more than the 5 % of other benchmarks.
  const { low, high } = ratio(controlName);
  const verdict =
    low <= 1 && 1 <= high ? "" : "VOID: the control differs from itself. Run it again, with more --pairs.\n";
  return `\n${table(head, rows)}${verdict}`;
}
