import type { KubeObject } from "../../shared/core/object.ts";
import { deletionPolicy } from "../../shared/kinds/vvp-deployment/policies.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import { RestartWatch } from "../world/restarts.ts";
import { ownerOf } from "./owner-of.ts";
import { RequestWatch } from "./requests.ts";
import { Strangers } from "./strangers.ts";

/** Sees the world after every effect, and keeps what no later state shows: the invariants that hold at every step. */
export class Witness {
  readonly restarts: RestartWatch;
  readonly strangers: Strangers;
  readonly requests: RequestWatch;
  readonly violations: string[] = [];
  /** The uids of all resources that ever had a deployment. */
  readonly owners = new Set<string>();
  /** Effects on the API server and on the platform, also those that changed nothing. */
  writes = 0;
  readonly #cluster: MemoryCluster;
  readonly #platform: Platform;
  /** Whose each deployment is, by id. */
  readonly #held = new Map<string, string>();
  #seen = 0;

  constructor(cluster: MemoryCluster, platform: Platform) {
    this.#cluster = cluster;
    this.#platform = platform;
    this.restarts = new RestartWatch({ cluster, platform });
    this.strangers = new Strangers(cluster, platform);
    this.requests = new RequestWatch(platform);
  }

  /** Takes in what was there before anything happened. */
  meet(): void {
    this.restarts.look();
    this.#judgeOwners();
    for (const object of this.#cluster.all()) this.requests.take(object);
    this.#seen = this.#cluster.changes.length;
  }

  look(): void {
    this.writes += 1;
    this.restarts.look();
    this.strangers.look();
    this.#judgeOwners();
    this.requests.look(this.#cluster);
    const { changes } = this.#cluster;
    for (; this.#seen < changes.length; this.#seen += 1) {
      const change = changes[this.#seen];
      if (change === undefined) continue;
      if (change.type === "delete") this.#judgeRelease(change.object);
      else this.requests.take(change.object);
    }
  }

  /** S1: at most one deployment for each resource; S3: none goes from one resource to another. */
  #judgeOwners(): void {
    const owners = new Set<string>();
    for (const { deployment } of this.#platform.state.rows.values()) {
      const owner = ownerOf(deployment);
      if (owner === undefined) continue;
      if (owners.has(owner)) this.violations.push(`S1: two deployments of resource ${owner}`);
      owners.add(owner);
      const { id, name } = deployment.metadata;
      const holder = this.#held.get(id) ?? owner;
      if (holder !== owner) this.violations.push(`S3: ${name} went from resource ${holder} to ${owner}`);
      this.#held.set(id, owner);
      this.owners.add(owner);
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
