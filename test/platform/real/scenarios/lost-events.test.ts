import { expect } from "vitest";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { readExamples, variant } from "../../scenario-rig.ts";
import { onBothPlatforms } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

const names = ["runs", "rests", "sleeps", "goes", "refused"];

/** What a user does to five resources, one of which the platform refuses; gives what becomes of them. */
async function edit({ world, stage }: Recorded, between: () => Promise<void>) {
  const { patch, put } = await readExamples();
  const objects = [
    variant(patch, "runs", "RUNNING"),
    variant(put, "rests", "CANCELLED"),
    variant(put, "sleeps", "RUNNING"),
    variant(patch, "goes", "CANCELLED"),
    variant(patch, "refused", "RUNNING", { deploymentTargetName: "nowhere" }),
  ];
  for (const object of objects) await world.kubectl.apply(object, "file.yaml");
  await between();
  const edits = { rests: "RUNNING", sleeps: "SUSPENDED" };
  for (const [name, state] of Object.entries(edits)) {
    await world.kubectl.patch(name, { spec: { deployment: { spec: { state } } } });
  }
  await world.kubectl.delete("goes");
  await between();
  await stage.quiet();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, endOf(await world.resource(name))])));
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

/** Waits until a follower has seen everything that moves come to rest. */
async function followed({ world, stage }: Recorded): Promise<void> {
  const rows = () => [...world.appManager.admin.state().rows.values()];
  await stage.quiet(1_500);
  const isSettled = () => rows().every(({ phase }) => phase.kind === "settled");
  await stage.until("AppManager is at rest", 10_000, isSettled, () => JSON.stringify(rows()));
  await stage.quiet(2_500);
}

async function ticked({ world, stage }: Recorded): Promise<void> {
  for (const _round of [1, 2, 3]) {
    expect(await world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
    await stage.quiet(1_200);
  }
}

onBothPlatforms("with every event lost, ticks alone bring all objects to the same end", async (play) => {
  const byEvents = await play.world();
  const one = await edit(byEvents, () => followed(byEvents));
  expect(byEvents.world.functions.refresh.history()).toEqual([]);
  await byEvents.close();

  const byTicks = await play.world({ events: false });
  const other = await edit(byTicks, () => ticked(byTicks));
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
