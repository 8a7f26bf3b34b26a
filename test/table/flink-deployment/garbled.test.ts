import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { addJob, conditionOf, withCluster } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const answers = [
  { name: "a page", text: () => "<html><body>Sign in</body></html>", why: "a proxy answers in the JobManager's place" },
  { name: "an answer that is cut short", text: (whole: string) => whole.slice(0, -2), why: "it is no answer" },
];

const running = (world: FlinkWorld, name: string) => conditionOf(world, "Running", name);

const isTold = { error: expect.stringContaining("makes no sense") };

describe("a REST that answers with what Flink does not say", () => {
  it.each(answers)("of a steady application, $name: is told until it is over ($why)", async ({ text }) => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(12_000);
    world.garble = text;
    await world.pass();
    expect(world.find()?.status).toMatchObject(isTold);
    expect(running(world, "orders")).toMatchObject({
      status: "False",
      reason: "JobManagerNotReady",
      message: expect.stringContaining("makes no sense"),
    });
    world.garble = (whole) => whole;
    await world.pass();
    expect(at(world.find()?.status, "error")).toBeUndefined();
    expect(running(world, "orders")).toMatchObject({ status: "True" });
    expect(world.kubelet.started).toHaveLength(1);
  });

  it.each(answers)("of a steady session job, $name: is told until it is over ($why)", async ({ text }) => {
    const world = await addJob(await withCluster());
    world.garble = text;
    await world.passJob("daily");
    expect(world.find("daily")?.status).toMatchObject(isTold);
    expect(running(world, "daily")).toMatchObject({ message: expect.stringContaining("makes no sense") });
    world.garble = (whole) => whole;
    await world.passJob("daily");
    expect(at(world.find("daily")?.status, "error")).toBeUndefined();
  });

  it("and one that does not answer at all is no error: it may be starting", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(12_000);
    world.way = () => "no route";
    await world.pass();
    expect(at(world.find()?.status, "error")).toBeUndefined();
    expect(running(world, "orders")).toMatchObject({ reason: "JobManagerNotReady" });
  });
});
