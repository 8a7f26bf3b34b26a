import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "../../../../simulators/platform/api-server/json.ts";
import { startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { patienceMs } from "../../../patience.ts";
import { flinkExample, patched } from "../../../table/flink/flink-rig.ts";
import { makeNamespace, mustRun, untilEstablished } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { asked, flinkManifests, flinkNamespaces, judgeRow } from "./flink-court.ts";
import { type CourtClient, openCourt, type Verdict, wordsOf } from "./verdict.ts";

const list = (items: readonly object[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });
const inForceLimitMs = patienceMs;

async function allSaid(court: CourtClient): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [index, one] of asked.entries()) verdicts.push(await judgeRow(court, one, `row-${index}`));
  return verdicts;
}

async function untilInForce(court: CourtClient): Promise<void> {
  const broken = asked.find(({ row }) => row.rule === "cluster-name" && !row.accepted);
  const deadline = performance.now() + inForceLimitMs;
  while (broken !== undefined && (await judgeRow(court, broken, "probe")).code < 300) {
    if (performance.now() > deadline) throw new Error("the policy is not in force");
    await sleep(100);
  }
}

const isAccepted = ({ code }: Verdict) => code < 300;

describeReal("the Flink kinds on a real API server (8.1 A)", () => {
  let court: CourtClient;
  beforeAll(async () => {
    const address = controlPlane();
    await mustRun(address, ["apply", "-f", "-"], list(flinkManifests));
    const plurals = ["flinkdeployments", "flinkstatesnapshots"];
    await untilEstablished(
      address,
      plurals.map((plural) => `crd/${plural}.flink.apache.org`),
    );
    for (const name of flinkNamespaces) await makeNamespace(address, name);
    court = openCourt({ url: address.url, ca: address.ca, token: address.tokens.admin });
    await untilInForce(court);
  });
  afterAll(async () => {
    const address = controlPlane();
    await court.close();
    await mustRun(address, ["delete", "--ignore-not-found", "-f", "-"], list(flinkManifests));
    await mustRun(address, ["delete", "namespace", "--wait=false", ...flinkNamespaces]);
  });

  it("decide each example as its rule says, in the words of the embedded API server", async () => {
    const real = await allSaid(court);
    const wrong = asked.filter(({ definition, row }, index) => {
      const rule = definition.rules.find(({ name }) => name === row.rule);
      return isAccepted(real[index] as Verdict) !== (row.accepted || rule?.cel === undefined);
    });
    expect(wrong.map(({ row }) => `${row.rule}, ${row.name}`)).toEqual([]);
    const namespaces = flinkNamespaces.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
    const seed = JSON.parse(JSON.stringify([...namespaces, ...flinkManifests])) as Json[];
    const server = await startApiServer({ seed, users: { admin: { username: "root", groups: ["system:masters"] } } });
    const embedded = openCourt({ url: server.url, token: "admin" });
    try {
      expect((await allSaid(embedded)).map(wordsOf)).toEqual(real.map(wordsOf));
    } finally {
      await embedded.close();
      await server.close();
    }
  }, 120_000);

  it("scale by kubectl (8.1/53) and show the Apache operator's columns first", async () => {
    const address = controlPlane();
    const objects = ["application", "session-job"]
      .map(flinkExample)
      .map((one) => patched(one, { metadata: { namespace: "flink-dev" } }));
    await mustRun(address, ["apply", "-f", "-"], list(objects));
    await mustRun(address, ["scale", "flinkdep/my-streaming-app", "-n", "flink-dev", "--replicas=3"]);
    const replicas = [
      "get",
      "flinkdep",
      "my-streaming-app",
      "-n",
      "flink-dev",
      "-o",
      "jsonpath={.spec.taskManager.replicas}",
    ];
    expect(await mustRun(address, replicas)).toBe("3");
    const headers = await Promise.all(
      ["flinkdep", "sessionjob"].map(
        async (kind) => (await mustRun(address, ["get", kind, "-n", "flink-dev"])).split("\n")[0],
      ),
    );
    expect(headers.map((line) => line?.trim().split(/ {2,}/))).toEqual([
      ["NAME", "JOB STATUS", "LIFECYCLE STATE", "AGE"],
      ["NAME", "JOB STATUS", "LIFECYCLE STATE", "DEPLOYMENT NAME", "AGE"],
    ]);
  });
});
