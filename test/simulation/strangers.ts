import { at } from "../../shared/core/json.ts";
import { adoptionPolicy } from "../../shared/kinds/vvp-deployment/policies.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import { ownerOf } from "./owner-of.ts";

/** Deployments that people have made by hand, each as they left it: nobody else may change or delete one (S3). */
export class Strangers {
  readonly violations: string[] = [];
  readonly #cluster: MemoryCluster;
  readonly #platform: Platform;
  /** What was made by hand, by id. */
  readonly #left = new Map<string, string>();

  constructor(cluster: MemoryCluster, platform: Platform) {
    this.#cluster = cluster;
    this.#platform = platform;
  }

  /** Takes in what a deed of somebody makes, changes and deletes. */
  during(act: () => void): void {
    const { rows } = this.#platform.state;
    const before = new Set(rows.keys());
    act();
    for (const id of rows.keys()) if (!before.has(id) || this.#left.has(id)) this.#left.set(id, this.#textOf(id));
    for (const id of this.#left.keys()) if (!rows.has(id)) this.#left.delete(id);
  }

  look(): void {
    for (const [id, left] of this.#left) {
      const now = this.#textOf(id);
      if (now === left) continue;
      this.#left.delete(id);
      if (!this.#isAdopted(id)) this.violations.push(`S3: what somebody made by hand was ${verbOf(now)} unasked`);
    }
  }

  #textOf(id: string): string {
    const deployment = this.#platform.state.rows.get(id)?.deployment;
    if (deployment === undefined) return "";
    const { labels, annotations } = deployment.metadata;
    return JSON.stringify([labels, annotations, deployment.spec]);
  }

  /** Whether it bears the mark of a resource whose user allows that (R17). */
  #isAdopted(id: string): boolean {
    const deployment = this.#platform.state.rows.get(id)?.deployment;
    const owner = ownerOf(deployment);
    return this.#cluster.changes.some(
      ({ object }) =>
        object.metadata.uid === owner &&
        adoptionPolicy(object) === "Adopt" &&
        at(object.spec, "deployment", "metadata", "name") === deployment?.metadata.name,
    );
  }
}

function verbOf(now: string): string {
  return now === "" ? "deleted" : "changed";
}
