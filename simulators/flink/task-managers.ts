import { at, member } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Leaving } from "./pods.ts";

/** The pods of TaskManagers that native JobManagers ask for, as many as their job's parallelism fills and a quota admits. */
export class TaskManagers {
  /** Pods of a namespace at most. */
  quota: number | undefined;
  readonly #store: ObjectStore;
  #leaving: readonly Leaving[] = [];
  /** Pods that are asked for and were not admitted, by namespace and cluster. */
  readonly #refused = new Map<string, readonly string[]>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** True where a quota admits one more pod. */
  hasRoom(namespace: string): boolean {
    if (this.quota === undefined) return true;
    return this.#store.all("Pod").filter(({ metadata }) => metadata.namespace === namespace).length < this.quota;
  }

  /** Those of a new JobManager; true where pods of an earlier one are there that it does not know of. */
  begin(deployment: KubeObject, configuration: ReadonlyMap<string, string>, again: boolean): boolean {
    if (!isNative(deployment)) return false;
    const { name, namespace = "" } = deployment.metadata;
    const isOwn = (one: Leaving) => one.namespace === namespace && one.cluster === name;
    const overlaps = !again && this.#leaving.some(isOwn);
    this.#leaving = this.#leaving.filter((one) => !isOwn(one));
    const wanted = namesOf(name, configuration);
    const missing = wanted.filter((pod) => this.#store.find("Pod", namespace, pod) === undefined);
    this.#refused.set(`${namespace}/${name}`, missing);
    this.complete(deployment);
    return overlaps;
  }

  /** Those that a quota did not admit, as far as there is room now. */
  complete(deployment: KubeObject): void {
    const { name, namespace = "", labels = {} } = deployment.metadata;
    const left = (this.#refused.get(`${namespace}/${name}`) ?? []).filter((pod) => {
      if (!this.hasRoom(namespace)) return true;
      const metadata = { name: pod, namespace, labels: { ...labels, app: name, component: "taskmanager" } };
      this.#store.put({ kind: "Pod", metadata });
      return false;
    });
    if (left.length === 0) this.#refused.delete(`${namespace}/${name}`);
    else this.#refused.set(`${namespace}/${name}`, left);
  }

  /** They follow their JobManager. */
  leave(namespace: string, cluster: string, at: number): void {
    this.#refused.delete(`${namespace}/${cluster}`);
    const theirs = this.#store.all("Pod").filter(({ metadata: { name, namespace: place } }) => {
      return place === namespace && name.startsWith(`${cluster}-taskmanager-1-`);
    });
    const going = theirs.map(({ metadata: { name } }) => ({ namespace, cluster, name, at }));
    this.#leaving = [...this.#leaving, ...going];
  }

  /** Lets those go whose time has come. */
  tick(now: number): void {
    for (const { namespace, name, at } of this.#leaving) if (at <= now) this.#store.remove("Pod", namespace, name);
    this.#leaving = this.#leaving.filter(({ at }) => at > now);
  }
}

/** True where the JobManager asks for its TaskManagers itself. */
export function isNative({ metadata: { labels = {} } }: KubeObject): boolean {
  return labels.type === "flink-native-kubernetes";
}

/** The pods that a native cluster is to have; one for a session cluster. */
export function namesOf(cluster: string, configuration: ReadonlyMap<string, string>): readonly string[] {
  const slots = Number(configuration.get("taskmanager.numberOfTaskSlots") ?? 1);
  const many = Math.max(1, Math.ceil(Number(configuration.get("parallelism.default") ?? 1) / slots));
  return Array.from({ length: many }, (_, index) => `${cluster}-taskmanager-1-${index + 1}`);
}

/** True for a Deployment whose pods do not come up. */
export function isFailing(deployment: KubeObject | undefined): boolean {
  const conditions = at(deployment?.status, "conditions");
  const isOf = (type: string, status: string) => (one: unknown) =>
    member(one, "type") === type && member(one, "status") === status;
  return (
    Array.isArray(conditions) &&
    (conditions.some(isOf("ReplicaFailure", "True")) || conditions.some(isOf("Available", "False")))
  );
}
