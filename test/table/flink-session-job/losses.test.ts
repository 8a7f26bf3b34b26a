import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { flinkSession, highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { kill, removeMetadata } from "../../simulation/flink/acts.ts";
import { addJob, lookAtJob, withCluster } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const args = { spec: { job: { args: ["--env", "prod"] } } };

async function world(job: JsonObject = {}): Promise<FlinkWorld> {
  const made = new FlinkWorld();
  made.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  for (const path of ["s3://first", "s3://second"])
    made.kubelet.storage.set(path, { path, count: 0, isSavepoint: true });
  made.cluster.create(flinkSession());
  await made.follow();
  made.cluster.create(sessionJob(job));
  return made;
}

/** So many looks at the job, a second apart. */
async function looks(over: FlinkWorld, count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    await over.passJob("daily");
    over.skip(1_000);
  }
}

const waiting = (over: FlinkWorld) => conditionsOf(over.find("daily") as never).find(({ type }) => type === "Waiting");
const runs = (over: FlinkWorld) =>
  over.kubelet
    .processes(over.clock.now())
    .flatMap(({ jobs }) => [...jobs.values()].filter(({ state }) => state === "RUNNING"));

/** Until the job runs and nobody has seen it: its run was taken a moment ago. */
async function untilTaken(over: FlinkWorld): Promise<void> {
  const isTaken = () => over.trace.some((call) => call.to === "flink" && call.about.includes("/run"));
  for (let look = 0; look < 20 && !isTaken(); look += 1) await looks(over, 1);
  expect(isTaken()).toBe(true);
}

async function killedOnceTaken(job: JsonObject): Promise<FlinkWorld> {
  const over = await world(job);
  await untilTaken(over);
  over.skip(30_000);
  over.kubelet.kill("flink", "orders", over.clock.now());
  over.skip(10_000);
  await over.follow();
  await looks(over, 20);
  return over;
}

describe("a session job that its cluster has lost before anybody saw it run", () => {
  it("is not started without what it had done since (8.1/42)", async () => {
    const over = await killedOnceTaken({});
    expect(over.kubelet.started).toHaveLength(1);
    expect(waiting(over)).toMatchObject({ status: "True", reason: "StateUnknown" });
  });

  it("is no start that may be given up for another one", async () => {
    const over = await killedOnceTaken({});
    over.cluster.edit("daily", args);
    await looks(over, 20);
    expect(over.kubelet.started).toHaveLength(1);
    expect(waiting(over)).toMatchObject({ status: "True" });
  });

  it("is started again where it has no state", async () => {
    const over = await killedOnceTaken({ job: { upgradeMode: "stateless" } });
    expect(runs(over)).toHaveLength(1);
    expect(over.kubelet.started).toHaveLength(2);
  });
});

describe("a session job with state that its cluster has lost while it ran", () => {
  const suspended = { spec: { job: { state: "suspended" } } };
  const clean = { spec: { job: { upgradeMode: "stateless" } } };

  async function lost(cluster: JsonObject = {}): Promise<FlinkWorld> {
    const over = await withCluster(cluster);
    await addJob(over);
    removeMetadata(over);
    kill(over);
    over.skip(15_000);
    await over.follow();
    return over;
  }

  it.each([
    { name: "suspend", edit: suspended },
    { name: "args", edit: args },
    { name: "restartNonce", edit: { spec: { restartNonce: 1 } } },
  ])("is not changed by $name, and says that nobody knows its state and what to set (8.1/42)", async ({ edit }) => {
    const over = await lost();
    over.cluster.edit("daily", edit);
    await lookAtJob(over);
    expect(over.kubelet.started).toHaveLength(1);
    const message = expect.stringMatching(/does not know the job any more\. Set spec\.job\.initialSavepointPath and /);
    expect(waiting(over)).toMatchObject({ status: "True", reason: "StateUnknown", message });
    expect(at(over.find("daily")?.status, "lifecycleState")).toBe("FAILED");
  });

  it.each([
    { name: "suspend", edit: suspended, lifecycle: "SUSPENDED", starts: 1 },
    { name: "args", edit: args, lifecycle: "STABLE", starts: 2 },
  ])("goes on with $name once its user gives the state up", async ({ edit, lifecycle, starts }) => {
    const over = await lost();
    over.cluster.edit("daily", edit);
    await lookAtJob(over);
    over.cluster.edit("daily", clean);
    await lookAtJob(over);
    expect(at(over.find("daily")?.status, "lifecycleState")).toBe(lifecycle);
    expect(over.kubelet.started).toHaveLength(starts);
  });

  it("is waited for where high availability may bring it back, and the way out is named", async () => {
    const over = await lost(highlyAvailable);
    over.cluster.edit("daily", suspended);
    await lookAtJob(over);
    const message = expect.stringMatching(
      /may bring back\. It goes on when the cluster knows the job\. Set spec\.job\./,
    );
    expect(waiting(over)).toMatchObject({ status: "True", reason: "StateUnknown", message });
    expect(at(over.find("daily")?.status, "lifecycleState")).not.toBe("FAILED");
  });
});

describe("a session job without state that a highly available cluster has lost", () => {
  it("is not started beside itself, says how it is started anew, and is (DV-26)", async () => {
    const over = await withCluster(highlyAvailable);
    await addJob(over, { job: { upgradeMode: "stateless" } });
    removeMetadata(over);
    kill(over);
    over.skip(15_000);
    await over.follow();
    await lookAtJob(over);
    expect(over.kubelet.started).toHaveLength(1);
    expect(waiting(over)).toMatchObject({
      status: "True",
      reason: "StateUnknown",
      message: expect.stringMatching(/high availability may bring back\. Set a new spec\.restartNonce /),
    });
    over.cluster.edit("daily", { spec: { restartNonce: 1 } });
    await lookAtJob(over);
    expect(runs(over)).toHaveLength(1);
    expect(over.kubelet.started).toHaveLength(2);
  });
});

describe("a session job whose record is lost", () => {
  /** After an upgrade, so that its job has another id than the first one. */
  async function forgotten(job: JsonObject = {}): Promise<FlinkWorld> {
    const over = await world(job);
    await looks(over, 15);
    over.cluster.edit("daily", args);
    await looks(over, 20);
    expect(runs(over)).toHaveLength(1);
    over.cluster.edit("daily", { metadata: { annotations: { "weir.dev/record": null } } });
    await looks(over, 20);
    return over;
  }

  it.each([{ mode: "savepoint" }, { mode: "stateless" }])("is not started beside itself: $mode", async ({ mode }) => {
    const over = await forgotten({ job: { upgradeMode: mode, initialSavepointPath: "s3://first" } });
    expect(runs(over)).toHaveLength(1);
    expect(over.kubelet.started).toHaveLength(2);
    expect(waiting(over)).toMatchObject({ status: "True", reason: "StateUnknown" });
    expect(String(at(over.find("daily")?.status, "error"))).toContain("knows nothing of");
  });

  it("is started from a state that the user names anew", async () => {
    const over = await forgotten();
    over.cluster.edit("daily", { spec: { job: { initialSavepointPath: "s3://second" } } });
    await looks(over, 20);
    expect(over.kubelet.started.at(-1)).toMatchObject({ from: "s3://second" });
  });
});

describe("a session job of whose state nothing would outlive a cancel (issue, 3)", () => {
  it("runs on where its cluster has no directory for a savepoint, and says why", async () => {
    const over = new FlinkWorld();
    over.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
    over.cluster.create(flinkSession({ flinkConfiguration: { "state.savepoints.dir": null } }));
    await over.follow();
    const unkept = { "execution.checkpointing.externalized-checkpoint-retention": "DELETE_ON_CANCELLATION" };
    over.cluster.create(sessionJob({ flinkConfiguration: unkept }));
    await looks(over, 60);
    over.cluster.edit("daily", args);
    await looks(over, 10);
    expect(over.kubelet.started).toHaveLength(1);
    expect(runs(over)).toHaveLength(1);
    expect(waiting(over)).toMatchObject({ status: "True", reason: "StateAtRisk" });
    over.cluster.edit("daily", { spec: { job: { upgradeMode: "stateless" } } });
    await looks(over, 30);
    expect(over.kubelet.started).toMatchObject([{ from: undefined }, { from: undefined }]);
    expect(waiting(over)).toMatchObject({ status: "False" });
  });
});
