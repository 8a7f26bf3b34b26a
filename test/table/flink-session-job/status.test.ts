import { describe, expect, it } from "vitest";
import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import { addJob, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const broken = { flinkConfiguration: { "state.savepoints.dir": "broken:/none" } };
const env = (value: string) => ({ job: { args: ["--env", value] } });

/** A job that runs on a session cluster. */
async function running(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await addJob(await withCluster(), ...changes);
  world.skip(12_000);
  return world;
}

async function edited(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("daily", { spec });
  await lookAtJob(world);
}

/** What a user reads first: the word, the generation that was acted on before the newest, and what is wrong. */
function shown(world: FlinkWorld) {
  const { status, metadata } = world.find("daily") ?? { metadata: { generation: 0 } };
  const error = at(status, "error");
  return {
    lifecycle: at(status, "lifecycleState"),
    behind: (metadata.generation ?? 0) - Number(at(status, "observedGeneration")),
    error: typeof error === "string" ? at(JSON.parse(error) as JsonValue, "message") : undefined,
  };
}

describe("the status of a session job (1.5)", () => {
  it("a change whose savepoint fails: not acted on, with its error; taken back: as if it had never been", async () => {
    const world = await running(broken);
    await edited(world, env("prod"));
    expect(shown(world)).toMatchObject({ behind: 1, error: expect.stringContaining("broken:/none") });
    await edited(world, env("test"));
    expect(shown(world)).toEqual({ lifecycle: "STABLE", behind: 0, error: undefined });
  });

  it("a savepoint by nonce that fails: no error of the job, which runs on as it is wanted", async () => {
    const world = await running(broken);
    await edited(world, { job: { savepointTriggerNonce: 1 } });
    expect(shown(world)).toEqual({ lifecycle: "STABLE", behind: 0, error: undefined });
  });

  it("a spec that breaks a rule: not acted on", async () => {
    const world = await running();
    await edited(world, { job: { jarURI: "http://169.254.169.254/x.jar" } });
    expect(shown(world)).toMatchObject({ behind: 1, error: expect.stringContaining("spec.job.jarURI") });
  });

  it("a job with state that its cluster has lost: FAILED, with the way out", async () => {
    const world = await running();
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.skip(15_000);
    await world.follow();
    await lookAtJob(world);
    expect(shown(world)).toMatchObject({
      lifecycle: "FAILED",
      error: expect.stringContaining("savepointRedeployNonce"),
    });
  });

  it("a job that is suspended: acted on", async () => {
    const world = await running();
    await edited(world, { job: { state: "suspended" } });
    expect(shown(world)).toEqual({ lifecycle: "SUSPENDED", behind: 0, error: undefined });
  });
});
