import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifests } from "../../cli/demo/manifests.ts";
import { at, type JsonObject } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { each } from "../../shared/engine/each.ts";
import type { Json } from "../../simulators/platform/api-server/json.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { clientOf } from "../platform/api-server-client.ts";
import { adaptive } from "../simulation/flink/acts.ts";
import { autoscaled } from "../simulation/flink/wishes.ts";
import { recordOfCopy, runningApplication } from "../world/running-application.ts";
import { startFlinkClusters } from "./flink-clusters.ts";

/** What a tick asked for. */
export interface TickCalls {
  /** Of the API server, the sweep's own Lease aside, and how many of them were no reads. */
  readonly api: number;
  readonly writes: number;
  readonly flink: number;
  /** Requests of Flink that were under way at once at most. */
  readonly mostAtOnce: number;
}

/** An API server with FlinkDeployments that run and are scaled by themselves, each with a cluster of its own. */
export interface AutoscaledCrowd {
  /** Environment of the function, for the jobs of a namespace. */
  env(namespace: string): Readonly<Record<string, string>>;
  /** Lets a minute go by, on the clocks of the API server and of Flink. */
  skipMinute(): void;
  /** Deletes what is remembered of the jobs of a namespace. */
  forget(namespace: string): Promise<void>;
  resetCounters(): void;
  count(): TickCalls;
  close(): Promise<void>;
}

const collection = (namespace: string) => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments`;

/** Starts all of it, with so many jobs in each namespace; kubeconfigs are written to `folder`. */
export async function startAutoscaledCrowd(
  sizes: Readonly<Record<string, number>>,
  folder: string,
): Promise<AutoscaledCrowd> {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const shipped = await memorySettings();
  const template = await runningApplication(adaptive, autoscaled);
  const places = Object.entries(sizes).flatMap(([namespace, size]) =>
    Array.from({ length: size }, (_, index) => ({ namespace, name: `job-${String(index).padStart(4, "0")}` })),
  );
  const flink = await startFlinkClusters(places.length, now);
  const api = await startApiServer({
    now,
    seed: [
      ...["weir-system", ...Object.keys(sizes)].map((name) => namespaceOf(name)),
      ...(await readManifests("crds/flink.apache.org_flinkdeployments.yaml")),
      ...(await readManifests("crds/flink.apache.org_flinksessionjobs.yaml")),
      ...places.map(({ namespace, name }) => ({ ...template, metadata: { namespace, name } })),
    ] as unknown as Json[],
  });
  await remember(api, template, flink.urls);
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, inSystem(api.kubeconfig()));
  return {
    env: (namespace) => ({
      ...shipped,
      KUBECONFIG: kubeconfig,
      WEIR_INSTANCE_ID: "my-operator",
      WEIR_NAMESPACES: namespace,
      WEIR_FLINK_HOSTS: "any",
      WEIR_SELF_URL: "http://127.0.0.1:1",
      PORT: "0",
    }),
    skipMinute: () => {
      skipped += 60_000;
    },
    forget: (namespace) => forget(api, namespace),
    resetCounters: () => {
      api.resetCounters();
      flink.reset();
    },
    count: () => {
      const own = api.calls.filter(({ path }) => !path.includes("/leases"));
      const { calls, mostAtOnce } = flink.count();
      return { api: own.length, writes: own.filter(({ method }) => method !== "GET").length, flink: calls, mostAtOnce };
    },
    close: async () => void (await Promise.all([api.close(), flink.close()])),
  };
}

/** What the manifest says to Node.js and the C library. */
async function memorySettings(): Promise<Readonly<Record<string, string>>> {
  const [service] = await readManifests("knative/base/415-autoscale.yaml");
  const [container] = at(service, "spec", "template", "spec", "containers") as readonly JsonObject[];
  const env = at(container, "env") as unknown as readonly { readonly name: string; readonly value: string }[];
  return Object.fromEntries(env.flatMap(({ name, value }) => (name.startsWith("WEIR_") ? [] : [[name, value]])));
}

const namespaceOf = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

/** Gives each resource a record of its own, which names its job and its cluster. */
async function remember(api: ApiServer, template: KubeObject, urls: readonly string[]): Promise<void> {
  const resource = api.store.resources.find("flink.apache.org", "v1beta1", "flinkdeployments");
  if (resource === undefined) throw new Error("the kind is not installed");
  const objects = api.store.all(resource) as readonly KubeObject[];
  const client = clientOf(api);
  await each(objects.entries(), 8, async ([index, { metadata }]) => {
    const { namespace = "", name, uid = "" } = metadata;
    const jobId = index.toString(16).padStart(32, "a");
    const annotations = recordOfCopy(template, { uid, jobId, endpoint: urls[index] ?? "" });
    const path = `${collection(namespace)}/${name}`;
    const { code, body } = await client.patch("merge", path, { metadata: { annotations } });
    if (code !== 200) throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
  });
}

async function forget(api: ApiServer, namespace: string): Promise<void> {
  const client = clientOf(api);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const { code } = await client.remove(`${path}?labelSelector=app.kubernetes.io%2Fcomponent%3Dautoscaler`);
  if (code !== 200) throw new Error(`the states were not deleted: ${code}`);
}

/** The sweep's Lease lies in the namespace of the context. */
function inSystem(kubeconfig: string): string {
  const config = JSON.parse(kubeconfig);
  for (const { context } of config.contexts) context.namespace = "weir-system";
  return JSON.stringify(config);
}
