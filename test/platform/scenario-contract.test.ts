import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FunctionProcess, startProcess, whenReady } from "./scenario-process.ts";
import { deliver, readExamples, type Scenario, sourceHeaders, startScenario } from "./scenario-rig.ts";

const functions = ["reconcile", "refresh", "admission"] as const;
const requested = "dev.weir.reconcile.requested";
let scenario: Scenario;

/** Environment of a function outside of the autoscaler, against the scenario's servers. */
async function envOf(name: (typeof functions)[number]): Promise<Record<string, string>> {
  const { kubeconfigOf, appManager } = scenario.world;
  if (name === "admission") return { WEIR_INSTANCE_ID: "my-operator" };
  const KUBECONFIG = await kubeconfigOf(`weir-${name}`);
  return { WEIR_INSTANCE_ID: "my-operator", KUBECONFIG, WEIR_APPMANAGER_URL: appManager.url };
}

async function withProcess(
  name: (typeof functions)[number],
  use: (started: FunctionProcess) => Promise<void>,
  extra: Record<string, string> = {},
): Promise<void> {
  const started = await startProcess(name, { ...(await envOf(name)), ...extra });
  try {
    await whenReady(started);
    await use(started);
  } finally {
    await started.stop();
  }
}

beforeAll(async () => {
  scenario = await startScenario();
  const { patch } = await readExamples();
  await scenario.world.kubectl.apply(patch, "patch.yaml");
  await scenario.stage.reach("my-deployment", "CANCELLED");
  await scenario.world.changes.stop();
});
afterAll(() => scenario?.close());

describe.each(functions)("%s as a process", (name) => {
  it("serves health, readiness and metrics, and nothing but POST elsewhere", () =>
    withProcess(name, async ({ url }) => {
      for (const path of ["/healthz", "/readyz"]) {
        const answer = await fetch(url + path);
        expect([path, answer.status, await answer.text()]).toEqual([path, 200, "ok"]);
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
    withProcess(name, async ({ child, closed, text }) => {
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
    const started = await startProcess(name, { ...(await envOf(name)), ...(env as Record<string, string>) });
    expect(await started.closed).toBe(2);
    expect(started.text.out).toBe("");
    expect(started.text.err.trimEnd().split("\n")).toEqual([expect.stringContaining(says)]);
    expect(started.text.err).toMatch(new RegExp(`^weir ${name}: `));
  });
});

it("reconcile without a readable kubeconfig ends with 2 and one line", async () => {
  const started = await startProcess("reconcile", { ...(await envOf("reconcile")), KUBECONFIG: "/nowhere/config" });
  expect(await started.closed).toBe(2);
  expect(started.text.err.trimEnd().split("\n")).toEqual([expect.stringContaining("/nowhere/config")]);
});

describe("malformed events", () => {
  const sound = sourceHeaders("my-deployment");
  const without = (name: string) => Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name));
  const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
  const rows: { name: string; headers: Record<string, string>; body?: string; says: string }[] = [
    ...["specversion", "id", "source", "type"].map((attribute) => ({
      name: `no ${attribute}`,
      headers: without(`ce-${attribute}`),
      says: `the attribute ${attribute} is missing`,
    })),
    { name: "specversion 0.3", headers: { ...sound, "ce-specversion": "0.3" }, says: "specversion is not 1.0" },
    { name: "a time that is none", headers: { ...sound, "ce-time": "yesterday" }, says: "RFC 3339" },
    { name: "no extensions and no body", headers: without("ce-kind"), says: "names no resource" },
    { name: "a namespace that is none", headers: { ...sound, "ce-namespace": "../x" }, says: "namespace is not" },
    { name: "broken JSON", headers: sound, body: '{"metadata":', says: "not valid JSON" },
    { name: "deep nesting", headers: sound, body: deep, says: "nested deeper than 64" },
    { name: "__proto__", headers: sound, body: '{"metadata":{"__proto__":{"a":1}}}', says: '"__proto__"' },
    {
      name: "a structured event that is no JSON",
      headers: { "content-type": "application/cloudevents+json" },
      body: "<html>",
      says: "JSON",
    },
    { name: "a follow without keys", headers: { ...sound, "ce-type": "dev.weir.follow" }, body: "{}", says: "keys" },
    { name: "nothing at all", headers: {}, says: "is missing" },
  ];

  it("get 400 with a JSON reason and cost no call; the next one works", () =>
    withProcess("reconcile", async ({ url, text }) => {
      const { stage } = scenario;
      stage.step("malformed");
      for (const { name, headers, body, says } of rows) {
        const answer = await deliver(url, headers, body);
        expect([name, answer.status]).toEqual([name, 400]);
        const { reason } = JSON.parse(answer.text) as { reason: string };
        expect([name, reason]).toEqual([name, expect.stringContaining(says)]);
        expect(reason).not.toContain("yesterday");
      }
      stage.tally({ reads: 0, writes: 0, appManagerReads: 0, appManagerWrites: 0 });
      expect((await deliver(url, sound)).status).toBe(204);
      stage.tally({ reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
      expect(text.err).toBe("");
    }));

  it.each([
    { name: "larger than 1.6 MB", body: JSON.stringify({ filler: "x".repeat(1_700_000) }) },
    { name: "larger than 32 MiB", body: JSON.stringify({ filler: "x".repeat(34_000_000) }) },
    { name: "HTML", body: "<html><body>gateway</body></html>" },
    { name: "empty", body: "" },
  ])("do not include a body that is $name: sound headers get their pass", ({ body }) =>
    withProcess("reconcile", async ({ url }) => {
      scenario.stage.step("useless body");
      expect((await deliver(url, sound, body)).status).toBe(204);
      scenario.stage.tally({ reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
    }),
  );
});

describe("SIGTERM", () => {
  it("lets the request in flight end first, with its effect", () =>
    withProcess("reconcile", async ({ url, child, closed }) => {
      const { world } = scenario;
      world.appManager.admin.configure({ next: [{ kind: "delay", ms: 800, method: "GET" }] });
      await world.kubectl.patch("my-deployment", {
        spec: { deployment: { spec: { template: { spec: { parallelism: 2 } } } } },
      });
      const calls = world.appManager.calls.length;
      const secrets = () => world.platform.calls.filter(({ path }) => path.includes("/secrets/")).length;
      const before = secrets();
      const answer = deliver(url, sourceHeaders("my-deployment"));
      await expect.poll(secrets, { timeout: 5_000 }).toBeGreaterThan(before);
      child.kill("SIGTERM");
      expect((await answer).status).toBe(204);
      const answeredAt = performance.now();
      expect(await closed).toBe(0);
      // A connection kept alive by the client must not hold the process for its 5 s.
      expect(performance.now() - answeredAt).toBeLessThan(2_000);
      expect(world.appManager.calls.slice(calls).map(({ method }) => method)).toEqual(["GET", "PATCH"]);
      await expect(fetch(url)).rejects.toThrow();
    }));

  it("ends a follow that would hold for minutes", async () => {
    const { world } = scenario;
    world.appManager.admin.configure({ delays: { startMs: 600_000 } });
    await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { state: "RUNNING" } } } });
    try {
      await withProcess("reconcile", async ({ url, child, closed }) => {
        expect((await deliver(url, sourceHeaders("my-deployment"))).status).toBe(204);
        const key = { kind: "VvpDeployment", namespace: "my-deploy-namespace", name: "my-deployment" };
        const headers = { ...sourceHeaders("my-deployment"), "ce-type": "dev.weir.follow" };
        const held = deliver(url, headers, JSON.stringify({ keys: [key] }));
        const looks = () => world.appManager.calls.length;
        const before = looks();
        await expect.poll(looks, { timeout: 5_000 }).toBeGreaterThan(before);
        child.kill("SIGTERM");
        expect((await held).status).toBe(204);
        expect(await closed).toBe(0);
      });
    } finally {
      world.appManager.admin.configure({ delays: { startMs: 2_500 } });
      await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { state: "CANCELLED" } } } });
      await deliver(world.functions.reconcile.url, sourceHeaders("my-deployment"));
      await scenario.stage.reach("my-deployment", "CANCELLED");
    }
  });
});

describe("the documented curl line", () => {
  it(`is taken as ${requested} and makes one pass`, async () => {
    const { world, stage } = scenario;
    const guide = readFileSync(new URL("../../docs/guides/trigger.md", import.meta.url), "utf8");
    const line = /```sh\n(curl [\s\S]*?)```/.exec(guide)?.[1] ?? "";
    expect(line).toContain(requested);
    const address = "http://reconcile.weir-system.svc.cluster.local";
    expect(line).toContain(address);
    stage.step("curl");
    const { stdout } = await runShell(line.replace(address, world.functions.reconcile.url));
    expect(stdout).toMatch(/^HTTP\/1\.1 204 /);
    await stage.quiet();
    stage.tally({ passes: 1, reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
    const event = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
    const structured = { "content-type": "application/cloudevents+json" };
    expect((await deliver(world.functions.reconcile.url, structured, event)).status).toBe(204);
    await stage.quiet();
    stage.tally({ passes: 2, reads: 2, writes: 0, appManagerReads: 2, appManagerWrites: 0 });
  });
});

async function runShell(line: string): Promise<{ stdout: string }> {
  const { execFile } = await import("node:child_process");
  const { promisify } = await import("node:util");
  return promisify(execFile)("sh", ["-c", line]);
}
