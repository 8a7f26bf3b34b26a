import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { at } from "../../../shared/core/json.ts";
import { addJob, conditionOf, forgetting, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const typo = "https://repo.example.com/dayly.jar";
const there = "https://repo.example.com/daily.jar";

async function running(): Promise<FlinkWorld> {
  const world = await addJob(forgetting(await withCluster()));
  world.skip(12_000);
  return world;
}

async function edited(world: FlinkWorld, jarURI: string, passes = 20): Promise<void> {
  world.cluster.edit("daily", { spec: { job: { jarURI, parallelism: 3 } } });
  await lookAtJob(world, passes);
}

const shown = (world: FlinkWorld) => at(world.find("daily")?.status, "jobStatus", "state");
const error = (world: FlinkWorld) => at(world.find("daily")?.status, "error");
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);

describe("a running session job whose new jar is not there", () => {
  it("runs on, and says what is missing", async () => {
    const world = await running();
    await edited(world, typo);
    expect([shown(world), world.kubelet.started.length, savepoints(world).length]).toEqual(["RUNNING", 1, 0]);
    expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 1 });
    expect(error(world)).toContain("there is nothing at https://repo.example.com/dayly.jar");
    expect(conditionOf(world, "Waiting", "daily")).toMatchObject({ status: "True", reason: "Refused" });
    expect(conditionOf(world, "Stalled", "daily")).toMatchObject({ status: "True" });
  });

  it.each<{ name: string; why: string; mend: (world: FlinkWorld) => Promise<void>; starts: number }>([
    {
      name: "the right name",
      why: "another spec is tried at once",
      mend: (world) => edited(world, there),
      starts: 2,
    },
    {
      name: "the spec of before",
      why: "nothing was changed, so that nothing restarts",
      mend: async (world) => {
        world.cluster.edit("daily", { spec: { job: { jarURI: there, parallelism: 2 } } });
        await lookAtJob(world);
      },
      starts: 1,
    },
    {
      name: "the jar, ten minutes later",
      why: "what was refused is tried again after WEIR_REJECTED_RETRY",
      mend: async (world) => {
        world.artifacts.files.set(typo, "com.example.Daily\n");
        await lookAtJob(world);
        expect(world.kubelet.started).toHaveLength(1);
        world.skip(600_000);
        await lookAtJob(world);
      },
      starts: 2,
    },
  ])("goes on with $name: $why", async ({ mend, starts }) => {
    const world = await running();
    await edited(world, typo);
    await mend(world);
    expect([shown(world), world.kubelet.started.length, error(world)]).toEqual(["RUNNING", starts, undefined]);
    expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("waits for an origin that does not answer, and goes on by itself", async () => {
    const world = await running();
    const { artifacts } = world;
    const open = artifacts.open.bind(artifacts);
    artifacts.open = () => Promise.reject(new OperatorError("Unavailable", "the origin does not answer"));
    await edited(world, there);
    expect([shown(world), world.kubelet.started.length]).toEqual(["RUNNING", 1]);
    expect(error(world)).toContain("the origin does not answer");
    expect(conditionOf(world, "Stalled", "daily")).toBeUndefined();
    artifacts.open = open;
    await lookAtJob(world);
    expect([shown(world), world.kubelet.started.length, error(world)]).toEqual(["RUNNING", 2, undefined]);
  });

  it("is suspended and deleted like any other", async () => {
    const world = await running();
    await edited(world, typo);
    world.cluster.edit("daily", { spec: { job: { state: "suspended" } } });
    await lookAtJob(world);
    expect(world.find("daily")?.status).toMatchObject({ lifecycleState: "SUSPENDED" });
    world.cluster.remove("daily");
    await lookAtJob(world);
    expect(world.find("daily")).toBeUndefined();
  });
});
