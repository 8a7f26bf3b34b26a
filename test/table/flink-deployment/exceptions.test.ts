import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { failJob, flapJob } from "../../simulation/flink/acts.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

async function deployed(flinkConfiguration: Readonly<Record<string, string>> = {}, ...changes: readonly JsonObject[]) {
  const world = new FlinkWorld({}, { flinkConfiguration });
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(12_000);
  world.events.length = 0;
  world.trace.length = 0;
  return world;
}

const told = (world: FlinkWorld) =>
  world.events.filter(({ reason }) => reason === "JobException").map(({ type, message }) => `${type}: ${message}`);
const asked = (world: FlinkWorld) =>
  world.trace.filter((call) => "about" in call && call.about.includes("/exceptions")).length;

async function tick(world: FlinkWorld, times = 3): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await world.sweep();
    world.skip(15_000);
  }
}

describe("exceptions of a job as Kubernetes Events (7.2)", () => {
  it("each is told once, with its stack; a job that is steady again is not asked again", async () => {
    const world = await deployed();
    flapJob(world);
    await tick(world, 6);
    expect(told(world)).toEqual([
      expect.stringMatching(/^Warning: org\.apache\..*no longer reachable\. \(\d{4}-.*Z\)\n {2}at org\.apache\..*$/),
    ]);
    const before = asked(world);
    await tick(world);
    expect([asked(world), told(world).length]).toEqual([before, 1]);
  });

  it("one that came up and is steady is never asked", async () => {
    const world = await deployed();
    await tick(world);
    expect(asked(world)).toBe(0);
  });

  it("of a job that has failed, with the reason of its end", async () => {
    const world = await deployed();
    failJob(world);
    await tick(world);
    expect(told(world)).toEqual([expect.stringContaining("java.lang.RuntimeException: out of range")]);
    expect(world.events.map(({ reason }) => reason)).toContain("Error");
  });

  it("of many the newest are told, as many as the option says", async () => {
    const world = await deployed({ "kubernetes.operator.events.exceptions.limit-per-reconciliation": "2" });
    flapJob(world);
    const process = world.kubelet.process("flink", "orders", world.clock.now());
    for (const job of process?.jobs.values() ?? []) {
      const words = ["first", "second", "third"];
      job.exceptions.push(...words.map((word, at) => ({ at: world.clock.now() + at, stack: `a.B: ${word}` })));
    }
    world.skip(100);
    await tick(world);
    expect(told(world).map((line) => / a\.B: (\w+)/.exec(line)?.[1])).toEqual(["second", "third"]);
  });

  it("none where the option is nought, and nobody is asked", async () => {
    const world = await deployed({ "kubernetes.operator.events.exceptions.limit-per-reconciliation": "0" });
    flapJob(world);
    await tick(world);
    expect([asked(world), told(world)]).toEqual([0, []]);
  });

  it("a job that cannot be asked is asked again", async () => {
    const world = await deployed();
    flapJob(world);
    world.way = ({ url }, when) => (when === "before" && url.includes("/exceptions") ? "ECONNRESET" : undefined);
    await tick(world);
    world.way = () => undefined;
    await tick(world);
    expect(told(world)).toHaveLength(1);
  });
});
