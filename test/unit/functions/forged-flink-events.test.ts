import { describe, expect, it } from "vitest";
import { makeActing } from "../../../functions/acting.ts";
import { makeReconcileHandler } from "../../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../../functions/reconcile/look-time.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import type { Artifact } from "../../../shared/ports/artifacts.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { flinkSession } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { unhurried } from "../../property/json-arbitrary.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const lies = 2_000;
const canary = "http://169.254.169.254/latest/meta-data";

/** A session cluster with a job on it, and a pod of `reconcile`; every fetch of a jar is counted. */
async function atRest(files: Readonly<Record<string, string>>) {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob, flinkStateSnapshot]);
  for (const [uri, content] of Object.entries(files)) world.artifacts.files.set(uri, content);
  const fetched: string[] = [];
  const artifacts = {
    open: (artifact: Artifact) => {
      fetched.push(artifact.uri);
      return world.artifacts.open(artifact);
    },
  };
  world.engine = { ...world.engine, ports: { ...world.engine.ports, artifacts } };
  world.cluster.create(flinkSession());
  await world.follow();
  world.cluster.create(sessionJob());
  await world.follow("daily");
  const { engine } = world;
  const acting = makeActing(engine, new FakeBus(), evenChance);
  const reconcile = makeReconcileHandler({ ...acting, engine, metrics: makeMetrics(), lookMs: lookMsFor(5_000) });
  world.trace.length = 0;
  return { world, fetched, reconcile };
}

/** What a liar may say of a resource; `index` makes each one different. */
const claims: readonly ((object: KubeObject, index: number) => JsonObject)[] = [
  (_, index) => ({
    metadata: { generation: index + 2 },
    spec: { job: { jarURI: canary, savepointTriggerNonce: index } },
  }),
  () => ({ metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }),
  () => ({ metadata: { uid: "another", finalizers: [], annotations: { "weir.dev/record": "{}" } } }),
  () => ({ status: { jobStatus: { state: "FAILED" }, reconciliationStatus: { lastReconciledSpec: canary } } }),
  () => ({ spec: { podTemplate: { spec: { hostPID: true } }, image: canary, job: { state: "suspended" } } }),
];

type Rig = Awaited<ReturnType<typeof atRest>>;

/** Sends so many of them about both resources. */
async function forge({ world, reconcile }: Rig): Promise<void> {
  for (let index = 0; index < lies; index += 1) {
    const name = index % 2 === 0 ? "orders" : "daily";
    const object = world.find(name) as KubeObject;
    const claim = claims[index % claims.length]?.(object, index);
    const headers = Object.entries({
      "ce-specversion": "1.0",
      "ce-id": String(index),
      "ce-source": "/forged",
      "ce-type": `dev.knative.apiserver.resource.${index % 3 === 0 ? "delete" : "update"}`,
      "ce-kind": object.kind ?? "",
      "ce-namespace": "flink",
      "ce-name": name,
      "content-type": "application/json",
    });
    const text = JSON.stringify({ ...object, ...claim });
    const answer = await reconcile({ headers, read: async () => ({ text }), signal: new AbortController().signal });
    expect(answer.status).toBe(204);
  }
}

const changes = ({ world: { trace } }: Rig) => {
  const reads: ReadonlySet<string> = new Set(["get", "list", "GET"]);
  return trace.filter((call) => !reads.has(call.verb));
};

describe("two thousand forged events about a session cluster and its job", unhurried, () => {
  it("change nothing where nothing is to be done, and fetch no jar", async () => {
    const rig = await atRest({ "https://repo.example.com/daily.jar": "com.example.Daily\n" });
    rig.fetched.length = 0;
    await forge(rig);
    expect(changes(rig)).toEqual([]);
    expect(rig.fetched).toEqual([]);
    expect(rig.world.passes.length).toBeGreaterThan(lies / 2);
    expect(rig.world.trace.length / rig.world.passes.length).toBeLessThan(4);
    expect(JSON.stringify(rig.world.trace)).not.toContain("169.254");
    expect(at(rig.world.find("daily")?.status, "jobStatus", "state")).toBe("RUNNING");
  });

  it("do not fetch again what was refused: the next try is that of the tick", async () => {
    const rig = await atRest({});
    const before = [...rig.fetched];
    await forge(rig);
    expect(before).toEqual(["https://repo.example.com/daily.jar"]);
    expect(rig.fetched).toEqual(before);
    expect(changes(rig)).toEqual([]);
  });
});
