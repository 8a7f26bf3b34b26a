import { afterEach, describe, expect, it } from "vitest";
import { conditionsOf } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { deliver, readExamples, type Scenario, sourceHeaders, startScenario, variant } from "./scenario-rig.ts";

const open: Scenario[] = [];
const start = async (...options: Parameters<typeof startScenario>) => {
  const scenario = await startScenario(...options);
  open.push(scenario);
  return scenario;
};
afterEach(async () => {
  for (const scenario of open.splice(0)) await scenario.close();
});

describe("the same event again and again", () => {
  async function deliverOften(url: string, body: string, times: number) {
    const statuses = new Set<number>();
    const worker = async () => {
      for (let left = times / 10; left > 0; left -= 1) {
        statuses.add((await deliver(url, sourceHeaders("my-deployment"), body)).status);
      }
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    return [...statuses];
  }

  it("makes no write, and as the echo of a write of our own no call at all", async () => {
    const { world, stage } = await start();
    const { patch } = await readExamples();
    await world.kubectl.apply(patch, "patch.yaml");
    await stage.reach("my-deployment", "CANCELLED");
    await world.changes.stop();
    const stored = await world.resource("my-deployment");
    const { url } = world.functions.reconcile;

    stage.step("echoes");
    expect(await deliverOften(url, JSON.stringify(stored), 1_000)).toEqual([204]);
    stage.tally({ reads: 0, writes: 0, secretReads: 0, appManagerReads: 0, appManagerWrites: 0, passes: 0 });

    const { status: _status, ...added } = { ...patch, metadata: { ...patch.metadata, uid: stored?.metadata.uid } };
    stage.step("the user's own change");
    expect(await deliverOften(url, JSON.stringify(added), 1_000)).toEqual([204]);
    const tally = stage.tally({ writes: 0, appManagerWrites: 0, secretReads: 0 });
    expect(tally.reads).toBe(tally.appManagerReads);
    expect(tally.reads).toBeLessThanOrEqual(1_000);
    expect(await world.resource("my-deployment")).toEqual(stored);
  });
});

describe("with every event dropped", () => {
  /** What a user does to six resources, one of which the platform refuses and one of which is not ours. */
  async function edit({ world, stage }: Scenario, between: () => Promise<void>) {
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
    const names = ["runs", "rests", "sleeps", "goes", "refused"];
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, endOf(await world.resource(name))])));
  }

  function endOf(object: KubeObject | undefined) {
    if (object === undefined) return "gone";
    const { actualState, observedSpecState, observedGeneration, syncEnabled } = object.status as Record<
      string,
      unknown
    >;
    const conditions = conditionsOf(object).map(({ type, status }) => `${type} ${status}`);
    return { actualState, observedSpecState, observedGeneration, syncEnabled, conditions };
  }

  const backendOf = ({ world }: Scenario) =>
    [...world.appManager.admin.state().rows.values()]
      .map(({ deployment: { metadata, spec, status } }) => ({ name: metadata.name, spec, state: status.state }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  it("ticks alone bring all objects to the same end", async () => {
    const [byEvents, byTicks] = [await start(), await start({ events: false })];
    const isSettled = ({ world }: Scenario) =>
      [...world.appManager.admin.state().rows.values()].every(({ phase }) => phase.kind === "settled");
    const followed = async (scenario: Scenario) => {
      await scenario.stage.quiet(1_500);
      await expect.poll(() => isSettled(scenario), { timeout: 10_000 }).toBe(true);
      await scenario.stage.quiet(2_500);
    };
    const ticked = async (scenario: Scenario) => {
      for (const _round of [1, 2, 3]) {
        expect(await scenario.world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
        await scenario.stage.quiet(1_200);
      }
    };
    const [one, other] = await Promise.all([
      edit(byEvents, () => followed(byEvents)),
      edit(byTicks, () => ticked(byTicks)),
    ]);
    expect(byTicks.world.changes.deliveries).toEqual([]);
    expect(byEvents.world.functions.refresh.history()).toEqual([]);
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
});

describe("the API token", () => {
  it("appears in no log line, no object but its Secret and no answer, through a whole life with failures", async () => {
    const { world, stage } = await start({ env: { WEIR_LOG_LEVEL: "debug" } });
    const { token, admin } = world.appManager;
    const { patch } = await readExamples();
    const faults = ["rate5xx", "garbage", "htmlNotFound"] as const;
    await world.kubectl.apply(patch, "patch.yaml");
    await stage.reach("my-deployment", "CANCELLED");
    for (const fault of faults) {
      admin.configure({ [fault]: 1 });
      await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"));
      admin.configure({ [fault]: 0 });
    }
    await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { state: "RUNNING" } } } });
    await stage.reach("my-deployment", "RUNNING");
    admin.revokeToken(token);
    await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"));
    expect(world.logs.all.length).toBeGreaterThan(5);
    const objects = (await world.platform.all()).filter(({ kind }) => kind !== "Secret");
    const seen = [
      ...world.logs.all.map(({ text }) => text),
      ...objects.map((object) => JSON.stringify(object)),
      ...world.changes.deliveries.map((delivery) => JSON.stringify(delivery)),
    ].join("\n");
    expect(seen).toContain("AuthenticationFailed");
    for (const form of [token, Buffer.from(token).toString("base64"), encodeURIComponent(token)]) {
      expect(seen).not.toContain(form);
    }
  });
});
