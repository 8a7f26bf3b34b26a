import { afterAll, beforeAll, expect, it } from "vitest";
import { at } from "../../../../shared/core/json.ts";
import { conditionsOf } from "../../../../shared/core/kind.ts";
import type { ApiServerSource } from "../../../../simulators/platform/api-server-source/start-api-server-source.ts";
import { deliver } from "../../scenario-rig.ts";
import { describeReal } from "../control-plane/shared.ts";
import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { tickHeaders } from "../rbac/event-rows.ts";
import { type Rig, startRig } from "../rbac/rig.ts";
import { startSource } from "../rbac/source-rows.ts";
import { type Answered, startLoad } from "./load.ts";

const names = ["a", "b", "c", "d", "e", "f"];
const later = ["just-before", "just-after"];
const wait = { interval: 100 };

describeReal("an API server that restarts under load", () => {
  let plane: ControlPlane;
  let rig: Rig;
  let source: ApiServerSource;

  beforeAll(async () => {
    plane = await startControlPlane();
    rig = await startRig(plane);
    source = await startSource(rig, rig.reconcile.url);
    for (const name of names) await rig.make(name, running);
  });
  afterAll(async () => {
    await source?.close();
    await rig?.close();
    await plane?.close();
  });

  const running = { spec: { deployment: { spec: { state: "RUNNING" } } } };

  /** What still differs between a resource and its deployment; undefined when all is as the user wants it. */
  async function unsettled(name: string): Promise<string | undefined> {
    const object = await rig.read(name);
    if (object === undefined) return "it is not there";
    const { rows } = rig.appManager.admin.state();
    const row = [...rows.values()].find(({ deployment }) => deployment.metadata.name === name);
    const wanted = at(object.spec, "deployment", "spec", "template", "spec", "parallelism") ?? 1;
    const healthy = conditionsOf(object).find(({ type }) => type === "Healthy")?.status;
    const found = {
      parallelism: at(row?.deployment.spec, "template", "spec", "parallelism") ?? 1,
      generation: at(object.status, "observedGeneration"),
      state: at(object.status, "actualState"),
      healthy,
    };
    const { generation } = object.metadata;
    const expected = { parallelism: wanted, generation, state: "RUNNING", healthy: "True" };
    return JSON.stringify(found) === JSON.stringify(expected) ? undefined : JSON.stringify({ name, found, expected });
  }

  it("is answered with 503 while it is away; afterwards all converges, and no effect was made twice", async () => {
    for (const name of names) await expect.poll(() => unsettled(name), wait).toBeUndefined();
    const load = startLoad(rig, names);
    const edited = (atLeast: number) => expect.poll(load.edits, wait).toBeGreaterThan(atLeast);
    await edited(2 * names.length);
    await rig.make(later[0] ?? "", running);
    await plane.stopApiServer();
    const gone = performance.now();
    const toldSince = (to: Answered["to"]) => load.answers.filter((one) => one.to === to && one.sentAt > gone);
    await expect
      .poll(() => Math.min(toldSince("reconcile").length, toldSince("refresh").length), wait)
      .toBeGreaterThan(1);
    const told = [...toldSince("reconcile"), ...toldSince("refresh")];
    const editsWhileGone = load.edits();
    await plane.startApiServer();
    await rig.make(later[1] ?? "", running);
    await edited(editsWhileGone + 2 * names.length);
    await load.stop();

    expect(told.map(({ status }) => status)).toEqual(told.map(() => 503));
    expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([204, 503]));

    await expect.poll(async () => (await deliver(rig.refresh.url, tickHeaders)).status, wait).toBe(204);
    for (const name of [...names, ...later]) await expect.poll(() => unsettled(name), wait).toBeUndefined();
    expectNothingTwice();
    for (const { child, text } of [rig.reconcile, rig.refresh]) expect([child.exitCode, text.err]).toEqual([null, ""]);
  });

  function expectNothingTwice(): void {
    const { appManager } = rig;
    const posts = appManager.calls.filter(({ method, status }) => method === "POST" && status < 300);
    const made = posts
      .filter(({ path }) => path.endsWith("/deployments"))
      .map(({ body }) => at(body, "metadata", "name"));
    expect(made.sort()).toEqual([...names, ...later].sort());
    expect(appManager.admin.violations()).toEqual([]);
  }
});
