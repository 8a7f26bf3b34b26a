import { describe, expect, it } from "vitest";
import { makeActing } from "../../../functions/acting.ts";
import { at } from "../../../shared/core/json.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const key = { kind: "FlinkSessionJob", namespace: "flink", name: "daily" };

/** A session job on its cluster, whose jar arrives when a test says so. */
async function withSlowJar() {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob]);
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  world.cluster.create(flinkSession());
  await world.follow();
  world.cluster.create(sessionJob());
  const { promise, resolve } = Promise.withResolvers<void>();
  const { flink } = world.engine.ports;
  const uploads: string[] = [];
  const uploadJar: typeof flink.uploadJar = async (endpoint, jar, signal) => {
    uploads.push(jar.fileName);
    await promise;
    return flink.uploadJar(endpoint, jar, signal);
  };
  const engine = { ...world.engine, ports: { ...world.engine.ports, flink: { ...flink, uploadJar } } };
  return { world, uploads, arrive: resolve, ...makeActing(engine, undefined, evenChance) };
}

describe("a jar that takes longer than a look of a follower", () => {
  it("is on its way once while the job is followed, without an error, and the job starts when it has come", async () => {
    const { world, uploads, arrive, follower } = await withSlowJar();
    const served = follower.serve([key], new AbortController().signal);
    await world.clock.advance(120_000);
    expect([uploads.length, at(world.find("daily")?.status, "error")]).toEqual([1, undefined]);
    arrive();
    await world.clock.advance(60_000);
    await served;
    expect([uploads.length, at(world.find("daily")?.status, "jobStatus", "state")]).toEqual([1, "RUNNING"]);
  });
});

describe("a jar that takes longer than a look that nobody follows, such as that of a sweep", () => {
  it("is waited for by that look", async () => {
    const { world, uploads, arrive, look } = await withSlowJar();
    const ends: string[] = [];
    const looked = look(key, new AbortController().signal).then(({ end }) => ends.push(end));
    await world.clock.advance(120_000);
    expect([uploads.length, ends]).toEqual([1, []]);
    arrive();
    await looked;
    expect([uploads.length, ends]).toEqual([1, ["moving"]]);
  });
});
