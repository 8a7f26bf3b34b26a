import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stateResources } from "../../../../crds/observability/state-metrics.ts";
import { projectRoot } from "../../../golden/kustomization.ts";
import { lives } from "../../../golden/observability/lives.ts";
import { seriesOf } from "../../../golden/observability/state-series.ts";
import { partPath } from "../build/cache.ts";
import { describeReal } from "../control-plane/shared.ts";
import { toCase } from "./promtool-case.ts";

const shipped = join(projectRoot, "knative/observability/alerts.generated.yaml");

/** Whether promtool is content, and all it says. */
async function promtool(...args: readonly string[]): Promise<{ readonly content: boolean; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(partPath("promtool"), args, (error, stdout, stderr) =>
      resolve({ content: error === null, said: stdout + stderr }),
    );
  });
}

const content = (said: string) => ({ content: true, said: expect.stringContaining(said) });

describeReal("the shipped rules, to Prometheus' own tool", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "weir-promtool-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are rules, every one, and none is there twice", async () => {
    expect(await promtool("check", "rules", "--lint=all", "--lint-fatal", shipped)).toEqual(content("SUCCESS"));
  });

  it("fire and count as their cases say", async () => {
    const cases = join(projectRoot, "test/golden/observability/alerts.promtool.yaml");
    expect(await promtool("test", "rules", cases)).toEqual(content("SUCCESS"));
  });

  it("make of what Weir writes into a status what our own evaluator makes of it", async () => {
    const tests = [];
    for (const { name, live } of lives) tests.push(toCase(name, seriesOf(stateResources, await live()), 40));
    const file = join(folder, "lives.json");
    writeFileSync(file, JSON.stringify({ rule_files: [shipped], evaluation_interval: "1m", tests }));
    expect(await promtool("test", "rules", file)).toEqual(content("SUCCESS"));
  });

  it.each([
    { why: "no PromQL", expr: "sum by (a (b)", said: "could not parse expression" },
    { why: "a function that there is none", expr: "increases(a[5m])", said: 'unknown function with name "increases"' },
    { why: "a range where none belongs", expr: "sum(a[5m])", said: "expected type instant vector" },
  ])("would be refused for $why", async ({ expr, said }) => {
    const file = join(folder, "wrong.json");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "g", rules: [{ record: "r", expr }] }] }));
    expect(await promtool("check", "rules", file)).toEqual({ content: false, said: expect.stringContaining(said) });
  });
});
