import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionNames as functions } from "../../cli/demo/functions.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { envOf, startProcess, whenReady, withProcess } from "./scenario-process.ts";
import {
  conditionOf,
  deliver,
  readExamples,
  type Scenario,
  sourceHeaders,
  startScenario,
  variant,
} from "./scenario-rig.ts";

const makeFolder = temporaryFolders();
let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ events: false });
});
afterAll(() => scenario?.close());

function fileOf(text: string): string {
  const path = join(makeFolder("operator"), "flink-operator-conf.yaml");
  writeFileSync(path, text);
  return path;
}

describe.each(functions)("%s for Flink's own kinds", (name) => {
  it("starts without the address of a platform, and says nothing of it (5.6/4)", async () => {
    const { WEIR_APPMANAGER_URL: _absent, ...env } = await envOf(scenario.world, name);
    const started = await startProcess(name, { ...env, WEIR_KINDS: "FlinkDeployment" });
    await whenReady(started);
    started.child.kill("SIGTERM");
    expect(await started.closed).toBe(0);
    expect(started.text.err).toBe("");
    expect(started.text.out).not.toContain("WEIR_APPMANAGER_URL");
  });

  it("takes the operator's own configuration, and logs what is odd about it (SP-10)", () => {
    const file = fileOf("reconciler.reschedule.interval.ms: 15000\nkubernetes.operator.nonsense: 1\n");
    return withProcess(
      scenario.world,
      name,
      async ({ text }) => {
        expect(text.out).toContain("reconciler.reschedule.interval.ms is accepted");
        expect(text.out).toContain("kubernetes.operator.nonsense is no option that is known");
      },
      { WEIR_FLINK_CONFIGURATION: file },
    );
  });

  it.each([
    { why: "a line is none", text: "a: 1\nrubbish\n", says: "line 2 is no key: value" },
    {
      why: "a value cannot be read",
      text: "kubernetes.operator.savepoint.format.type: QUICK\n",
      says: "kubernetes.operator.savepoint.format.type",
    },
    {
      why: "defaults are for no version",
      text: "kubernetes.operator.default-configuration.flink-version.v9_9.a: 1\n",
      says: '"v9_9" is no version that is known',
    },
  ])("ends at once with 2 and one line where $why in it", async ({ text, says }) => {
    const env = { ...(await envOf(scenario.world, name)), WEIR_FLINK_CONFIGURATION: fileOf(text) };
    const started = await startProcess(name, env);
    expect(await started.closed).toBe(2);
    expect(started.text.err.trimEnd().split("\n")).toEqual([expect.stringContaining(says)]);
  });
});

it("a VvpDeployment says that there is no platform, and none is asked", async () => {
  const { world } = scenario;
  await world.kubectl.apply(variant((await readExamples()).patch, "alone", "RUNNING"), "alone.yaml");
  const calls = world.appManager.calls.length;
  await withProcess(
    world,
    "reconcile",
    async ({ url, text }) => {
      expect((await deliver(url, sourceHeaders("alone"), "{}")).status).toBe(204);
      const object = await world.resource("alone");
      expect(conditionOf(object, "Consistent")).toEqual({ status: "Unknown", reason: "AppManagerUnreachable" });
      expect(JSON.stringify(object?.status)).toContain("WEIR_APPMANAGER_URL is empty");
      expect(text.out).toContain("WEIR_APPMANAGER_URL is empty");
    },
    { WEIR_APPMANAGER_URL: "" },
  );
  expect(world.appManager.calls).toHaveLength(calls);
});
