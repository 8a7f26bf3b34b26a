import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { flinkExample, patched } from "./flink-rig.ts";

/** An example as a file has it, in the one namespace of a world. */
function example(name: string): KubeObject {
  const object = flinkExample(name);
  return { ...object, metadata: { ...object.metadata, namespace: "flink" } };
}

/** What a user reads of a resource that has come to rest. */
const shown = (object: KubeObject | undefined) => ({
  lifecycle: at(object?.status, "lifecycleState"),
  job: at(object?.status, "jobStatus", "state"),
  jobManager: at(object?.status, "jobManagerDeploymentStatus"),
  error: at(object?.status, "error"),
});

const running = { lifecycle: "STABLE", job: "RUNNING", jobManager: "READY", error: undefined };

describe("the guide's manifests, applied to simulated Flink", () => {
  it.each(["application", "sql-job", "autoscaled-application"])("%s comes to run", async (name) => {
    const world = new FlinkWorld();
    const object = world.cluster.create(example(name));
    expect((await world.follow(object.metadata.name)).end).toBe("settled");
    expect(shown(world.find(object.metadata.name))).toEqual(running);
    expect(world.kubelet.started).toHaveLength(1);
  });

  it("session-cluster and session-job come to run together", async () => {
    const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob]);
    const cluster = world.cluster.create(example("session-cluster"));
    const job = world.cluster.create(example("session-job"));
    const jar = String(at(job.spec, "job", "jarURI"));
    world.artifacts.files.set(jar, "org.apache.flink.streaming.examples.wordcount.WordCount\n");
    await world.follow(cluster.metadata.name);
    await world.follow(job.metadata.name);
    expect(shown(world.find(cluster.metadata.name))).toEqual({ ...running, job: undefined });
    expect(shown(world.find(job.metadata.name))).toEqual({ ...running, jobManager: undefined });
  });

  it.each(["suspend", "resume", "upgrade-stateful", "upgrade-savepoint", "trigger-savepoint"])(
    "the fragment %s, applied to the running application, comes to rest and loses no state",
    async (name) => {
      const world = new FlinkWorld();
      const application = world.cluster.create(example("application"));
      await world.follow(application.metadata.name);
      world.skip(120_000);
      const { spec } = patched(example("application"), flinkExample(`fragments/${name}`));
      world.cluster.edit(application.metadata.name, { spec: spec ?? {} });
      await world.follow(application.metadata.name);
      const suspended = name === "suspend";
      expect(shown(world.find(application.metadata.name))).toMatchObject({
        lifecycle: suspended ? "SUSPENDED" : "STABLE",
        job: suspended ? "FINISHED" : "RUNNING",
        error: undefined,
      });
      expect(world.kubelet.started.filter(({ lost }) => lost > 0)).toEqual([]);
    },
  );
});
