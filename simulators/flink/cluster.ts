import type { JsonObject } from "../../shared/core/json.ts";
import type { ObjectMeta } from "../../shared/core/object.ts";
import { type RestAnswer, type RestRequest, unavailable } from "./exchange.ts";
import { Kubelet } from "./kubelet.ts";
import { ObjectMap } from "./object-map.ts";
import { answer } from "./rest.ts";
import type { Durations, JobBehaviour, Process, Snapshot } from "./state.ts";

/** What a cluster is made of. */
export interface ClusterSettings {
  /** Such as `1.20.5`. */
  readonly version: string;
  /** Flink's own options, by their keys. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly taskManagers: number;
  /** How long things take; whoever changes it changes what comes. */
  readonly delays: Delays;
  /** The one job of an application, which runs when the cluster begins; undefined for a session cluster. */
  readonly application: ApplicationJob | undefined;
}

/** The job of an application: what main() would make. */
export interface ApplicationJob {
  readonly id: string;
  readonly name: string;
  readonly parallelism: number;
  readonly behaviour: JobBehaviour;
}

/** Milliseconds. */
export interface Delays extends Required<Durations> {
  /** How long a JobManager that was restarted answers 503. */
  readonly restMs: number;
}

/** How long things take where nobody says it: a small cluster that has nothing else to do. */
export const usualDelays: Delays = {
  restMs: 2_000,
  initializingMs: 200,
  jobStartMs: 2_000,
  restartMs: 2_000,
  cancelMs: 500,
  savepointMs: 1_000,
  rememberedMs: 300_000,
};

const namespace = "default";
const name = "flink";

/** One Flink cluster in the time of its caller: a JobManager, TaskManagers, and the storage that outlives both. */
export class FlinkCluster {
  readonly #store = new ObjectMap();
  readonly #kubelet: Kubelet;

  constructor(settings: ClusterSettings, now: number) {
    const { version, delays, application } = settings;
    this.#kubelet = new Kubelet(this.#store, {
      version,
      get startMs() {
        return delays.restMs;
      },
      stopMs: 0,
      durations: delays,
      behaviour: () => application?.behaviour ?? {},
    });
    // Its JobManager has come up by now.
    const creationTimestamp = new Date(now - delays.restMs).toISOString();
    const labels = { app: name, component: "jobmanager" };
    this.#put("ConfigMap", `flink-config-${name}`, { data: filesOf(settings) });
    this.#put("Deployment", name, {}, { labels, creationTimestamp });
    this.scaleTaskManagers(settings.taskManagers);
    this.#kubelet.tick(now);
  }

  /** Snapshots in its storage. */
  get storage(): readonly Snapshot[] {
    return [...this.#kubelet.storage.values()];
  }

  /** Every job that was started, with the records that it lost. */
  get started() {
    return this.#kubelet.started;
  }

  /** The process of its JobManager; undefined while it starts. */
  process(now: number): Process | undefined {
    this.#kubelet.tick(now);
    return this.#kubelet.process(namespace, name, now);
  }

  /** What its REST answers. */
  request(request: RestRequest, now: number): RestAnswer {
    const process = this.process(now);
    return process === undefined ? unavailable : answer(process, request, now);
  }

  /** Kills the JobManager; without high availability it has forgotten its jobs when it is back. */
  restart(now: number): void {
    this.#kubelet.kill(namespace, name, now);
  }

  /** Changes how many TaskManagers there are. */
  scaleTaskManagers(replicas: number): void {
    const creationTimestamp = new Date(0).toISOString();
    this.#put("Deployment", `${name}-taskmanager`, { spec: { replicas } }, { creationTimestamp });
  }

  #put(kind: string, objectName: string, rest: JsonObject, metadata: Partial<ObjectMeta> = {}): void {
    this.#store.put({ kind, metadata: { name: objectName, namespace, uid: objectName, ...metadata }, ...rest });
  }
}

/** The configuration as its processes read it; JSON is YAML. */
function filesOf({ configuration, application }: ClusterSettings): JsonObject {
  const ofJob =
    application === undefined
      ? {}
      : {
          "$internal.pipeline.job-id": application.id,
          "pipeline.name": application.name,
          "parallelism.default": String(application.parallelism),
        };
  return { "config.yaml": JSON.stringify({ ...configuration, ...ofJob }) };
}
