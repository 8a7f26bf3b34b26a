import { at, isObject, type JsonValue, member } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { readRecord } from "../../shared/core/record.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../builders/vvp-deployment.ts";
import type { World } from "./world.ts";

/** As much of a world as deeds need. */
export type Stage = Pick<World, "cluster" | "admin"> & { readonly clock: { skip(ms: number): void } };

/** What a user, somebody else or time may do to a world; each is one event, or none. */
export const deeds = {
  apply: (stage) => {
    if (stage.cluster.find("my-deployment") === undefined) stage.cluster.create(vvpDeployment("PATCH"));
  },
  applyPut: (stage) => {
    if (stage.cluster.find("my-deployment") === undefined) stage.cluster.create(vvpDeployment("PUT"));
  },
  run: (stage) => edit(stage, wanted("RUNNING")),
  suspend: (stage) => edit(stage, wanted("SUSPENDED")),
  cancel: (stage) => edit(stage, wanted("CANCELLED")),
  scale: (stage) => edit(stage, deploymentSpec({ template: { spec: { parallelism: 4 } } })),
  breakSpec: (stage) => edit(stage, deploymentSpec({ template: { spec: { engineVersionName: "vera-0" } } })),
  mendSpec: (stage) =>
    edit(stage, deploymentSpec({ template: { spec: { engineVersionName: "vera-4.0-flink-1.20" } } })),
  pause: (stage) => edit(stage, { metadata: { annotations: { "weir.dev/paused": "true" } } }),
  resume: (stage) => edit(stage, { metadata: { annotations: { "weir.dev/paused": null } } }),
  askSavepoint: (stage) => ask(stage, ["savepointNonce"], 1),
  askRestart: (stage) => ask(stage, ["restartNonce"], 1),
  askBoth: (stage) => ask(stage, ["savepointNonce", "restartNonce"], 1),
  askBack: (stage) => ask(stage, ["savepointNonce", "restartNonce"], -1),
  unask: (stage) => edit(stage, { spec: { savepointNonce: null, restartNonce: null } }),
  neverUpgrade: (stage) => edit(stage, deploymentSpec({ upgradeStrategy: { kind: "NONE" } })),
  upgrade: (stage) => edit(stage, deploymentSpec({ upgradeStrategy: { kind: "STATEFUL" } })),
  remove: (stage) => stage.cluster.remove("my-deployment"),
  drift: (stage) => void stage.admin.editSpec("default", "my-deployment", { state: "SUSPENDED" }),
  second: (stage) => stage.clock.skip(1_000),
  minute: (stage) => stage.clock.skip(61_000),
} as const satisfies { readonly [name: string]: (stage: Stage) => void };

/** The name of a deed. */
export type Deed = keyof typeof deeds;

/** Deeds whose outcome depends on when the operator hears of them: a nonce is judged by the state of that moment. */
export const momentary: readonly Deed[] = ["askSavepoint", "askRestart", "askBoth", "askBack"];

/** Changes nonces by a step, in one edit. */
function ask(stage: Stage, fields: readonly string[], step: number): void {
  const spec = stage.cluster.find("my-deployment")?.spec;
  edit(stage, { spec: Object.fromEntries(fields.map((field) => [field, Number(at(spec, field) ?? 0) + step])) });
}

/** Has the user change the one resource, where it is there. */
export function edit(stage: Stage, patch: Parameters<World["cluster"]["edit"]>[1]): void {
  if (stage.cluster.find("my-deployment") !== undefined) stage.cluster.edit("my-deployment", patch);
}

/** Delivers what a source tells of a world, in order, each once. */
export class Deliveries {
  readonly #world: World;
  #next = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Drops what was not delivered yet. */
  drop(): void {
    this.#next = this.#world.cluster.changes.length;
  }

  /** Delivers until nothing new happens; time stands still. Throws after `limit`: the operator feeds itself. */
  async drain(limit = 40): Promise<number> {
    let count = 0;
    for (let change = this.#take(); change !== undefined; change = this.#take()) {
      count += 1;
      if (count > limit) throw new Error(`more than ${limit} events without anybody doing anything`);
      await this.#world.deliver(change);
    }
    return count;
  }

  #take() {
    const change = this.#world.cluster.changes[this.#next];
    if (change !== undefined) this.#next += 1;
    return change;
  }
}

/** Lets time pass with nothing but ticks, until a whole round of them writes nothing. */
export async function tickToRest(world: World): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    world.clock.skip(120_000);
    const before = world.cluster.changes.length;
    await world.sweep();
    if (world.cluster.changes.length === before && round > 5) return;
  }
  throw new Error("the world did not come to rest");
}

/** The state of a world in which two ways to the same end are equal: no times, no counters, no ids. */
export function endOf(world: Pick<World, "cluster" | "platform">): JsonValue {
  const object = world.cluster.find("my-deployment");
  const rows = [...world.platform.state.rows.values()].map(({ deployment: { metadata, spec, status } }) => ({
    name: metadata.name,
    spec,
    state: status.state,
  }));
  return JSON.parse(JSON.stringify({ rows, object: object === undefined ? null : outcomeOf(object) })) as JsonValue;
}

function outcomeOf(object: KubeObject): JsonValue {
  const reading = readRecord(object);
  const conditions = at(object.status, "conditions");
  const list = Array.isArray(conditions) ? conditions : [];
  const { deploymentId, ...status } = isObject(object.status) ? object.status : {};
  return {
    status: { ...status, deploymentId: deploymentId === undefined ? null : "some", conditions: list.map(lineOf) },
    record:
      reading.state === "own" ? { open: reading.record.intents.length, linked: reading.record.id !== undefined } : null,
    finalizers: object.metadata.finalizers ?? [],
    deleting: object.metadata.deletionTimestamp !== undefined,
  };
}

function lineOf(condition: JsonValue): string {
  return `${member(condition, "type")} ${member(condition, "status")}/${member(condition, "reason")}`;
}
