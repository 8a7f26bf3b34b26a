import { at } from "../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { Row } from "../../simulators/app-manager/state.ts";
import type { MemoryCluster } from "../world/memory-cluster.ts";
import type { Story } from "./story.ts";

/** Tells what has changed in the world since it looked last: on the platform, and in the API server. */
export class Effects {
  readonly #cluster: MemoryCluster;
  readonly #platform: Platform;
  readonly #known = new Map<string, string>();
  /** Deployments that are there, by id. */
  readonly #standing = new Map<string, string>();
  #seen = 0;

  constructor(cluster: MemoryCluster, platform: Platform) {
    this.#cluster = cluster;
    this.#platform = platform;
  }

  /** Tells what is new, at this time. */
  tell(now: number, story: Story): void {
    const { changes } = this.#cluster;
    for (const { type, object } of changes.slice(this.#seen)) {
      if (type === "delete") story.tell(now, "api server", `${object.metadata.name} is gone`);
      else this.#tellObject(now, story, object);
    }
    this.#seen = changes.length;
    this.#tellPlatform(now, story);
  }

  #tellObject(now: number, story: Story, object: KubeObject): void {
    const { name, uid = "", finalizers = [] } = object.metadata;
    const intents = ownRecord(object)?.intents.map(({ key, content }) => `${key} ${content}`) ?? [];
    const healthy = conditionsOf(object).find(({ type }) => type === "Healthy");
    const news = [
      this.#news(`${uid} finalizer`, finalizers.length === 0 ? "no finalizer" : "has the finalizer", "no finalizer"),
      this.#news(`${uid} intents`, `intents: ${intents.join(", ") || "none"}`, "intents: none"),
      this.#news(`${uid} health`, healthy === undefined ? "" : `Healthy is ${healthy.status}: ${healthy.reason}`, ""),
    ];
    for (const one of news) if (one !== undefined) story.tell(now, "api server", `${name}: ${one}`);
  }

  #tellPlatform(now: number, story: Story): void {
    const { rows, savepoints } = this.#platform.state;
    for (const [id, row] of rows) this.#tellDeployment(now, story, id, row);
    for (const [id, { metadata }] of savepoints) {
      const mark = metadata.annotations["weir.dev/request"]?.replace(/^.*\//, "") ?? "of its own";
      if (this.#news(id, mark, "") !== undefined) story.tell(now, "platform", `savepoint ${mark} is taken`);
    }
    for (const [id, name] of this.#standing) {
      if (rows.has(id)) continue;
      this.#standing.delete(id);
      story.tell(now, "platform", `deployment ${name} is gone`);
    }
  }

  #tellDeployment(now: number, story: Story, id: string, { deployment }: Row): void {
    const { name } = deployment.metadata;
    if (!this.#standing.has(id)) story.tell(now, "platform", `deployment ${name} is created`);
    this.#standing.set(id, name);
    const mark = at(deployment, "spec", "template", "metadata", "annotations", "weir.dev/restart");
    const news = [
      this.#news(`${id} wish`, `is to be ${at(deployment, "spec", "state")}`, ""),
      this.#news(`${id} mark`, typeof mark === "string" ? `gets restart ${mark}` : "", ""),
      this.#news(`${id} state`, `is ${at(deployment, "status", "state")}`, ""),
    ];
    for (const one of news) if (one !== undefined) story.tell(now, "platform", `${name} ${one}`);
  }

  /** The value where it is another than before, or than at the beginning. */
  #news(key: string, value: string, before: string): string | undefined {
    if ((this.#known.get(key) ?? before) === value) return undefined;
    this.#known.set(key, value);
    return value;
  }
}
