import { describe, expect, it } from "vitest";
import { connectArtifacts } from "../../../shared/adapters/flink/artifact/client.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const jar = "https://repo.example.com/daily.jar";

/** A session cluster, and a job whose jar is fetched as in production, from names that all lead to one address. */
async function led(address: string, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob]);
  world.cluster.create(flinkSession());
  await world.follow();
  const addressing = { resolve: async () => [{ address, family: 4 }] };
  const artifacts = connectArtifacts({ version: "1", addressing });
  world.engine = { ...world.engine, ports: { ...world.engine.ports, artifacts } };
  world.cluster.create(sessionJob(...changes));
  await world.follow("daily");
  return world;
}

/** The jar can be had from here on. */
function mend(world: FlinkWorld): void {
  world.artifacts.files.set(jar, "com.example.Daily\n");
  world.boot();
}

const told = (world: FlinkWorld, type: string) => {
  const object = world.find("daily");
  return object && conditionsOf(object).find((one) => one.type === type);
};
const stateOf = (world: FlinkWorld) => at(world.find("daily")?.status, "jobStatus", "state");

describe("a jar whose host leads to a private address (FS-7, 8.1/11)", () => {
  it.each([
    { address: "10.96.0.1", why: "the API server" },
    { address: "169.254.169.254", why: "the metadata service of a cloud" },
  ])("$address, $why: is refused, and the status says why without the address", async ({ address }) => {
    const world = await led(address);
    const why = `${jar} cannot be fetched: its host leads to a local, private or reserved address`;
    expect(world.find("daily")?.status).toMatchObject({
      lifecycleState: "UPGRADING",
      jobStatus: { state: "RECONCILING" },
      error: expect.stringContaining(why),
    });
    expect(told(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "Refused",
      message: `The job was refused: ${why}. It is tried again after a while, or at once when the spec changes.`,
    });
    expect(told(world, "Stalled")).toMatchObject({ status: "True" });
    expect(told(world, "Reconciling")).toBeUndefined();
    expect(JSON.stringify([world.find("daily"), world.events])).not.toContain(address);
    expect(world.kubelet.started).toEqual([]);
    const { status } = world.find("daily") ?? {};
    await world.pass("daily");
    expect(world.find("daily")?.status).toEqual(status);
  });

  it("is not asked for at every look, and once more after a while", async () => {
    const world = await led("10.96.0.1");
    mend(world);
    await world.follow("daily");
    expect(world.kubelet.started).toEqual([]);
    world.skip(600_000);
    await world.follow("daily");
    expect([stateOf(world), told(world, "Waiting")?.status]).toEqual(["RUNNING", "False"]);
    expect(at(world.find("daily")?.status, "error")).toBeUndefined();
  });

  it("is asked for at once under another name", async () => {
    const world = await led("10.96.0.1", { job: { jarURI: "https://inside.example.com/daily.jar" } });
    mend(world);
    world.cluster.edit("daily", { spec: { job: { jarURI: jar } } });
    await world.follow("daily");
    expect([stateOf(world), told(world, "Waiting")?.status]).toEqual(["RUNNING", "False"]);
  });

  it.each([
    { uri: "https://10.96.0.1/daily.jar", why: "an address needs no name server" },
    { uri: "https://[::ffff:169.254.169.254]/daily.jar", why: "an address in another notation" },
    { uri: "https://localhost/daily.jar", why: "a name that is always this machine" },
  ])("$uri past the webhook: the spec is invalid, and nothing is asked ($why)", async ({ uri }) => {
    const world = await led("93.184.216.34", { job: { jarURI: uri } });
    const why = "spec.job.jarURI leads to a local, private or reserved address, which is not fetched from";
    expect(world.find("daily")?.status).toMatchObject({ error: expect.stringContaining(why) });
    expect(told(world, "Waiting")).toMatchObject({ reason: "InvalidSpec", message: expect.stringContaining(why) });
    mend(world);
    world.cluster.edit("daily", { spec: { job: { jarURI: jar } } });
    await world.follow("daily");
    expect([stateOf(world), at(world.find("daily")?.status, "error")]).toEqual(["RUNNING", undefined]);
  });
});
