import { describe, expect, it } from "vitest";
import { at, type JsonValue } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const named = (name: string, object: KubeObject, more: Partial<KubeObject> = {}): KubeObject => ({
  ...object,
  ...more,
  metadata: { ...object.metadata, name },
});

/** An application, a session cluster, a job on it and a savepoint of the application. */
const sound: readonly KubeObject[] = [
  named("orders", flinkApplication()),
  named("session", flinkSession()),
  named("daily", sessionJob({ deploymentName: "session" })),
  named("before-sale", flinkSnapshot()),
];

/** What a schema would have refused, as it lies in etcd from a time without that schema. */
const specs: readonly { readonly what: string; readonly spec: unknown }[] = [
  { what: "null", spec: null },
  { what: "missing", spec: undefined },
  { what: "a text", spec: "hello" },
  { what: "a list", spec: [] },
  { what: "of other types", spec: { job: [], flinkVersion: {}, deploymentName: 7, jobReference: "x", savepoint: 1 } },
  { what: "very deep", spec: JSON.parse(`${'{"job":'.repeat(1_000)}1${"}".repeat(1_000)}`) },
  { what: "very wide", spec: { job: { args: Array(100_000).fill(1) }, savepoint: Array(100_000).fill(1) } },
  { what: "a trap", spec: JSON.parse('{"job":{"__proto__":{"jarURI":"x"}},"constructor":{},"__proto__":{}}') },
];
const kinds = [flinkApplication(), sessionJob(), flinkSnapshot()];
const ofKinds = specs.flatMap((row) => kinds.map((object) => ({ ...row, kind: String(object.kind), object })));

/** Ticks until what is sound has settled. */
async function swept(...objects: readonly KubeObject[]): Promise<{ world: FlinkWorld; failed: number }> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob, flinkStateSnapshot]);
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  for (const object of objects) world.cluster.create(object);
  let failed = 0;
  for (let tick = 0; tick < 15; tick += 1) {
    failed += (await world.sweep()).failed;
    world.skip(5_000);
  }
  return { world, failed };
}

const statesOf = (world: FlinkWorld) =>
  ["orders", "session", "daily", "before-sale"].map((name) => {
    const status = world.find(name)?.status;
    return at(status, "lifecycleState") ?? at(status, "state");
  });
const conditionOf = (world: FlinkWorld, name: string, type: string) => {
  const object = world.find(name);
  return object && conditionsOf(object).find((one) => one.type === type);
};
const waitingOf = (world: FlinkWorld, name: string) => conditionOf(world, name, "Waiting");

describe("a resource that is broken, in a sweep with others", () => {
  it.each(ofKinds)("a $kind whose spec is $what is told, and stops nobody", async ({ object, spec }) => {
    const { world, failed } = await swept(named("a-broken-one", object, { spec: spec as JsonValue }), ...sound);
    expect([failed, ...statesOf(world)]).toEqual([0, "STABLE", "STABLE", "STABLE", "COMPLETED"]);
    expect(waitingOf(world, "a-broken-one")).toMatchObject({ status: "True", reason: "InvalidSpec" });
    expect(await world.sweep()).toMatchObject({ seen: 5, quiet: 5, failed: 0 });
    world.cluster.remove("a-broken-one");
    await world.sweep();
    expect(world.find("a-broken-one")).toBeUndefined();
  });

  it.each(specs)("those who name a FlinkDeployment whose spec is $what are told, and stop nobody", async ({ spec }) => {
    const { world, failed } = await swept(
      named("a-broken-one", flinkSession(), { spec: spec as JsonValue }),
      named("its-job", sessionJob({ deploymentName: "a-broken-one" })),
      named("its-snapshot", flinkSnapshot({ jobReference: { name: "a-broken-one" } })),
      ...sound,
    );
    expect([failed, ...statesOf(world)]).toEqual([0, "STABLE", "STABLE", "STABLE", "COMPLETED"]);
    expect(waitingOf(world, "its-job")).toMatchObject({ status: "True", reason: "InvalidSpec" });
    expect(conditionOf(world, "its-snapshot", "Healthy")).toMatchObject({ status: "False" });
  });
});
