import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Stage } from "../../../../cli/demo/stage.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { patienceMs } from "../../../patience.ts";
import { conditionOf, readExamples, variant } from "../../scenario-rig.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

const { patch, put } = await readExamples();
const objects = [
  variant(patch, "runs", "RUNNING"),
  variant(put, "rests", "CANCELLED"),
  variant(put, "sleeps", "RUNNING"),
  variant(patch, "goes", "CANCELLED"),
  variant(patch, "refused", "RUNNING", { deploymentTargetName: "nowhere" }),
];
const names = objects.map(({ metadata }) => metadata.name);

/** What has come of each after the first and after the second round of edits: while AppManager works on it, and then. */
const [moving, running] = ["TRANSITIONING, Healthy True, SpecUnchanged", "RUNNING, Healthy True"];
const [cancelled, refused] = ["CANCELLED, Healthy True", "no state, Healthy False"];
const first = { runs: running, rests: cancelled, sleeps: running, goes: cancelled, refused };
const second = { ...first, rests: running, sleeps: "SUSPENDED, Healthy True", goes: "gone" };
const rounds = [
  { during: { ...first, runs: moving, sleeps: moving }, end: first },
  { during: { ...second, rests: moving, sleeps: moving }, end: second },
] as const;

/**
 * AppManager's clock, which stands still until it is moved: what moves there is seen moving, however slow the machine is.
 */
function makeClock() {
  let now = Date.now();
  const move = () => {
    now += 60_000;
  };
  return { now: () => now, move };
}

/** What a user does to five resources, one of which the platform refuses; `between` brings it about. */
async function edit({ world, stage }: Recorded, move: () => void, between: () => Promise<void>) {
  for (const object of objects) await world.kubectl.apply(object, "file.yaml");
  await between();
  await settle(stage, rounds[0], move);
  const edits = { rests: "RUNNING", sleeps: "SUSPENDED" };
  for (const [name, state] of Object.entries(edits)) {
    await world.kubectl.patch(name, { spec: { deployment: { spec: { state } } } });
  }
  await world.kubectl.delete("goes");
  await between();
  await settle(stage, rounds[1], move);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, endOf(await world.resource(name))])));
}

/** Waits until all that moves was seen moving, lets it end, and waits until nothing is on its way. */
async function settle(stage: Stage, { during, end }: (typeof rounds)[number], move: () => void): Promise<void> {
  await reach(stage, during);
  move();
  await reach(stage, end);
  await stage.quiet();
}

async function reach(stage: Stage, states: Readonly<Record<string, string>>): Promise<void> {
  const look = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await see(stage, name)])));
  const text = async () => JSON.stringify(await look());
  await stage.until("everything is done", patienceMs, async () => isDeepStrictEqual(await look(), states), text);
}

/** State and health; of what moves also whether it was looked at again since it was set moving. */
async function see(stage: Stage, name: string): Promise<string> {
  const state = await stage.stateOf(name);
  if (!state.startsWith("TRANSITIONING")) return state;
  return `${state}, ${conditionOf(await stage.world.resource(name), "SpecAligned")?.reason}`;
}

function endOf(object: KubeObject | undefined) {
  if (object === undefined) return "gone";
  const { actualState, observedSpecState, observedGeneration, syncEnabled } = object.status as Record<string, unknown>;
  const conditions = conditionsOf(object).map(({ type, status }) => `${type} ${status}`);
  return { actualState, observedSpecState, observedGeneration, syncEnabled, conditions };
}

function backendOf({ world }: Recorded) {
  return [...world.appManager.admin.state().rows.values()]
    .map(({ deployment: { metadata, spec, status } }) => ({ name: metadata.name, spec, state: status.state }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

onBothPlatforms("with every event lost, ticks alone bring all objects to the same end", async (play) => {
  const clock = makeClock();
  const byEvents = await play.world({ appManagerNow: clock.now });
  const one = await edit(byEvents, clock.move, async () => undefined);
  expect(byEvents.world.functions.refresh.history()).toEqual([]);
  await byEvents.close();

  const byTicks = await play.world({ events: false, appManagerNow: clock.now });
  const other = await edit(byTicks, clock.move, async () => {
    expect(await byTicks.world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
  });
  expect(await byTicks.world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
  expect(byTicks.world.changes.deliveries).toEqual([]);
  expect(other).toEqual(one);
  expect(backendOf(byTicks)).toEqual(backendOf(byEvents));
  expect(other).toMatchObject({
    runs: { actualState: "RUNNING" },
    rests: { actualState: "RUNNING" },
    sleeps: { actualState: "SUSPENDED" },
    goes: "gone",
    refused: { observedSpecState: "RUNNING" },
  });
});
