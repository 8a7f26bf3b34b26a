import { at, isObject, type JsonObject, member } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { brokenContainer, refusedStatus } from "./broken-pods.ts";
import { firstOf, readConfiguration } from "./configuration.ts";
import { argumentOf, imageOf } from "./containers.ts";
import { availableSince, unavailableSince } from "./deployment-status.ts";
import { HighAvailability } from "./high-availability.ts";
import { noJars } from "./jars.ts";
import { advance, failTasks, submit } from "./jobs.ts";
import type { KubeletOptions } from "./kubelet-options.ts";
import { neverAsked } from "./metrics.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Pod } from "./pods.ts";
import { jobSettings, usualSettings } from "./settings.ts";
import { slotsOf } from "./slots.ts";
import { type Started, Starts } from "./starts.ts";
import type { Process, Storage } from "./state.ts";
import { TaskManagers } from "./task-managers.ts";

/**
 * What Kubernetes and Flink make of the Deployments of Flink clusters: pods that start, stop and are killed, and in each
 * JobManager's a process that runs the job of its configuration.
 */
export class Kubelet {
  readonly storage: Storage = new Map();
  readonly #pods = new Map<string, Pod>();
  readonly #store: ObjectStore;
  readonly #options: KubeletOptions;
  readonly #ha: HighAvailability;
  readonly #starts = new Starts(this.storage);
  /** Clusters of which a JobManager was started while pods of an earlier one were there. */
  readonly overlaps: string[] = [];
  readonly #taskManagers: TaskManagers;

  constructor(store: ObjectStore, options: KubeletOptions) {
    this.#store = store;
    this.#options = options;
    this.#ha = new HighAvailability(store, options.cleanUpMs);
    this.#taskManagers = new TaskManagers(store);
  }

  /** Admits so many pods to a namespace at most, from here on; undefined for any number. */
  setQuota(pods: number | undefined): void {
    this.#taskManagers.quota = pods;
  }

  /** Every job that was started, for those who count. */
  get started(): readonly Started[] {
    return this.#starts.all;
  }

  /** Lets time pass up to `now` for every JobManager. */
  tick(now: number): void {
    const deployments = this.#store.all("Deployment");
    for (const deployment of deployments) this.#reconcile(deployment, now);
    const uids = new Set(deployments.map(({ metadata }) => metadata.uid));
    for (const [key, pod] of this.#pods) if (!uids.has(pod.uid)) this.#leave(key, now);
    for (const { process } of this.#pods.values()) if (process !== undefined) this.#advance(process, now);
    this.#taskManagers.tick(now);
  }

  /** The JobManager's process of a cluster; undefined where there is none. */
  process(namespace: string, name: string, now: number): Process | undefined {
    const deployment = this.#store.find("Deployment", namespace, name);
    if (deployment === undefined) this.#leave(`${namespace}/${name}`, now);
    else this.#reconcile(deployment, now);
    return this.#pods.get(`${namespace}/${name}`)?.process;
  }

  /** The process that answers at an address: there is a Service of that name and port, and it speaks that scheme. */
  reach(url: string, now: number): Process | undefined {
    const { protocol, hostname, port } = new URL(url);
    const [service = "", namespace = ""] = hostname.split(".");
    const process = this.process(namespace, service.replace(/-rest$/, ""), now);
    if (process === undefined || now < process.startedAt + (this.#options.restAfterMs ?? 0)) return undefined;
    const ports = at(this.#store.find("Service", namespace, service)?.spec, "ports");
    const open = (Array.isArray(ports) ? ports : []).some(
      (one) => String(member(one, "port")) === port && member(one, "targetPort") === process.rest.port,
    );
    return open && protocol === `${process.rest.scheme}:` ? process : undefined;
  }

  /** Lets the tasks of every job of a cluster fail, as the loss of a TaskManager does. */
  failTasks(namespace: string, name: string, now: number): void {
    const process = this.process(namespace, name, now);
    for (const job of process?.jobs.values() ?? []) if (process !== undefined) failTasks(process, job, now);
  }

  /** Every process that answers. */
  processes(now: number): readonly Process[] {
    this.tick(now);
    return [...this.#pods.values()].flatMap(({ process }) => (process === undefined ? [] : [process]));
  }

  /** Ends a JobManager's process; its Deployment makes another pod. */
  kill(namespace: string, name: string, now: number): void {
    this.tick(now);
    const pod = this.#pods.get(`${namespace}/${name}`);
    if (pod === undefined) return;
    const startsAt = now + this.#options.startMs;
    this.#pods.set(`${namespace}/${name}`, { uid: pod.uid, again: true, startsAt, process: undefined });
    const deployment = this.#store.find("Deployment", namespace, name);
    if (deployment !== undefined) this.#store.put({ ...deployment, status: {} });
  }

  #advance(process: Process, now: number): void {
    const [namespace = "", name = ""] = process.cluster.split("/");
    advance(process, now);
    this.#ha.of(namespace, name).tidy(now);
  }

  #reconcile(deployment: KubeObject, now: number): void {
    const { name, namespace = "", uid = "", deletionTimestamp, labels, creationTimestamp = "" } = deployment.metadata;
    const key = `${namespace}/${name}`;
    if (deletionTimestamp !== undefined) {
      const { stopMs, outliveMs = 0 } = this.#options;
      const leftAt = Date.parse(deletionTimestamp) + stopMs;
      if (now >= leftAt) this.#leave(key, leftAt);
      if (now >= leftAt + outliveMs) this.#store.remove("Deployment", namespace, name);
      return;
    }
    const pod = this.#pods.get(key) ?? {
      uid,
      startsAt: Date.parse(creationTimestamp) + this.#options.startMs,
      process: undefined,
    };
    this.#pods.set(key, pod);
    if (this.#refuses(deployment, pod)) {
      this.#pods.set(key, { ...pod, startsAt: now + this.#options.startMs });
      return;
    }
    const broken = brokenContainer(imageOf(deployment));
    if (broken !== undefined) this.#fail(deployment, broken);
    if (pod.process !== undefined) this.#taskManagers.complete(deployment);
    if (broken !== undefined || pod.process !== undefined || now < pod.startsAt) return;
    const isJobManager = labels?.component === "jobmanager";
    if (isJobManager) pod.process = this.#boot(deployment, pod);
    const since = new Date(pod.startsAt).toISOString();
    this.#store.put({ ...deployment, status: availableSince(since) });
    this.#putPod(deployment, { state: { running: { startedAt: since } } });
    if (isJobManager && this.#taskManagers.begin(deployment, this.#configurationOf(deployment), pod.again === true))
      this.overlaps.push(name);
  }

  #putPod({ metadata: { name, namespace = "", labels = {} } }: KubeObject, container: JsonObject): void {
    const containerStatuses = [{ name: "flink-main-container", ...container }];
    this.#store.put({
      kind: "Pod",
      metadata: { name: `${name}-0`, namespace, labels },
      status: { containerStatuses },
    });
  }

  /** A Deployment whose pod a quota does not admit says so; once there is room it starts like any other. */
  #refuses(deployment: KubeObject, pod: Pod): boolean {
    const { name, namespace = "" } = deployment.metadata;
    const isThere = pod.process !== undefined || this.#store.find("Pod", namespace, `${name}-0`) !== undefined;
    if (isThere || this.#taskManagers.hasRoom(namespace)) return false;
    this.#store.put({ ...deployment, status: refusedStatus(name) });
    return true;
  }

  /** A JobManager is gone, and its TaskManagers follow. */
  #leave(key: string, now: number): void {
    const [namespace = "", name = ""] = key.split("/");
    if (!this.#pods.delete(key)) return;
    this.#store.remove("Pod", namespace, `${name}-0`);
    this.#taskManagers.leave(namespace, name, now + (this.#options.lingerMs ?? 0));
  }

  #fail(deployment: KubeObject, container: JsonObject): void {
    const { name, namespace = "", creationTimestamp = "" } = deployment.metadata;
    if (this.#store.find("Pod", namespace, `${name}-0`) !== undefined) return;
    const seenAt = Date.parse(creationTimestamp) + (this.#options.firstStatusMs ?? 0);
    this.#store.put({ ...deployment, status: unavailableSince(new Date(seenAt).toISOString()) });
    this.#putPod(deployment, container);
  }

  #configurationOf({ metadata: { name, namespace = "" } }: KubeObject): ReadonlyMap<string, string> {
    const files = member(this.#store.find("ConfigMap", namespace, `flink-config-${name}`), "data");
    return readConfiguration(isObject(files) ? (files as Readonly<Record<string, string>>) : {});
  }

  #boot(deployment: KubeObject, { startsAt: now, again = false }: Pod): Process {
    const { name, namespace = "" } = deployment.metadata;
    const configuration = this.#configurationOf(deployment);
    const isHa = firstOf(configuration, "high-availability.type", "high-availability")
      ?.toLowerCase()
      .includes("kubernetes");
    const resultStore = configuration.get("job-result-store.storage-path");
    const ha = isHa === true ? this.#ha.of(namespace, name, resultStore) : undefined;
    const port = Number(firstOf(configuration, "rest.bind-port", "rest.port") ?? 8081);
    const cluster = `${namespace}/${name}`;
    const process: Process = {
      rest: { port, scheme: configuration.get("security.ssl.rest.enabled") === "true" ? "https" : "http" },
      cluster,
      version: this.#options.version,
      startedAt: now,
      durations: this.#options.durations,
      storage: this.storage,
      configuration,
      settings: { ...usualSettings, ...jobSettings(configuration) },
      jobs: new Map(),
      pending: undefined,
      ...noJars(),
      ...neverAsked(),
      slots: () => slotsOf(this.#store, deployment, configuration),
      isDone: (jobId) => ha?.isDone(jobId) === true,
      onStart: (job, restorePath) => {
        const { id, name, settings } = job;
        ha?.begin({ id, name, settings, restorePath });
        this.#starts.note(cluster, job, { from: restorePath, again });
      },
      onRescale: ({ id, vertices }) => {
        const sizes = vertices.map((vertex) => [vertex.id, vertex.upper] as const);
        ha?.resize(id, Object.fromEntries(sizes));
      },
      onEnd: (job) => ha?.end(job.id, job.endTime ?? now),
      onCheckpoint: (job, row) => (row.type === "CHECKPOINT" ? ha?.keep(job.id, row) : undefined),
    };
    const id = configuration.get("$internal.pipeline.job-id");
    if (id === undefined || id === "") {
      for (const graph of ha?.graphs() ?? []) {
        submit(process, { ...graph, restorePath: ha?.latest(graph.id) ?? graph.restorePath }, now);
      }
      return process;
    }
    if (ha?.isDone(id)) return process;
    const asked =
      firstOf(configuration, "execution.state-recovery.path", "execution.savepoint.path") ?? argumentOf(deployment);
    const restorePath = ha?.latest(id) ?? asked;
    const settings = { ...process.settings, ...this.#options.behaviour(name) };
    const pipeline = configuration.get("pipeline.name") ?? name;
    // Its REST answers before it has run the job's main().
    const at = now + this.#options.durations.jobStartMs / 4;
    process.pending = { submission: { id, name: pipeline, settings, restorePath }, at };
    return process;
  }
}
