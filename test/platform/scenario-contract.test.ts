import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionNames as functions } from "../../cli/demo/functions.ts";
import { envOf, startProcess, withProcess } from "./scenario-process.ts";
import { type Scenario, startScenario } from "./scenario-rig.ts";

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario({ events: false });
});
afterAll(() => scenario?.close());

describe.each(functions)("%s as a process", (name) => {
  it("serves health, readiness and metrics, and nothing but POST elsewhere", () =>
    withProcess(scenario.world, name, async ({ url }) => {
      for (const path of ["/healthz", "/readyz"]) {
        const answer = await fetch(url + path);
        expect([path, answer.status, await answer.text()]).toEqual([path, 200, "ok"]);
        // Beyond the 90 s that queue-proxy keeps an idle connection, so that none is closed under a new event.
        expect(answer.headers.get("keep-alive")).toBe("timeout=120");
      }
      const metrics = await fetch(`${url}/metrics`);
      expect(metrics.headers.get("content-type")).toContain("text/plain");
      expect(await metrics.text()).toMatch(/^# HELP weir_/m);
      for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
        const answer = await fetch(`${url}/`, { method, redirect: "manual" });
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
        expect(await answer.json()).toEqual({ reason: `${method} is not taken here; send a POST` });
      }
    }));

  it("ends with 0 on SIGTERM when it is idle", () =>
    withProcess(scenario.world, name, async ({ child, closed, text }) => {
      child.kill("SIGTERM");
      expect(await closed).toBe(0);
      expect(text.err).toBe("");
    }));

  it.each([
    { why: "a value is missing", env: { WEIR_INSTANCE_ID: "" }, says: "WEIR_INSTANCE_ID" },
    { why: "a variable is misspelt", env: { WEIR_INSTANCEID: "x" }, says: "WEIR_INSTANCEID is not a variable of Weir" },
    { why: "a port is none", env: { PORT: "http" }, says: "PORT is not a whole number" },
    { why: "a kind is unknown", env: { WEIR_KINDS: "VvpDeploymnet" }, says: "WEIR_KINDS names VvpDeploymnet" },
  ])("ends at once with 2 and one line when $why", async ({ env, says }) => {
    const started = await startProcess(name, {
      ...(await envOf(scenario.world, name)),
      ...(env as Record<string, string>),
    });
    expect(await started.closed).toBe(2);
    expect(started.text.out).toBe("");
    expect(started.text.err.trimEnd().split("\n")).toEqual([expect.stringContaining(says)]);
    expect(started.text.err).toMatch(new RegExp(`^weir ${name}: `));
  });
});

it("reconcile without a readable kubeconfig ends with 2 and one line", async () => {
  const started = await startProcess("reconcile", {
    ...(await envOf(scenario.world, "reconcile")),
    KUBECONFIG: "/nowhere/config",
  });
  expect(await started.closed).toBe(2);
  expect(started.text.err.trimEnd().split("\n")).toEqual([expect.stringContaining("/nowhere/config")]);
});
