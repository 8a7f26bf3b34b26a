import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { readRecord } from "../../../shared/core/record.ts";
import { dueAgain, noteFailedStop } from "../../../shared/flink/failed-stop.ts";
import { memoryOf } from "../../../shared/flink/memory.ts";
import { patienceMs } from "../../../shared/flink/patience.ts";
import type { Job } from "../../../simulators/flink/state.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } } as const;

async function deployed(behaviour: { readonly tasksAfterMs?: number }, ...changes: readonly JsonObject[]) {
  const world = new FlinkWorld({ behaviour: () => behaviour });
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  return world;
}

const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting");

/** The one job of the world, to be put into a state that it takes long to leave. */
function jobOf(world: FlinkWorld): Job {
  const [job] = world.kubelet.processes(world.clock.now()).flatMap(({ jobs }) => [...jobs.values()]);
  if (job === undefined) throw new Error("no job runs");
  return job;
}

describe("a stop with savepoint while not all tasks run", () => {
  it("is asked for again soon, and the job goes on from it", async () => {
    const world = await deployed({ tasksAfterMs: 45_000 });
    world.cluster.edit("orders", args);
    await world.follow("orders", 90);
    expect(world.kubelet.started).toMatchObject([{ lost: 0 }, { lost: 0 }]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    const tries = world.events.filter(({ reason }) => reason === "SavepointError");
    expect(tries.length).toBeGreaterThan(2);
    expect(tries.length).toBeLessThan(7);
  });

  it("is held like any other failure once it has been refused so often that it does not pass", async () => {
    const world = await deployed({ tasksAfterMs: 3_000_000 });
    world.cluster.edit("orders", args);
    await world.follow("orders", 200);
    const tries = world.events.filter(({ reason }) => reason === "SavepointError");
    expect(tries).toHaveLength(7);
    expect(waiting(world)).toMatchObject({ status: "True", reason: "SavepointFailed" });
    expect(world.kubelet.started).toHaveLength(1);
  });

  it.each([
    { name: "another failure", message: "no space left", due: 600_000, why: "it would only fail again" },
    {
      name: "tasks that start",
      message: "Not all required tasks are currently running.",
      due: 10_000,
      why: "it passes",
    },
  ])("$name: due $due ms later, as $why", async ({ message, due }) => {
    const world = await deployed({});
    const reading = readRecord(world.find() ?? { metadata: { name: "" } });
    const memory = memoryOf(reading.state === "own" ? reading.record : undefined);
    if (memory === undefined) throw new Error("nothing is on record");
    const { failure } = noteFailedStop(memory, { message, at: 0, spec: "a" });
    expect(failure && dueAgain(failure, 600_000)).toBe(due);
  });
});

describe("what moves for long (D9)", () => {
  it.each(["RESTARTING", "INITIALIZING"])("a job that is %s is left to the pace of a wait", async (state) => {
    const world = await deployed({});
    const job = jobOf(world);
    Object.assign(job, { state, modified: world.clock.now() + patienceMs });
    expect((await world.pass()).end).toBe("moving");
    world.skip(2 * patienceMs + 2_000);
    expect((await world.pass()).end).toBe("waiting");
  });
});

describe("why a change waits, in a word", () => {
  it.each([
    { state: "CANCELLING", changes: {}, reason: "JobEnding" },
    { state: "RESTARTING", changes: { job: { upgradeMode: "savepoint" } }, reason: "JobNotReady" },
  ])("of a job that is $state: $reason", async ({ state, changes, reason }) => {
    const only = { flinkConfiguration: { "kubernetes.operator.job.upgrade.last-state-fallback.enabled": "false" } };
    const world = await deployed({}, only, changes);
    Object.assign(jobOf(world), { state, modified: world.clock.now() + 60_000 });
    world.cluster.edit("orders", args);
    await world.pass();
    expect(waiting(world)).toMatchObject({ status: "True", reason });
  });

  it("of a JobManager that does not answer: JobManagerSilent", async () => {
    const world = await deployed({});
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.cluster.edit("orders", args);
    await world.pass();
    expect(waiting(world)).toMatchObject({ status: "True", reason: "JobManagerSilent" });
  });

  it("of a JobManager that is gone without metadata: StateUnknown", async () => {
    const world = await deployed({});
    world.objects.remove("Deployment", "flink", "orders");
    world.skip(10_000);
    world.cluster.edit("orders", args);
    await world.pass();
    expect(waiting(world)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });
});
