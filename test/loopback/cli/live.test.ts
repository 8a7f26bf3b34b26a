import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kinds } from "../../../shared/kinds/index.ts";
import { patienceMs } from "../../patience.ts";
import { readExamples, type Scenario, startScenario, variant } from "../../platform/scenario-rig.ts";
import { temporaryFolders } from "../../temporary-folders.ts";
import { runWeir } from "./run-weir.ts";

const makeFolder = temporaryFolders();

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
  const { world, stage } = scenario;
  const { patch, put } = await readExamples();
  const flinkConfiguration = { "s3.secret-key": "hush", parallelism: "1" };
  const template = { spec: { ...templateSpec(patch), flinkConfiguration } };
  await world.kubectl.apply(variant(patch, "good", "CANCELLED", { template }), "good.yaml");
  await world.kubectl.apply(variant(put, "bad", "CANCELLED", { deploymentTargetName: "nowhere" }), "bad.yaml");
  await stage.reach("good", "CANCELLED");
  const state = () => stage.stateOf("bad");
  await stage.until("bad is refused", patienceMs, async () => (await state()).endsWith("Healthy False"), state);
  await stage.quiet();
  await world.changes.stop();
});
afterAll(() => scenario?.close());

function templateSpec(object: unknown): object {
  return (object as { spec: { deployment: { spec: { template: { spec: object } } } } }).spec.deployment.spec.template
    .spec;
}

const env = () => ({
  KUBECONFIG: scenario.world.kubeconfig,
  WEIR_INSTANCE_ID: "my-operator",
  WEIR_APPMANAGER_URL: scenario.world.appManager.url,
});

/** Runs `weir` and gives what it sent besides reads. */
async function run(...argv: readonly string[]) {
  const { platform, appManager } = scenario.world;
  const [apiMark, backendMark] = [platform.calls.length, appManager.calls.length];
  const ran = await runWeir(argv, env());
  const calls = [...platform.calls.slice(apiMark), ...appManager.calls.slice(backendMark)];
  return { ...ran, writes: calls.filter(({ method }) => method !== "GET"), calls };
}

describe("weir status", () => {
  it("shows every resource as kubectl get -o wide does, and why one is not healthy", async () => {
    const { code, out, err } = await run("status");
    expect([code, err]).toEqual([0, ""]);
    const [head, bad, good, gap, why] = out.split("\n");
    expect(head?.split(/ {2,}/)).toEqual([
      ...["NAMESPACE", "NAME", "ACTUAL", "INSTANCE-ID", "DESIRED", "SYNC", "VVP-NAMESPACE", "HEALTHY", "AGE"],
      ...["CONSISTENT", "SPECALIGNED", "PARALLELISMALIGNED", "DELETIONBLOCKED"],
    ]);
    expect(good).toMatch(
      /^my-deploy-namespace +good +CANCELLED +my-operator +CANCELLED +true +default +True +\d+s +True/,
    );
    expect(bad).toMatch(/^my-deploy-namespace +bad +my-operator +CANCELLED +true +default +False/);
    expect([gap, why]).toEqual(["", expect.stringMatching(/^my-deploy-namespace\/bad: .*nowhere/)]);
  });

  it("asks for one namespace when it is named", async () => {
    const { code, out, calls } = await run("status", "-n", "default");
    expect([code, out.split("\n")]).toEqual([
      0,
      [...kinds.map(({ names }) => `No ${names.kind} in namespace default.`), ""],
    ]);
    expect(calls.map(({ path }) => path)).toEqual(
      kinds.map(({ names: { group, version, plural } }) => `/apis/${group}/${version}/namespaces/default/${plural}`),
    );
  });
});

describe("weir explain", () => {
  it("says that nothing is to be done, and writes nothing", async () => {
    const { code, out, err, writes } = await run("explain", "vvpdeployment/good");
    expect([code, err, writes]).toEqual([0, "", []]);
    expect(out).toMatch(/^Rule +rest, /m);
    expect(out).toContain("The status would stay as it is.");
    expect(out).toMatch(/Consistent +True +RecordIntact/);
  });

  it("shows what would be sent, without what a spec keeps secret", async () => {
    const { world } = scenario;
    await world.kubectl.patch("good", { spec: { deployment: { spec: { state: "RUNNING" } } } });
    const { code, out, writes } = await run("explain", "vvpd", "good", "-n", "my-deploy-namespace");
    expect([code, writes]).toEqual([0, []]);
    expect(out).toMatch(/^Rule +project-spec/m);
    expect(out).toMatch(/app-manager\/patch default\/[0-9a-f-]{36} {2}\{.*"state":"RUNNING"/);
    expect(out).toContain('"s3.secret-key":"[hidden]"');
    for (const secret of ["hush", world.appManager.token]) expect(out).not.toContain(secret);
  });

  it("tells what is odd about the operator's own configuration, and goes on (SP-10)", async () => {
    const file = join(makeFolder("operator"), "flink-operator-conf.yaml");
    writeFileSync(file, "kubernetes.operator.nonsense: 1\n");
    const { code, err } = await runWeir(["explain", "vvpd/good"], { ...env(), WEIR_FLINK_CONFIGURATION: file });
    expect([code, err]).toEqual([
      0,
      "weir explain: WEIR_FLINK_CONFIGURATION: kubernetes.operator.nonsense is no option that is known\n",
    ]);
  });

  it("gives the same as JSON", async () => {
    const { code, out, writes } = await run("explain", "vvpdeployments/good", "-o", "json");
    expect([code, writes]).toEqual([0, []]);
    expect(JSON.parse(out)).toMatchObject({
      kind: "VvpDeployment",
      name: "good",
      rule: "project-spec",
      actions: [{ type: "app-manager/patch" }],
    });
  });

  it.each([
    { name: "a resource that is not there", argv: ["vvpd/nope"], code: 1, says: "does not exist" },
    { name: "another namespace", argv: ["vvpd/good", "-n", "default"], code: 1, says: "default/good does not exist" },
    { name: "a kind that nobody knows", argv: ["pods/x"], code: 2, says: "known: vvpdeployment" },
  ])("answers $name with $code", async ({ argv, code, says }) => {
    const ran = await run("explain", ...argv);
    expect(ran.code).toBe(code);
    expect(ran.out + ran.err).toContain(says);
  });
});
