import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, inject } from "vitest";
import { namespace } from "../../../../cli/demo/platform.ts";
import { at } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { deliver, readExamples, sourceHeaders } from "../../scenario-rig.ts";
import { partPath } from "../build/cache.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

const name = "my-deployment";
const started = [
  "StateTransitionIsNeeded",
  "CreatingANewJob",
  "SpinningUpAClusterForAJob",
  "AwaitingAJobToStart",
  "JobSuccessfullyStarted",
  "StateTransitionIsCompleted",
];

async function tick({ world }: Recorded): Promise<void> {
  expect(await world.tick.tick()).toMatchObject({ outcome: "delivered", status: 204 });
}

/** The Kubernetes Events of the resource; a real server shows each in a second API group. */
async function eventsOf({ world }: Recorded): Promise<KubeObject[]> {
  const all = await world.platform.all();
  return all.filter((object) => object.kind === "Event" && at(object, "involvedObject", "name") === name);
}

const reasonsOf = async (recorded: Recorded) => (await eventsOf(recorded)).map((event) => at(event, "reason")).sort();

/** Cursors as they are stored. */
async function cursorsOf({ world }: Recorded): Promise<KubeObject[]> {
  const all = await world.platform.all();
  return all.filter(({ kind, metadata }) => kind === "ConfigMap" && metadata.name.startsWith("weir-events-"));
}

/** What kubectl prints, as the user; undefined where there is no kubectl. */
async function kubectl({ world }: Recorded, ...args: string[]): Promise<string | undefined> {
  if (inject("controlPlane") === null) return undefined;
  const env = { PATH: process.env.PATH, HOME: dirname(world.kubeconfig), KUBECONFIG: world.kubeconfig };
  const { stdout } = await promisify(execFile)(partPath("kubectl"), args, { env });
  return stdout;
}

async function run(recorded: Recorded, state: string): Promise<void> {
  await recorded.world.kubectl.patch(name, { spec: { deployment: { spec: { state } } } });
  await recorded.stage.reach(name, state);
}

async function showOnce(recorded: Recorded): Promise<void> {
  const told = recorded.world.appManager.admin.state().events.map(({ metadata }) => metadata.name);
  expect(told).toContain("EXTERNAL");
  await tick(recorded);
  // Without those that Weir itself told the platform.
  expect(await reasonsOf(recorded)).toEqual([...started].sort());
  const printed = await kubectl(recorded, "events", "--for", `vvpdeployment/${name}`, "--no-headers");
  for (const reason of printed === undefined ? [] : started) {
    expect(printed).toMatch(new RegExp(`\\bNormal +${reason} +VvpDeployment/${name} +\\S`));
  }
  expect(printed?.trimEnd().split("\n") ?? started).toHaveLength(started.length);
  const selector = `--field-selector=involvedObject.name=${name},reportingComponent=weir`;
  const listed = await kubectl(recorded, "get", "events", selector, "-o", "custom-columns=R:.reason", "--no-headers");
  expect((listed?.trimEnd().split("\n") ?? started).map((line) => line.trim()).sort()).toEqual([...started].sort());
  const resource = await recorded.world.resource(name);
  for (const event of await eventsOf(recorded)) {
    expect(at(event, "involvedObject", "uid")).toBe(resource?.metadata.uid);
    expect([event.metadata.namespace, at(event, "source", "component")]).toEqual([namespace, "weir"]);
  }
}

async function stayQuiet(recorded: Recorded): Promise<void> {
  const before = await cursorsOf(recorded);
  recorded.stage.step("20 quiet ticks");
  for (let round = 0; round < 20; round += 1) await tick(recorded);
  recorded.stage.tally({ reads: 20, writes: 0, appManagerReads: 40, appManagerWrites: 0, passes: 0 });
  expect(await cursorsOf(recorded)).toEqual(before);
  expect(before).toHaveLength(1);
}

/** A second look with nothing remembered but what the API server holds. */
async function loseEverythingElse(recorded: Recorded): Promise<void> {
  const { world, stage } = recorded;
  const before = await eventsOf(recorded);
  await stage.zero();
  for (const { metadata } of await cursorsOf(recorded)) {
    const path = `/api/v1/namespaces/weir-system/configmaps/${metadata.name}`;
    const headers = { authorization: `Bearer ${world.platform.tokenOf("admin")}` };
    expect((await fetch(world.platform.url + path, { method: "DELETE", headers })).status).toBe(200);
  }
  await tick(recorded);
  expect(await eventsOf(recorded)).toEqual(before);
  expect(await cursorsOf(recorded)).toHaveLength(1);
}

onBothPlatforms(
  "what happens on the platform shows as Events of the resource, each once (R128, R129, R130, X9)",
  async (play) => {
    const recorded = await play.world();
    const { world, stage } = recorded;
    await world.kubectl.apply((await readExamples()).patch, "patch.yaml");
    await stage.reach(name, "CANCELLED");
    await run(recorded, "RUNNING");
    await step("a tick shows all of them", () => showOnce(recorded));
    await step("20 quiet ticks write nothing, and list deployments and events once each", () => stayQuiet(recorded));
    await step("a new process without a cursor makes none again", () => loseEverythingElse(recorded));
    await step("no Event comes back as an event of the source", async () => {
      expect(world.changes.deliveries.filter(({ subject }) => subject.includes("/events/"))).toEqual([]);
    });
    await step("a warning of the platform is one here", async () => {
      const { admin } = world.appManager;
      const [row] = admin.state().rows.values();
      expect(admin.endJob(row?.jobId ?? "", "fail")).toBe(true);
      await deliver(world.functions.reconcile.url, sourceHeaders(name));
      await tick(recorded);
      const warnings = (await eventsOf(recorded)).filter((event) => at(event, "type") === "Warning");
      expect(warnings.map((event) => at(event, "reason"))).toEqual(["TerminatingAJobDueToAnUnrecoverableFailure"]);
    });
  },
);

onBothPlatforms("a platform whose events cannot be read is no trouble for anything else", async (play) => {
  const recorded = await play.world();
  const { world, stage } = recorded;
  await world.kubectl.apply((await readExamples()).patch, "patch.yaml");
  await stage.reach(name, "CANCELLED");
  await run(recorded, "RUNNING");
  const before = await world.resource(name);
  const shot = { method: "GET", path: "/events", kind: "error" } as const;
  for (const status of [404, 403]) {
    const shots = Array.from({ length: 4 }, () => ({ ...shot, status }));
    world.appManager.admin.configure({ next: shots });
    await tick(recorded);
    world.appManager.admin.configure({ next: [] });
    expect([await world.resource(name), await eventsOf(recorded)]).toEqual([before, []]);
  }
  expect(world.logs.all.filter(({ text }) => text.includes("events of a stream could not be read"))).toHaveLength(2);
  await tick(recorded);
  expect(await reasonsOf(recorded)).toEqual([...started].sort());
});

const path = `/api/v1/namespaces/${namespace}/events`;
const whole = {
  involvedObject: { apiVersion: "ververica.platform/v1", kind: "VvpDeployment", namespace, name, uid: "u" },
  type: "Normal",
  reason: "Reason",
  message: "A message.",
  eventTime: "2026-11-21T10:00:00.123456Z",
  firstTimestamp: "2026-11-21T10:00:00Z",
  lastTimestamp: "2026-11-21T10:00:00Z",
  count: 1,
  action: "Mirror",
  source: { component: "weir" },
  reportingComponent: "weir",
  reportingInstance: "my-operator",
};

const unsaid = { eventTime: undefined, reportingInstance: undefined };

/** Events of which a server takes some: one with an `eventTime` must say all. */
const kinds: readonly (readonly [name: string, other: object, code: number])[] = [
  ["whole", {}, 201],
  ["whole", {}, 409],
  ["longest", { reason: "R".repeat(128), message: "m".repeat(1_024), action: "A".repeat(128) }, 201],
  ["no-reporter", { reportingComponent: "" }, 422],
  ["bad-reporter", { reportingComponent: "we ir" }, 422],
  ["no-instance", { reportingInstance: "" }, 422],
  ["no-action", { action: "" }, 422],
  ["no-reason", { reason: "" }, 422],
  ["long-reason", { reason: "R".repeat(129) }, 422],
  ["long-message", { message: "m".repeat(1_025) }, 422],
  ["long-bytes", { message: "ü".repeat(513) }, 422],
  ["long-action", { action: "A".repeat(129) }, 422],
  ["long-instance", { reportingInstance: "i".repeat(129) }, 422],
  ["elsewhere", { involvedObject: { ...whole.involvedObject, namespace: "other" } }, 201],
  ["milliseconds", { eventTime: "2026-11-21T10:00:00.123Z" }, 400],
  ["plain", { ...unsaid, action: undefined, reportingComponent: undefined, reason: undefined }, 201],
  ["plain-long", { ...unsaid, reason: "R".repeat(200), message: "m".repeat(2_000) }, 201],
];

onBothPlatforms("an Event with an eventTime is taken within the limits that Weir keeps to", async (play) => {
  const installed = await play.installed();
  for (const [one, other, code] of kinds) {
    const body = { apiVersion: "v1", kind: "Event", metadata: { name: one }, ...whole, ...other };
    expect([one, (await installed.as("admin").post(path, body)).code]).toEqual([one, code]);
  }
});
