import { createReadStream } from "node:fs";
import { at, type JsonObject, type JsonValue } from "../../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../../shared/core/object.ts";
import type { JobOverview, JobVertex } from "../../../../../shared/ports/flink-answers.ts";
import { runKubectl } from "../../control-plane/access.ts";
import { until } from "../pods/ask.ts";
import type { Pod } from "../pods/rig.ts";
import { namespace, type Place, user } from "./place.ts";
import { tellResource } from "./tell-resource.ts";

/** Milliseconds within which a resource does what it is to do; a JVM on a busy machine takes its time. */
const limitMs = 300_000;

const collection = `/api/v1/namespaces/${namespace}`;

/** Role of a pod of a cluster. */
export type Component = "jobmanager" | "taskmanager";

/** A snapshot that Weir made a resource of. */
export interface Shown {
  readonly name: string;
  readonly status: string;
  readonly path: string;
  /** Whether its files go with it, which the options decide when it is made. */
  readonly disposes: boolean;
}

/** How a job that nobody manages is run. */
export interface ByHand {
  /** Flink's version, as a resource spells it. */
  readonly name: string;
  readonly programArgs: readonly string[];
}

/** A resource of Weir's on the node, as a user works with it; Weir does the rest. */
export class FlinkResource {
  readonly name: string;
  readonly kind: string;
  /** The cluster that its job runs in. */
  readonly cluster: string;
  readonly #place: Place;
  /** How often Weir had been killed when something was last wanted of the resource. */
  #deaths = 0;

  constructor(place: Place, name: string, { kind = "FlinkDeployment", cluster = name } = {}) {
    this.#place = place;
    this.name = name;
    this.kind = kind;
    this.cluster = cluster;
  }

  /** `kubectl apply`; rejects with what kubectl says. */
  async apply(spec: object): Promise<void> {
    const { name, kind } = this;
    this.#deaths = this.#place.deaths;
    const manifest = { apiVersion: "flink.apache.org/v1beta1", kind, metadata: { name }, spec };
    await this.#asUser(["apply", "--filename=-"], JSON.stringify(manifest));
  }

  /** `kubectl delete`, and waits until it is gone. */
  async delete(): Promise<void> {
    await this.beginDelete();
    await this.until("it is gone", async () => (await this.read()) === undefined);
  }

  /** `kubectl delete`, without waiting. */
  async beginDelete(): Promise<void> {
    this.#deaths = this.#place.deaths;
    await this.#asUser(["delete", this.kind, this.name, "--wait=false"]);
  }

  async #asUser(args: readonly string[], input = ""): Promise<void> {
    const { controlPlane } = this.#place.cluster;
    const said = await runKubectl(controlPlane, [`--namespace=${namespace}`, ...args], { user, input });
    if (said.code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${said.stderr}${said.stdout}`);
  }

  /** It as it is stored. */
  async read(): Promise<KubeObject | undefined> {
    const path = `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/${this.kind.toLowerCase()}s/${this.name}`;
    const { status, body } = await this.#place.call("GET", path);
    return status === 200 ? (body as KubeObject) : undefined;
  }

  /** A part of its status. */
  async status(...path: string[]): Promise<JsonValue | undefined> {
    return at((await this.read())?.status, ...path);
  }

  /** Resolves with its status once that is about the newest spec and says this of the life cycle, and of the job. */
  async untilState(lifecycle: string, job?: string): Promise<JsonObject> {
    return this.until(`it is ${lifecycle}, its job ${job ?? "whatever it is"}`, async () => {
      const object = await this.read();
      const { status } = object ?? {};
      const isActed = object?.metadata.generation === at(status, "observedGeneration");
      const isJob = job === undefined || at(status, "jobStatus", "state") === job;
      return isActed && at(status, "lifecycleState") === lifecycle && isJob && (status as JsonObject);
    });
  }

  /** The jobs of its cluster, by its REST. */
  jobs(): Promise<readonly JobOverview[]> {
    return this.#place.rest.overview(this.#endpoint);
  }

  /** How many subtasks each vertex of a job has. */
  async sizes(jobId: string): Promise<number[]> {
    return (await this.vertices(jobId)).map(({ parallelism }) => parallelism);
  }

  /** The vertices of a job. */
  async vertices(jobId: string): Promise<readonly JobVertex[]> {
    return (await this.#place.rest.job(this.#endpoint, jobId))?.vertices ?? [];
  }

  /** Runs a jar of the test's in its cluster, past Weir, as a job of this id; it ends by itself, or is cancelled. */
  async runByHand(file: string, jobId: string, { name, programArgs }: ByHand): Promise<void> {
    const upload = { fileName: "by-hand.jar", content: createReadStream(file) };
    const jar = await this.#place.rest.uploadJar(this.#endpoint, upload);
    await this.#place.rest.runJar(this.#endpoint, jar, { flinkVersion: name, jobId, programArgs });
  }

  /** Cancels a job of its cluster, past Weir. */
  cancelByHand(jobId: string): Promise<unknown> {
    return this.#place.rest.cancel(this.#endpoint, jobId);
  }

  /** What its cluster tells of itself. */
  config() {
    return this.#place.rest.config(this.#endpoint);
  }

  /** Where the REST of its cluster answers. */
  get url(): string {
    return `http://${this.cluster}-rest.${namespace}.svc:8081`;
  }

  get #endpoint() {
    return { url: this.url };
  }

  /** Writes into its status past Weir. */
  async editStatus(status: object): Promise<void> {
    const patch = JSON.stringify({ status });
    const args = ["patch", this.kind, this.name, "--subresource=status", "--type=merge", `--patch=${patch}`];
    await this.#place.kubectl(args);
  }

  /** The snapshots that were made of its job for this reason, oldest first. */
  async snapshots(by: "PERIODIC" | "UPGRADE"): Promise<Shown[]> {
    const query = encodeURIComponent(`job-reference.name=${this.name},snapshot.trigger-type=${by}`);
    const path = `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkstatesnapshots?labelSelector=${query}`;
    const { items } = (await this.#place.call("GET", path)).body as { items: KubeObject[] };
    const text = (object: KubeObject, name: string) => String(at(object.status, name) ?? "");
    return items
      .sort((one, other) => Date.parse(made(one)) - Date.parse(made(other)))
      .map((one) => ({
        ...{ name: one.metadata.name, status: text(one, "state"), path: text(one, "path") },
        disposes: at(one.spec, "savepoint", "disposeOnDelete") === true,
      }));
  }

  /** `kubectl delete` of the snapshots that were made of its job for this reason; they are gone then. */
  async deleteSnapshots(by: "PERIODIC" | "UPGRADE"): Promise<void> {
    const selector = `--selector=job-reference.name=${this.name},snapshot.trigger-type=${by}`;
    await this.#asUser(["delete", "flinkstatesnapshots", selector]);
  }

  /** The images of its pods, each once. */
  async images(): Promise<string[]> {
    const path = "--output=jsonpath={.items[*].spec.containers[*].image}";
    return [
      ...new Set((await this.#place.kubectl(["get", "pods", `--selector=app=${this.cluster}`, path])).split(" ")),
    ];
  }

  /** Deletes the Deployment of its JobManager behind Weir's back. */
  async removeJobManager(): Promise<void> {
    await this.#place.kubectl(["delete", "deployment", this.cluster, "--wait=false"]);
  }

  /** Deletes what its high availability knows, behind Weir's back. */
  async removeMetadata(): Promise<void> {
    const selector = `--selector=app=${this.cluster},configmap-type=high-availability`;
    await this.#place.kubectl(["delete", "configmap", selector]);
  }

  /**
   * Resolves once Events of all these reasons tell of it. What is stored as Weir is killed is never told (ADR 11), so that
   * nothing is waited for where that happened, in whichever story, since something was wanted of the resource.
   */
  async untilTold(...reasons: string[]): Promise<void> {
    await this.until(`Events tell ${reasons.join(", ")}`, async () => {
      const told = await this.#events();
      return reasons.every((reason) => told.includes(reason)) || this.#place.deaths > this.#deaths;
    });
  }

  async #events(): Promise<string[]> {
    const { body } = await this.#place.call("GET", `${collection}/events`);
    const { items } = body as { items: { reason: string; involvedObject: { name: string; kind: string } }[] };
    const own = items.filter((one) => one.involvedObject.name === this.name && one.involvedObject.kind === this.kind);
    return own.map(({ reason }) => reason);
  }

  /** Its pods, or those of one role. */
  async pods(component?: Component): Promise<Pod[]> {
    const labels = [`app=${this.cluster}`, ...(component === undefined ? [] : [`component=${component}`])];
    const query = encodeURIComponent(labels.join(","));
    const { body } = await this.#place.call("GET", `${collection}/pods?labelSelector=${query}`);
    return (body as { items: Pod[] }).items;
  }

  /** Names of all objects of a cluster of its name, of the kinds that Weir and Flink make. */
  async objects(): Promise<string[]> {
    const kinds = "deployments,services,configmaps,pods";
    const said = await this.#place.kubectl(["get", kinds, `--selector=app=${this.cluster}`, "--output=name"]);
    return lines(said);
  }

  /** Takes the pods of a role away at once, as a node that fails does. */
  async kill(component: Component): Promise<void> {
    const selector = `--selector=app=${this.cluster},component=${component}`;
    await this.#place.kubectl(["delete", "pod", selector, "--grace-period=0", "--force"]);
  }

  /** Takes the JobManager that leads away at once: the one whose address its high availability gives. */
  async killLeader(): Promise<void> {
    const path = `${collection}/configmaps/${this.cluster}-cluster-config-map`;
    const known = JSON.stringify((await this.#place.call("GET", path)).body);
    const leader = (await this.pods("jobmanager")).find(({ status }) => known.includes(`@${status?.podIP}:`));
    if (leader === undefined) throw new Error(`${this.name}: no JobManager leads: ${known}`);
    await this.#place.kubectl(["delete", "pod", leader.metadata.name, "--grace-period=0", "--force"]);
  }

  /** How many of its pods of a role are ready. */
  async ready(component: Component): Promise<number> {
    const isReady = ({ status }: Pod) =>
      status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;
    return (await this.pods(component)).filter(isReady).length;
  }

  /** Asks until there is something, and gives it; rejects where it takes too long. */
  until<T>(what: string, look: () => Promise<T | false | undefined>): Promise<T> {
    return until(`${this.name}: ${what}`, look, limitMs);
  }

  /** All that is known of it: what is stored, its pods and Events, what Weir did about it, what its pods say. */
  tell(): Promise<string[]> {
    return tellResource(this.#place, this);
  }
}

function lines(said: string): string[] {
  return said.split("\n").filter((line) => line !== "");
}

function made({ metadata }: KubeObject): string {
  return metadata.creationTimestamp ?? "";
}
