import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const answers = [
  { answer: "a page", text: () => "<html><body>Sign in</body></html>" },
  { answer: "an answer that is cut short", text: (whole: string) => whole.slice(0, -2) },
];
const reads = [
  { call: "the list of jars", method: "GET", path: /\/jars$/ },
  { call: "the overview", method: "GET", path: /\/jobs\/overview$/ },
];
const writes = [
  { call: "an upload", method: "POST", path: /\/jars\/upload$/ },
  { call: "a run", method: "POST", path: /\/run$/ },
  { call: "the deletion of a jar", method: "DELETE", path: /\/jars\/[^/]+$/ },
];
const withAnswers = <Row>(rows: readonly Row[]) =>
  rows.flatMap((row) => answers.map((answer) => ({ ...row, ...answer })));

/** A job on a session cluster that is ready. */
async function begun(): Promise<FlinkWorld> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob]);
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  world.cluster.create(flinkSession());
  await world.follow();
  world.cluster.create(sessionJob());
  return world;
}

const told = (world: FlinkWorld, type: string) => {
  const object = world.find("daily");
  return object && conditionsOf(object).find((one) => one.type === type);
};

/** From here on the answers of one call do not arrive as Flink gave them. */
function garble(world: FlinkWorld, { method, path, text }: (typeof answers)[number] & (typeof reads)[number]): void {
  world.garble = (whole, request) =>
    request.method === method && path.test(new URL(request.url).pathname) ? text(whole) : whole;
}

describe("a cluster that answers a start with what Flink does not say", () => {
  it.each(withAnswers(reads))("$call, $answer: is told, and the job is started once it is over", async (row) => {
    const world = await begun();
    garble(world, row);
    await world.follow("daily", 20);
    expect(at(world.find("daily")?.status, "error")).toContain("makes no sense");
    expect(told(world, "Waiting")).toMatchObject({
      status: "True",
      reason: "ClusterNotReady",
      message: expect.stringContaining("makes no sense"),
    });
    expect(world.kubelet.started).toEqual([]);
    world.garble = (whole) => whole;
    await world.follow("daily");
    expect(at(world.find("daily")?.status, "error")).toBeUndefined();
    expect([told(world, "Running")?.status, told(world, "Waiting")?.status]).toEqual(["True", "False"]);
  });

  it.each(withAnswers(writes))(
    "$call, $answer: what came of it is seen on the cluster, and is there once",
    async (row) => {
      const world = await begun();
      garble(world, row);
      await world.follow("daily");
      expect(at(world.find("daily")?.status, "error")).toBeUndefined();
      expect(told(world, "Running")).toMatchObject({ status: "True" });
      expect(world.kubelet.started).toHaveLength(1);
      expect(world.kubelet.processes(world.clock.now()).flatMap(({ jars }) => [...jars])).toEqual([]);
    },
  );
});
