import { describe, expect, it } from "vitest";
import { gatherJob } from "../../../cli/autoscaled/gather-job.ts";
import { judgeStanding } from "../../../cli/autoscaled/judge-standing.ts";
import { type Answer, makeAnswer } from "../../../cli/why/make-answer.ts";
import { toLines } from "../../../cli/why/to-lines.ts";
import { stateMapOf } from "../../../shared/adapters/autoscaler/config-map-store.ts";
import { toText } from "../../../shared/adapters/autoscaler/config-map-text.ts";
import { emptyState } from "../../../shared/autoscaler/state/state.ts";
import { OperatorError } from "../../../shared/core/error.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeploymentNames, sessionJobNames } from "../../../shared/flink/api.ts";
import { wishAnnotation } from "../../../shared/flink/scaling-wish.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { lastState } from "../../simulation/flink/acts.ts";
import { autoscaled, tuned, vertices } from "../../simulation/flink/wishes.ts";
import { minutes } from "../../world/autoscaler.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { loaded, quick, tooMuch } from "./load.ts";

const place = stateMapOf({ namespace: "flink", kind: "FlinkDeployment", name: "orders" });
const { signal } = new AbortController();

async function why(world: FlinkWorld, names = flinkDeploymentNames, name = "orders"): Promise<Answer> {
  const facts = await gatherJob(world, names, { kind: names.kind, namespace: "flink", name }, signal);
  if (facts === undefined) throw new Error(`there is no ${name}`);
  return makeAnswer(facts, judgeStanding(facts, world.settings));
}

/** Changes the job's ConfigMap. */
function rewrite(world: FlinkWorld, data: JsonObject, metadata: JsonObject = {}): void {
  const map = world.objects.find("ConfigMap", "flink", place.name);
  if (map === undefined) throw new Error("there is no ConfigMap");
  const changed = {
    ...map,
    metadata: { ...map.metadata, ...metadata },
    data: { ...(at(map, "data") as JsonObject), ...data },
  };
  world.objects.put(changed as unknown as KubeObject);
}

const textOf = (answer: Answer) => toLines(answer).join("\n");

describe("issue 8/7: why a job is scaled", () => {
  it("says what came of the last cycle, since when, what is desired of each vertex and why", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    const answer = await why(world);
    expect(answer).toMatchObject({ standing: "judged", reason: "Scaled", remarks: [], window: { wholeMs: 120_000 } });
    expect(answer.wish).toMatchObject({ holds: true });
    const size = answer.wish?.parallelism[vertices.work];
    const text = textOf(answer);
    expect(text).toMatch(/^FlinkDeployment flink\/orders\n\nAnswer +Scaled, at \d{4}-.*Z \(\d+s ago\)$/m);
    expect(text).toMatch(new RegExp(`^Because +Scaled work -> sink: Writer from 4 to ${size} `, "m"));
    expect(text).toMatch(/^Window +3 samples over 2 min; it is 2 min long$/m);
    expect(text).toMatch(/^Wish +decided at .*; passes carry it out$/m);
    expect(text).toMatch(
      new RegExp(`^${vertices.work} +${size} +4 to ${size} at .*: 1000.\\d\\d/s came in, it could do`, "m"),
    );
    expect(text).toMatch(new RegExp(`^${vertices.source} +4$`, "m"));
  });

  it("says what memory is wished with it, until the user says another one", async () => {
    const world = await loaded(tooMuch, quick, lastState, tuned);
    await minutes(world, 3);
    expect(textOf(await why(world))).toMatch(/^Memory +of TaskManagers, with that wish: .*process\.size: \d+ bytes/m);
    world.cluster.edit("orders", { spec: { taskManager: { resource: { memory: "3g" } } } });
    expect((await why(world)).wish).toMatchObject({ holds: true, parallelism: expect.any(Object) });
    expect(textOf(await why(world))).not.toMatch(/^Memory/m);
  });

  it("says how far the window is filled", async () => {
    const world = await loaded(tooMuch);
    await minutes(world, 9);
    const answer = await why(world);
    expect(answer).toMatchObject({ reason: "WindowFilling", vertices: [] });
    expect(answer.says).toMatch(/^The metric window holds \d min of 15 min; it is full at /);
  });

  it("says until when scaling down waits", async () => {
    const world = await loaded({ arrivals: 100, source: 1_000, work: 200 }, quick);
    await minutes(world, 4);
    const answer = await why(world);
    expect(answer).toMatchObject({
      reason: "ScaleDownDelayed",
      action: expect.stringContaining("scale-down.interval"),
    });
    expect(textOf(answer)).toMatch(new RegExp(`^${vertices.work} +to \\d until \\d{4}-.*Z$`, "m"));
  });

  it("says that nothing came of it for long", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    world.skip(301_000);
    expect((await why(world)).remarks).toEqual([
      expect.stringContaining("see whether the function autoscale gets its ticks"),
    ]);
  });

  it("asks for the resource and its ConfigMap, and writes nothing", async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    world.trace.length = 0;
    await why(world);
    expect(world.trace.map((call) => call.verb)).toEqual(["get", "get"]);
  });
});

describe("issue 8/7: why nothing is known of a job", () => {
  const measured = async () => {
    const world = await loaded(tooMuch, quick);
    await minutes(world, 3);
    return world;
  };
  const edited = (patch: JsonObject) => (world: FlinkWorld) => world.cluster.edit("orders", patch);
  const off = { spec: { flinkConfiguration: { "job.autoscaler.enabled": "false" } } };
  const reading = (state: object) => toText({ ...emptyState("g"), ...state }) ?? "";

  it.each([
    {
      name: "the resource is being deleted",
      act: (world: FlinkWorld) => world.cluster.remove("orders"),
      standing: "deleting",
      says: "is being deleted",
    },
    {
      name: "it is a session cluster",
      act: edited({ spec: { job: null } }),
      standing: "no-job",
      says: "session cluster",
    },
    { name: "it is off, and was on", act: edited(off), standing: "judged", says: "What follows is of before" },
    {
      name: "it is paused",
      act: edited({ metadata: { annotations: { "weir.dev/paused": "true" } } }),
      standing: "judged",
      says: "nothing is measured or scaled",
    },
    {
      name: "another size was said since",
      act: edited({ spec: { job: { parallelism: 6 } } }),
      standing: "judged",
      says: "You have said another size",
    },
    {
      name: "a nonce has it forgotten",
      act: edited({ spec: { job: { autoscalerResetNonce: 7 } } }),
      standing: "not-yet",
      says: "is forgotten",
    },
    {
      name: "its state is rubbish",
      act: (world: FlinkWorld) => rewrite(world, { state: "rubbish" }),
      standing: "unreadable",
      says: "holds no state that this version can read",
    },
    {
      name: "its state is of a former resource",
      act: (world: FlinkWorld) => rewrite(world, { owner: "uid-0" }),
      standing: "not-yet",
      says: "former resource",
    },
    {
      name: "somebody else has a ConfigMap of that name",
      act: (world: FlinkWorld) => rewrite(world, {}, { labels: {} }),
      standing: "foreign",
      says: "was not made by Weir",
    },
    {
      name: "its wish is rubbish",
      act: edited({ metadata: { annotations: { [wishAnnotation]: "{" } } }),
      standing: "judged",
      says: "holds no wish",
    },
    {
      name: "it takes many words",
      act: (world: FlinkWorld) =>
        rewrite(world, { state: reading({ latest: { at: 0, reason: "Scaled", message: `${"x".repeat(5_000)}!` } }) }),
      standing: "judged",
      says: "x!\n",
    },
    {
      name: "a moment is none, and a message is not for a screen",
      act: (world: FlinkWorld) =>
        rewrite(world, { state: reading({ latest: { at: Number.NaN, reason: "toString", message: "a\u001b[2Jb" } }) }),
      standing: "judged",
      says: "Answer    toString, at an unknown time\nBecause   a [2Jb\n",
    },
  ])("$name", async ({ act, standing, says }) => {
    const world = await measured();
    act(world);
    const answer = await why(world);
    expect(answer.standing).toBe(standing);
    expect(textOf(answer)).toContain(says);
  });

  it.each([
    { name: "it has not looked yet", changes: [], standing: "not-yet", says: "has not looked at the job yet" },
    { name: "it is off", changes: [off.spec], standing: "off", says: 'Set job.autoscaler.enabled: "true"' },
  ])("$name", async ({ changes, standing, says }) => {
    const answer = await why(await loaded(tooMuch, ...changes));
    expect(answer.standing).toBe(standing);
    expect(textOf(answer)).toContain(says);
  });

  it.each([
    { name: "alone", configuration: {}, says: "Create the session cluster" },
    { name: "switched on by the operator's own file", configuration: autoscaled.flinkConfiguration, says: "Create" },
  ])("its session cluster is not there, $name", async ({ configuration, says }) => {
    const world = new FlinkWorld({}, { flinkConfiguration: configuration });
    world.cluster.create(sessionJob());
    const answer = await why(world, sessionJobNames, "daily");
    expect([answer.standing, answer.action]).toEqual(["not-yet", expect.stringContaining(says)]);
  });

  it.each([
    { name: "its session cluster has it on", cluster: autoscaled, own: {}, standing: "not-yet" },
    { name: "its session cluster has it on, and it has not", cluster: autoscaled, own: off.spec, standing: "off" },
    { name: "nobody has it on", cluster: {}, own: {}, standing: "off" },
  ])("a session job: $name", async ({ cluster, own, standing }) => {
    const world = new FlinkWorld({}, {});
    world.cluster.create(flinkApplication({ job: null }, cluster));
    world.cluster.create(sessionJob(own));
    expect((await why(world, sessionJobNames, "daily")).standing).toBe(standing);
  });

  it("the operator's own configuration has it on", async () => {
    const world = new FlinkWorld({}, autoscaled);
    world.cluster.create(flinkApplication());
    expect((await why(world)).standing).toBe("not-yet");
  });

  it("the ConfigMap may not be read: what the resource says is told all the same", async () => {
    const world = await measured();
    world.objects.probe = () => {
      throw new OperatorError("Denied", "the API server answered 403");
    };
    const answer = await why(world);
    expect(answer).toMatchObject({ standing: "refused", wish: { holds: true } });
    expect(textOf(answer)).toMatch(/answered 403\.\nTo do +Ask for the right to get configmaps in namespace flink\./);
  });
});
