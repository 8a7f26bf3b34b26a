import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "vitest";
import { patienceMs } from "../../../patience.ts";
import { withProcess } from "../../scenario-process.ts";
import { deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import type { Play, Recorded } from "./play.ts";

const sound = sourceHeaders("my-deployment");
const without = (name: string) => Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name));
const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;

const malformed: { name: string; headers: Record<string, string>; body?: string; says: string }[] = [
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

const useless = [
  { name: "larger than 1.6 MB", body: JSON.stringify({ filler: "x".repeat(1_700_000) }) },
  { name: "larger than 32 MiB", body: JSON.stringify({ filler: "x".repeat(34_000_000) }) },
  { name: "HTML", body: "<html><body>gateway</body></html>" },
  { name: "empty", body: "" },
];

/** A world at rest with one resource, and no source. */
async function startAtRest(play: Play): Promise<Recorded> {
  const recorded = await play.world();
  const { patch } = await readExamples();
  await recorded.world.kubectl.apply(patch, "patch.yaml");
  await recorded.stage.reach("my-deployment", "CANCELLED");
  await recorded.world.changes.stop();
  return recorded;
}

async function refuseMalformed({ world, stage, note }: Recorded): Promise<void> {
  await withProcess(world, "reconcile", async ({ url, text }) => {
    stage.step("malformed");
    for (const { name, headers, body, says } of malformed) {
      const answer = await deliver(url, headers, body);
      note({ name, answer });
      expect([name, answer.status]).toEqual([name, 400]);
      const { reason } = JSON.parse(answer.text) as { reason: string };
      expect([name, reason]).toEqual([name, expect.stringContaining(says)]);
      expect(reason).not.toContain("yesterday");
    }
    stage.tally({ reads: 0, writes: 0, appManagerReads: 0, appManagerWrites: 0 });
    expect((await deliver(url, sound)).status).toBe(204);
    stage.tally({ reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
    expect(text.err).toBe("");
  });
}

async function takeUseless({ world, stage }: Recorded, body: string): Promise<void> {
  await withProcess(world, "reconcile", async ({ url }) => {
    stage.step("useless body");
    expect((await deliver(url, sound, body)).status).toBe(204);
    stage.tally({ reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
  });
}

onBothPlatforms("an event that is malformed costs no call, and sound headers get their pass", async (play) => {
  const recorded = await startAtRest(play);
  await step("malformed events get 400 with a reason", () => refuseMalformed(recorded));
  for (const { name, body } of useless) await step(`a body that is ${name}`, () => takeUseless(recorded, body));
});

async function endInFlight({ world, stage }: Recorded): Promise<void> {
  await withProcess(world, "reconcile", async ({ url, child, closed }) => {
    world.appManager.admin.configure({ next: [{ kind: "delay", ms: 800, method: "GET" }] });
    const template = { spec: { parallelism: 2 } };
    await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { template } } } });
    const calls = world.appManager.calls.length;
    const secrets = () => world.platform.calls.filter(({ path }) => path.includes("/secrets/")).length;
    const before = secrets();
    const answer = deliver(url, sound);
    await stage.until("it reads the Secret", patienceMs, () => secrets() > before, String);
    child.kill("SIGTERM");
    expect((await answer).status).toBe(204);
    const answeredAt = performance.now();
    expect(await closed).toBe(0);
    // A connection kept alive by the client must not hold the process for its 5 s.
    expect(performance.now() - answeredAt).toBeLessThan(4_000);
    expect(world.appManager.calls.slice(calls).map(({ method }) => method)).toEqual(["GET", "PATCH", "POST"]);
    await expect(fetch(url)).rejects.toThrow();
  });
}

async function endFollow({ world, stage }: Recorded): Promise<void> {
  world.appManager.admin.configure({ delays: { startMs: 600_000 } });
  await world.kubectl.patch("my-deployment", { spec: { deployment: { spec: { state: "RUNNING" } } } });
  await withProcess(world, "reconcile", async ({ url, child, closed }) => {
    expect((await deliver(url, sound)).status).toBe(204);
    const key = { kind: "VvpDeployment", namespace: "my-deploy-namespace", name: "my-deployment" };
    const held = deliver(url, { ...sound, "ce-type": "dev.weir.follow" }, JSON.stringify({ keys: [key] }));
    const looks = () => world.appManager.calls.length;
    const before = looks();
    await stage.until("it looks", patienceMs, () => looks() > before, String);
    child.kill("SIGTERM");
    expect((await held).status).toBe(204);
    expect(await closed).toBe(0);
  });
}

onBothPlatforms("SIGTERM ends a process, and nothing that it began", async (play) => {
  const recorded = await startAtRest(play);
  await step("the request in flight ends first, with its effect", () => endInFlight(recorded));
  await step("a follow that would hold for minutes ends", () => endFollow(recorded));
});

onBothPlatforms("the documented curl line is taken and makes one pass", async (play) => {
  const { world, stage, note } = await startAtRest(play);
  const guide = readFileSync(new URL("../../../../docs/guides/trigger.md", import.meta.url), "utf8");
  const line = /```sh\n(curl [\s\S]*?)```/.exec(guide)?.[1] ?? "";
  expect(line).toContain("dev.weir.reconcile.requested");
  const address = "http://reconcile.weir-system.svc.cluster.local";
  expect(line).toContain(address);
  stage.step("curl");
  const { stdout } = await promisify(execFile)("sh", ["-c", line.replace(address, world.functions.reconcile.url)]);
  expect(stdout).toMatch(/^HTTP\/1\.1 204 /);
  note(stdout.split("\n")[0]);
  await stage.quiet();
  stage.tally({ passes: 1, reads: 1, writes: 0, appManagerReads: 1, appManagerWrites: 0 });
  const event = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
  const structured = { "content-type": "application/cloudevents+json" };
  expect((await deliver(world.functions.reconcile.url, structured, event)).status).toBe(204);
  await stage.quiet();
  stage.tally({ passes: 2, reads: 2, writes: 0, appManagerReads: 2, appManagerWrites: 0 });
});
