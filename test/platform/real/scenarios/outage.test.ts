import { expect } from "vitest";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { patienceMs } from "../../../patience.ts";
import { conditionOf, deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

const cut = Array.from({ length: 20 }, () => ({ kind: "resetBeforeCommit" as const }));

const rows = [
  { name: "a login page with 200", why: "a proxy asks for a user", fault: { garbage: 1 }, end: { garbage: 0 } },
  { name: "a proxy's 404 page", why: "only JSON says gone", fault: { htmlNotFound: 1 }, end: { htmlNotFound: 0 } },
  { name: "503", why: "an outage", fault: { rate5xx: 1 }, end: { rate5xx: 0 } },
  { name: "429", why: "too many calls", fault: { rate429: 1 }, end: { rate429: 0 } },
  { name: "nothing", why: "it hangs", fault: { hang: 1 }, end: { hang: 0 } },
  { name: "a cut connection", why: "nothing came back", fault: { next: cut }, end: { next: [] } },
];

const withoutConditions = ({ status }: KubeObject) => {
  const { conditions: _conditions, ...rest } = status as Record<string, unknown>;
  return rest;
};

async function look({ world }: Recorded): Promise<KubeObject> {
  const object = await world.resource("my-deployment");
  if (object === undefined) throw new Error("no resource");
  return object;
}

/** Delivers an event as the source would; it must be taken, whatever the platform does. */
async function send({ world }: Recorded): Promise<void> {
  expect((await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"))).status).toBe(204);
}

async function sitOut(recorded: Recorded, { fault, end }: (typeof rows)[number]): Promise<void> {
  const { world, stage } = recorded;
  const before = await look(recorded);
  world.appManager.admin.configure(fault);
  stage.step("outage");
  await send(recorded);
  const during = await look(recorded);
  expect(conditionOf(during, "Consistent")).toEqual({ status: "Unknown", reason: "AppManagerUnreachable" });
  expect(conditionOf(during, "Healthy")).toMatchObject({ status: "False" });
  expect(withoutConditions(during)).toEqual(withoutConditions(before));
  for (const type of ["SpecAligned", "NonceAligned", "ParallelismAligned"]) {
    expect(conditionOf(during, type)).toEqual(conditionOf(before, type));
  }
  expect(world.appManager.admin.state().rows.size).toBe(1);
  stage.tally({ appManagerWrites: 0 });
  world.appManager.admin.configure(end);
  await send(recorded);
  await stage.reach("my-deployment", "CANCELLED");
  expect(conditionOf(await look(recorded), "Consistent")).toEqual({ status: "True", reason: "RecordIntact" });
}

onBothPlatforms("an outage of AppManager is no fact about the deployment", async (play) => {
  const recorded = await play.world();
  const { world, stage } = recorded;
  const { patch } = await readExamples();
  await world.kubectl.apply(patch, "patch.yaml");
  await stage.reach("my-deployment", "CANCELLED");
  await world.changes.stop();
  for (const row of rows) await step(`AppManager answers ${row.name} (${row.why})`, () => sitOut(recorded, row));

  // What follows the outages so far could come before the deletion or after it, and write what it sees of the next one.
  await stage.zero();
  await step("a deletion waits for the end instead of leaving the deployment behind", async () => {
    world.appManager.admin.configure({ htmlNotFound: 1 });
    await world.kubectl.delete("my-deployment");
    await send(recorded);
    expect((await look(recorded)).metadata.finalizers).toEqual(["weir.dev/finalizer"]);
    expect(world.appManager.admin.state().rows.size).toBe(1);
    world.appManager.admin.configure({ htmlNotFound: 0 });
    // No tick: reconcile follows what it could not do, and a sweep would come sooner or later than that by chance.
    const isGone = async () => (await world.resource("my-deployment")) === undefined;
    await stage.until("the resource is gone", patienceMs, isGone, () => stage.stateOf("my-deployment"));
    await stage.quiet();
    expect(world.appManager.admin.state().rows.size).toBe(0);
  });
});
