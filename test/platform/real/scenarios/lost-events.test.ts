import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Stage } from "../../../../cli/demo/stage.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { readExamples, variant } from "../../scenario-rig.ts";
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

/** What has come of each once everything is done, after the first and after the second round of edits. */
const refused = "no state, Healthy False";
const [running, cancelled] = ["RUNNING, Healthy True", "CANCELLED, Healthy True"];
const first = { runs: running, rests: cancelled, sleeps: running, goes: cancelled, refused };
const second = { ...first, rests: running, sleeps: "SUSPENDED, Healthy True", goes: "gone" };

/** What a user does to five resources, one of which the platform refuses; `between` brings it about. */
async function edit({ world, stage }: Recorded, between: () => Promise<void>) {
  for (const object of objects) await world.kubectl.apply(object, "file.yaml");
  await between();
  await settle(stage, first);
  const edits = { rests: "RUNNING", sleeps: "SUSPENDED" };
  for (const [name, state] of Object.entries(edits)) {
    await world.kubectl.patch(name, { spec: { deployment: { spec: { state } } } });
  }
  await world.kubectl.delete("goes");
  await between();
  await settle(stage, second);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, endOf(await world.resource(name))])));
}

/** Waits until all resources are in these states and nothing is on its way. */
async function settle(stage: Stage, states: Readonly<Record<string, string>>): Promise<void> {
  const look = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await stage.stateOf(name)])));
  const text = async () => JSON.stringify(await look());
  await stage.until("everything is done", 15_000, async () => isDeepStrictEqual(await look(), states), text);
  await stage.quiet();
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
  const byEvents = await play.world();
  const one = await edit(byEvents, async () => undefined);
  expect(byEvents.world.functions.refresh.history()).toEqual([]);
  await byEvents.close();

  const byTicks = await play.world({ events: false });
  const other = await edit(byTicks, async () => {
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
