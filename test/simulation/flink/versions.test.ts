import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkVersions } from "../../../shared/flink/versions.ts";
import { flinkApplication, flinkSession, highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { args } from "./acts.ts";

const versions = flinkVersions.filter(({ support }) => support !== "refused");

const byLastState = { spec: { job: { upgradeMode: "last-state", args: ["--env", "last"] } } };

/** A world whose Flink is of a version, with the JAR of session jobs. */
function worldOf({ major, minor }: { readonly major: number; readonly minor: number }): FlinkWorld {
  const world = new FlinkWorld({ version: `${major}.${minor}.0` });
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  return world;
}

/** Changes a resource, or has it deleted, and looks at it once a second until nothing moves; then it works for 12 s. */
async function changed(world: FlinkWorld, name: string, patch: JsonObject | undefined): Promise<void> {
  if (patch === undefined) world.cluster.remove(name);
  else world.cluster.edit(name, patch);
  await follow(world, name);
}

async function follow(world: FlinkWorld, name: string): Promise<void> {
  for (let look = 0; look < 60; look += 1) {
    const { end } = name === "daily" ? await world.passJob(name) : await world.pass(name);
    if (end === "settled" || end === "gone") break;
    world.skip(1_000);
  }
  world.skip(12_000);
}

/** Where a resource stands, how often its job was started, and by how much any start knew less than it could. */
const seen = (world: FlinkWorld, name: string) => ({
  state: at(world.find(name)?.status, "jobStatus", "state"),
  lost: world.kubelet.started.map(({ lost }) => lost),
  savepoints: [...world.kubelet.storage.values()].filter(({ isSavepoint }) => isSavepoint).length,
});

describe.each(versions)("$name, from its first deploy to its deletion", (version) => {
  const flinkVersion = version.name;

  it.each([
    { mode: "native", ha: {}, why: "a savepoint, then a checkpoint that was kept" },
    { mode: "native", ha: highlyAvailable, why: "the second by Flink's own metadata" },
    { mode: "standalone", ha: {}, why: "2.15: the same by two Deployments" },
    { mode: "standalone", ha: highlyAvailable, why: "2.15: the same by two Deployments" },
  ])("$mode: no state is lost ($why)", async ({ mode, ha }) => {
    const world = worldOf(version);
    world.cluster.create(flinkApplication({ flinkVersion, mode }, ha));
    await follow(world, "orders");
    expect(seen(world, "orders")).toEqual({ state: "RUNNING", lost: [0], savepoints: 0 });
    await changed(world, "orders", args);
    expect(seen(world, "orders")).toEqual({ state: "RUNNING", lost: [0, 0], savepoints: 1 });
    await changed(world, "orders", byLastState);
    expect(seen(world, "orders")).toEqual({ state: "RUNNING", lost: [0, 0, 0], savepoints: 1 });
    await changed(world, "orders", undefined);
    expect([world.find(), world.objects.all("Deployment"), world.orphans]).toEqual([undefined, [], []]);
    expect(world.objects.all("ConfigMap").filter(({ metadata }) => metadata.name.endsWith("-config-map"))).toEqual([]);
  });

  it.each([{ mode: "native" }, { mode: "standalone" }])(
    "session job on a $mode cluster: no state is lost",
    async ({ mode }) => {
      const world = worldOf(version);
      world.cluster.create(flinkSession({ flinkVersion, mode }));
      await follow(world, "orders");
      world.cluster.create(sessionJob());
      await follow(world, "daily");
      expect(seen(world, "daily")).toEqual({ state: "RUNNING", lost: [0], savepoints: 0 });
      await changed(world, "daily", args);
      expect(seen(world, "daily")).toEqual({ state: "RUNNING", lost: [0, 0], savepoints: 1 });
      await changed(world, "daily", byLastState);
      expect(seen(world, "daily")).toEqual({ state: "RUNNING", lost: [0, 0, 0], savepoints: 1 });
      await changed(world, "daily", undefined);
      await changed(world, "orders", undefined);
      expect([world.find("daily"), world.find(), world.objects.all("Deployment")]).toEqual([undefined, undefined, []]);
    },
  );
});
