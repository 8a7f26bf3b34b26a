import { afterAll, beforeAll, expect, it } from "vitest";
import type { KubeObject } from "../../shared/core/object.ts";
import { conditionOf, deliver, readExamples, type Scenario, sourceHeaders, startScenario } from "./scenario-rig.ts";

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
  const { patch } = await readExamples();
  await scenario.world.kubectl.apply(patch, "patch.yaml");
  await scenario.stage.reach("my-deployment", "CANCELLED");
  await scenario.world.changes.stop();
});
afterAll(() => scenario?.close());

const withoutConditions = ({ status }: KubeObject) => {
  const { conditions: _conditions, ...rest } = status as Record<string, unknown>;
  return rest;
};

it.each([
  { name: "a login page with 200", why: "a proxy asks for a user", fault: { garbage: 1 }, end: { garbage: 0 } },
  { name: "a proxy's 404 page", why: "only JSON says gone", fault: { htmlNotFound: 1 }, end: { htmlNotFound: 0 } },
  { name: "503", why: "an outage", fault: { rate5xx: 1 }, end: { rate5xx: 0 } },
  { name: "429", why: "too many calls", fault: { rate429: 1 }, end: { rate429: 0 } },
  { name: "nothing", why: "it hangs", fault: { hang: 1 }, end: { hang: 0 } },
  {
    name: "a cut connection",
    why: "nothing came back",
    fault: { next: Array.from({ length: 20 }, () => ({ kind: "resetBeforeCommit" as const })) },
    end: { next: [] },
  },
])("AppManager answering $name ($why) is no fact about the deployment", async ({ fault, end }) => {
  const { world, stage } = scenario;
  const before = await world.resource("my-deployment");
  if (before === undefined) throw new Error("no resource");
  world.appManager.admin.configure(fault);
  stage.step("outage");
  const sentAt = performance.now();
  expect((await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"))).status).toBe(204);
  expect(performance.now() - sentAt).toBeLessThan(5_000);
  const during = (await world.resource("my-deployment")) as KubeObject;
  expect(conditionOf(during, "Consistent")).toEqual({ status: "Unknown", reason: "AppManagerUnreachable" });
  expect(conditionOf(during, "Healthy")).toMatchObject({ status: "False" });
  expect(withoutConditions(during)).toEqual(withoutConditions(before));
  for (const type of ["SpecAligned", "NonceAligned", "ParallelismAligned"]) {
    expect(conditionOf(during, type)).toEqual(conditionOf(before, type));
  }
  expect(world.appManager.admin.state().rows.size).toBe(1);
  stage.tally({ appManagerWrites: 0 });

  world.appManager.admin.configure(end);
  expect((await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"))).status).toBe(204);
  await stage.reach("my-deployment", "CANCELLED");
  expect(conditionOf(await world.resource("my-deployment"), "Consistent")).toEqual({
    status: "True",
    reason: "RecordIntact",
  });
});

it("a deletion waits for the end of an outage instead of leaving the deployment behind", async () => {
  const { world, stage } = scenario;
  world.appManager.admin.configure({ htmlNotFound: 1 });
  await world.kubectl.delete("my-deployment");
  expect((await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"))).status).toBe(204);
  expect((await world.resource("my-deployment"))?.metadata.finalizers).toEqual(["weir.dev/finalizer"]);
  expect(world.appManager.admin.state().rows.size).toBe(1);
  world.appManager.admin.configure({ htmlNotFound: 0 });
  await world.tick.tick();
  await stage.quiet();
  expect(await world.resource("my-deployment")).toBeUndefined();
  expect(world.appManager.admin.state().rows.size).toBe(0);
});
