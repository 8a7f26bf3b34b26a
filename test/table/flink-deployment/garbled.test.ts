import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const answers = [
  { name: "a page", text: () => "<html><body>Sign in</body></html>", why: "a proxy answers in the JobManager's place" },
  { name: "an answer that is cut short", text: (whole: string) => whole.slice(0, -2), why: "it is no answer" },
];

function running(world: FlinkWorld, name: string) {
  const conditions = at(world.find(name)?.status, "conditions");
  return Array.isArray(conditions) ? conditions.find((one) => at(one, "type") === "Running") : undefined;
}

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
    const world = new FlinkWorld();
    world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
    world.cluster.create(flinkSession());
    await world.follow();
    world.cluster.create(sessionJob());
    for (let pass = 0; pass < 20; pass += 1) {
      await world.passJob("daily");
      world.skip(1_000);
    }
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
