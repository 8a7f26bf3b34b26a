import { isObject, member } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { ObjectStore } from "./object-store.ts";
import type { CheckpointRow, Submission } from "./state.ts";

const graphPrefix = "jobGraph-";

/** What a JobManager needs to run a job anew. */
export type JobGraph = Submission;

/** What one cluster keeps for its next JobManager. */
export interface ClusterMetadata {
  /** The job is being run, with the graph that was submitted. */
  begin(graph: JobGraph): void;
  /** The job takes another parallelism, by its vertices, which outlasts the JobManager. */
  resize(jobId: string, overrides: Readonly<Record<string, number>>): void;
  /** Jobs that were run and have not ended, each to go on from its newest checkpoint. */
  graphs(): readonly JobGraph[];
  /** The path of its newest checkpoint. */
  latest(jobId: string): string | undefined;
  keep(jobId: string, row: CheckpointRow): void;
  /** It has ended for good: its checkpoints go first. */
  end(jobId: string, at: number): void;
  /** Removes what is left of jobs that have ended, as far as its time has come; a JobManager that is restarted goes on with it. */
  tidy(now: number): void;
  /** True for a job that has ended, which a restarted JobManager does not run again. */
  isDone(jobId: string): boolean;
}

/** Kubernetes high availability: ConfigMaps without an owner, one of the cluster and one of each job (3.3). */
export class HighAvailability {
  readonly #store: ObjectStore;
  readonly #done = new Set<string>();
  readonly #cleanUpMs: number;
  #ending: readonly { readonly cluster: string; readonly map: string; readonly at: number }[] = [];

  constructor(store: ObjectStore, cleanUpMs = 0) {
    this.#store = store;
    this.#cleanUpMs = cleanUpMs;
  }

  /** What a cluster keeps; of the jobs that have ended in the place that `job-result-store.storage-path` names. */
  of(namespace: string, name: string, resultStore = ""): ClusterMetadata {
    const cluster = `${namespace}/${name}`;
    const resultOf = (jobId: string) => `${cluster} ${resultStore} ${jobId}`;
    const clusterMap = `${name}-cluster-config-map`;
    const jobMap = (jobId: string) => `${name}-${jobId}-config-map`;
    const read = (map: string) => dataOf(this.#store.find("ConfigMap", namespace, map));
    const write = (map: string, data: Readonly<Record<string, string>>) => {
      // The leader election of Flink 2 takes the label `configmap-type` away.
      const labels = { app: name, type: "flink-native-kubernetes" };
      const before = this.#store.find("ConfigMap", namespace, map);
      const metadata = before?.metadata ?? { name: map, namespace, labels };
      this.#store.put({ apiVersion: "v1", kind: "ConfigMap", metadata, ...{ data } });
    };
    const graphs = () => {
      const entries = Object.entries(read(clusterMap)).filter(([key]) => key.startsWith(graphPrefix));
      return entries.map(([, text]) => JSON.parse(text) as JobGraph);
    };
    const tidy = (now: number) => {
      const isDue = (one: { readonly cluster: string; readonly at: number }) =>
        one.cluster === cluster && one.at + this.#cleanUpMs <= now;
      for (const { map } of this.#ending.filter(isDue)) this.#store.remove("ConfigMap", namespace, map);
      this.#ending = this.#ending.filter((one) => !isDue(one));
    };
    return {
      begin: (graph) => {
        const { id: jobId } = graph;
        write(clusterMap, { ...read(clusterMap), [`${graphPrefix}${jobId}`]: JSON.stringify(graph) });
        write(jobMap(jobId), { counter: "1", ...read(jobMap(jobId)) });
      },
      resize: (jobId, overrides) => {
        const graph = graphs().find(({ id }) => id === jobId);
        if (graph === undefined) return;
        const resized: JobGraph = { ...graph, settings: { ...graph.settings, overrides } };
        write(clusterMap, { ...read(clusterMap), [`${graphPrefix}${jobId}`]: JSON.stringify(resized) });
      },
      graphs,
      latest: (jobId) => {
        const entries = Object.entries(read(jobMap(jobId))).filter(([key]) => key.startsWith("checkpointID-"));
        return entries.sort(([left], [right]) => left.localeCompare(right)).at(-1)?.[1];
      },
      keep: (jobId, { id, path, at }) => {
        if (path === undefined) return;
        const key = `checkpointID-${String(at).padStart(15, "0")}-${String(id).padStart(6, "0")}`;
        write(jobMap(jobId), { ...read(jobMap(jobId)), [key]: path });
      },
      end: (jobId, at) => {
        this.#done.add(resultOf(jobId));
        const map = jobMap(jobId);
        this.#ending = [...this.#ending, { cluster, map, at }];
        const left = Object.entries(read(map)).filter(([key]) => !key.startsWith("checkpointID-"));
        if (left.length > 0) write(map, Object.fromEntries(left));
        tidy(at);
        const { [`${graphPrefix}${jobId}`]: _ended, ...rest } = read(clusterMap);
        write(clusterMap, rest);
      },
      tidy,
      isDone: (jobId) => this.#done.has(resultOf(jobId)),
    };
  }
}

function dataOf(map: KubeObject | undefined): Readonly<Record<string, string>> {
  const data = member(map, "data");
  return isObject(data) ? (data as Readonly<Record<string, string>>) : {};
}
