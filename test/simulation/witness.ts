import { at } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { deletionPolicy } from "../../shared/kinds/vvp-deployment/policies.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import { RestartWatch } from "../world/restarts.ts";

/** Sees the world after every effect, and keeps what no later state shows: the invariants that hold at every step. */
export class Witness {
  readonly restarts: RestartWatch;
  readonly violations: string[] = [];
  /** Effects on the API server and on the platform, also those that changed nothing. */
  writes = 0;
  readonly #cluster: MemoryCluster;
  readonly #platform: Platform;
  #seen = 0;

  constructor(cluster: MemoryCluster, platform: Platform) {
    this.#cluster = cluster;
    this.#platform = platform;
    this.restarts = new RestartWatch({ cluster, platform });
  }

  look(): void {
    this.writes += 1;
    this.restarts.look();
    this.#judgeOwners();
    const { changes } = this.#cluster;
    for (; this.#seen < changes.length; this.#seen += 1) {
      const change = changes[this.#seen];
      if (change?.type === "delete") this.#judgeRelease(change.object);
    }
  }

  /** S1: at most one deployment for each resource. */
  #judgeOwners(): void {
    const owners = new Set<string>();
    for (const { deployment } of this.#platform.state.rows.values()) {
      const owner = ownerOf(deployment);
      if (owner === undefined) continue;
      if (owners.has(owner)) this.violations.push(`S1: two deployments of resource ${owner}`);
      owners.add(owner);
    }
  }

  /** S8: a resource that had the finalizer goes after its deployment. */
  #judgeRelease({ metadata: { uid = "", name } }: KubeObject): void {
    if (leftBehind(this.#cluster).has(uid)) return;
    for (const { deployment } of this.#platform.state.rows.values()) {
      if (ownerOf(deployment) === uid) this.violations.push(`S8: ${name} went before its deployment`);
    }
  }
}

/** The uids of resources that went and whose users wanted the deployment kept (F10, `weir.dev/deletion-policy`). */
export function leftBehind({ changes }: Pick<MemoryCluster, "changes">): ReadonlySet<string> {
  const gone = changes.filter(({ type }) => type === "delete").map(({ object }) => object);
  const kept = gone.filter((object) => deletionPolicy(object, {}) === "Orphan");
  return new Set(kept.map(({ metadata: { uid = "" } }) => uid));
}

/** The uid of the resource that a deployment is marked with. */
export function ownerOf(deployment: unknown): string | undefined {
  const mark = at(deployment, "metadata", "annotations", "ververica.platform/cr-uid");
  return typeof mark === "string" ? mark : undefined;
}
