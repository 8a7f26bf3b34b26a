import { join } from "node:path";
import type { KubeObject } from "../../shared/core/object.ts";
import { changeOf, lateChangeOf } from "./events.ts";
import { type Ask, ask, end, type Started, start } from "./process.ts";
import { type Counted, startWorld, type World } from "./world.ts";

/** The flows that are counted, in the order in which a resource lives through them. */
export const flows = ["create", "echo", "no-op", "update", "delete"] as const;

/** One of them. */
export type Flow = (typeof flows)[number];

/** What a flow cost. */
export interface FlowCount extends Counted {
  readonly flow: Flow;
}

/**
 * API calls, backend calls and writes to the API: at most, and the least that is possible (perf-reliability 2.1); the
 * documented event about a creation or an update is one backend call more (X6).
 */
export const limits: Readonly<Record<Flow, { readonly limit: Triple; readonly least: Triple }>> = {
  create: { limit: [4, 3, 3], least: [3, 3, 2] },
  echo: { limit: [0, 0, 0], least: [0, 0, 0] },
  "no-op": { limit: [1, 1, 0], least: [1, 1, 0] },
  update: { limit: [3, 3, 2], least: [2, 2, 1] },
  delete: { limit: [3, 2, 2], least: [2, 2, 1] },
};

type Triple = readonly [api: number, backend: number, writes: number];

const function_ = join(import.meta.dirname, "../../dist/reconcile.cjs");

/** Lives one resource through all flows; cold: each in a process of its own, warm: all in one that has seen another resource. */
export async function runFlows(mode: "cold" | "warm"): Promise<FlowCount[]> {
  const world = await startWorld();
  const shared = mode === "warm" ? await start(function_, world.env) : undefined;
  try {
    if (shared !== undefined) await ask(shared.port, changeOf(await world.create("another"), "add"));
    const counts: FlowCount[] = [];
    for (const flow of flows) counts.push(await count(world, flow, shared));
    return counts;
  } finally {
    if (shared !== undefined) await end(shared);
    await world.close();
  }
}

async function count(world: World, flow: Flow, shared: Started | undefined): Promise<FlowCount> {
  if (flow === "no-op") await settle(world, shared);
  const event = await prepare(world, flow);
  return inProcess(world, shared, async ({ port }) => {
    world.resetCounters();
    const { status, text } = await ask(port, event);
    if (status !== 204) throw new Error(`${flow} was answered ${status}: ${text}`);
    const counted = world.count();
    await check(world, flow);
    return { flow, ...counted };
  });
}

/** The first look after a change still projects that nothing more is to be applied; a no-op is what comes after it. */
function settle(world: World, shared: Started | undefined): Promise<unknown> {
  return inProcess(world, shared, async ({ port }) => ask(port, lateChangeOf(await world.read())));
}

async function inProcess<T>(
  world: World,
  shared: Started | undefined,
  use: (started: Started) => Promise<T>,
): Promise<T> {
  const started = shared ?? (await start(function_, world.env));
  try {
    return await use(started);
  } finally {
    if (shared === undefined) await end(started);
  }
}

/** What the user does before, and the event that follows from it. */
async function prepare(world: World, flow: Flow): Promise<Ask> {
  if (flow === "create") return changeOf(await world.create(), "add");
  if (flow === "echo") return changeOf(await world.read());
  if (flow === "no-op") return lateChangeOf(await world.read());
  if (flow === "update") return changeOf(await world.change(moreParallel));
  await world.remove();
  return changeOf(await world.read());
}

const moreParallel = { spec: { deployment: { spec: { template: { spec: { parallelism: 3 } } } } } };

/** The flow must have reached its end, or its count says nothing. */
async function check(world: World, flow: Flow): Promise<void> {
  const object = await world.read().catch(() => undefined);
  const generation = (object?.status as { observedGeneration?: number } | undefined)?.observedGeneration;
  const reached = flow === "delete" ? object === undefined : isSettled(object, generation);
  if (!reached) throw new Error(`${flow} did not reach its end: ${JSON.stringify(object?.status)}`);
}

function isSettled(object: KubeObject | undefined, observed: number | undefined): boolean {
  return object !== undefined && observed === object.metadata.generation;
}
