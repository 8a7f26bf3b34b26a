import { at } from "../../../../shared/core/json.ts";
import { ownRecord } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import type { Kubelet } from "../../../../simulators/flink/kubelet.ts";
import type { MemoryObjects } from "../../../world/memory-objects.ts";
import type { ApiServer } from "../../model/api-server.ts";
import type { Story } from "../../story.ts";

/** What is looked at. */
interface Seen {
  readonly server: ApiServer;
  readonly objects: MemoryObjects;
  readonly kubelet: Kubelet;
  readonly now: () => number;
}

/** Tells what has changed in a world of Flink since it looked last. */
export class FlinkEffects {
  readonly #world: Seen;
  readonly #known = new Map<string, string>();
  #changes = 0;
  #started = 0;

  constructor(world: Seen) {
    this.#world = world;
  }

  /** Tells what is new, at this time. */
  tell(now: number, story: Story): void {
    for (const line of this.#newsOfResources()) story.tell(now, "api server", line);
    for (const line of this.#newsOfDeployments()) story.tell(now, "cluster", line);
    for (const line of this.#newsOfFlink()) story.tell(now, "flink", line);
  }

  #newsOfResources(): string[] {
    const { changes } = this.#world.server.cluster;
    const news = changes.slice(this.#changes);
    this.#changes = changes.length;
    return news.flatMap(({ type, object }) => {
      const { name } = object.metadata;
      return type === "delete" ? [`${name} is gone`] : this.#newsOf(object).map((line) => `${name}: ${line}`);
    });
  }

  #newsOfDeployments(): string[] {
    const standing = new Map(this.#world.objects.all("Deployment").map((one) => [one.metadata.name, one]));
    return ["orders", "orders-taskmanager"].flatMap((name) => {
      const news = this.#news(`Deployment ${name}`, wordOf(standing.get(name)), "is gone");
      return news === undefined ? [] : [`Deployment ${name} ${news}`];
    });
  }

  #newsOfFlink(): string[] {
    const { kubelet, now } = this.#world;
    const starts = kubelet.started.slice(this.#started).map(({ id, from, lost }) => {
      return `job ${id} starts from ${from ?? "nothing"}${lost > 0 ? `, ${lost} records behind` : ""}`;
    });
    this.#started = kubelet.started.length;
    const jobs = kubelet.processes(now()).flatMap((process) => [...process.jobs.values()]);
    const states = jobs.filter(({ id, state }) => this.#news(`job ${id}`, state, "") !== undefined);
    const savepoints = [...kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint);
    const taken = savepoints.filter(({ path }) => this.#news(path, "taken", "") !== undefined);
    return [
      ...starts,
      ...states.map(({ id, state }) => `job ${id} is ${state}`),
      ...taken.map(({ path }) => `savepoint ${path} is taken`),
    ];
  }

  #newsOf(object: KubeObject): string[] {
    const { uid = "" } = object.metadata;
    const record = ownRecord(object);
    const phase = `${at(record?.memory, "phase") ?? ""} ${at(record?.memory, "attempt") ?? ""}`;
    const intents = record?.intents.map(({ key, content }) => `${key} ${content}`).join(", ") ?? "";
    const facts = [
      this.#news(`${uid} phase`, `record: ${phase}`, "record:  "),
      this.#news(`${uid} intents`, `intents: ${intents || "none"}`, "intents: none"),
      this.#news(
        `${uid} lifecycle`,
        `lifecycle ${at(object.status, "lifecycleState") ?? at(object.status, "state")}`,
        "",
      ),
    ];
    return facts.filter((one) => one !== undefined);
  }

  /** The value where it is another than before, or than at the beginning. */
  #news(key: string, value: string, before: string): string | undefined {
    if ((this.#known.get(key) ?? before) === value) return undefined;
    this.#known.set(key, value);
    return value;
  }
}

function wordOf(deployment: KubeObject | undefined): string {
  if (deployment === undefined) return "is gone";
  const { uid, annotations, deletionTimestamp } = deployment.metadata;
  const attempt = annotations?.["weir.dev/attempt"] ?? "?";
  return `${uid} of attempt ${attempt} ${deletionTimestamp === undefined ? "stands" : "is being deleted"}`;
}
