import type { KubeObject } from "../../../../shared/core/object.ts";
import { hasEnded } from "../../../../simulators/flink/jobs.ts";
import type { Kubelet } from "../../../../simulators/flink/kubelet.ts";

/** Sees the world after every effect, and keeps what no later state shows. */
export class FlinkWitness {
  readonly violations: string[] = [];
  /** Effects on the API server, on dependents and on Flink, also those that changed nothing. */
  writes = 0;
  readonly #world: { readonly kubelet: Kubelet; readonly now: () => number };
  #overlaps = 0;

  constructor(world: { readonly kubelet: Kubelet; readonly now: () => number }) {
    this.#world = world;
  }

  /** S8: what garbage collection finds was left behind by its resource. */
  collected(objects: readonly KubeObject[]): void {
    for (const { kind, metadata } of objects) {
      if (kind === "Deployment") this.violations.push(`S8: Deployment ${metadata.name} outlived its resource`);
    }
  }

  /** S1: one JobManager and one job at a time. */
  look(): void {
    const { kubelet, now } = this.#world;
    const overlaps = kubelet.overlaps.slice(this.#overlaps);
    this.#overlaps += overlaps.length;
    for (const name of overlaps) {
      this.violations.push(`S1: a JobManager of ${name} was started beside pods of an earlier one`);
    }
    for (const { jobs } of kubelet.processes(now())) {
      const live = [...jobs.values()].filter((job) => !hasEnded(job));
      if (live.length > 1) this.violations.push("S1: two jobs of one resource ran at once");
    }
  }
}
