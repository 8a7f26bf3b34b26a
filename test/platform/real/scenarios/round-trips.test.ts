import { expect, it } from "vitest";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { changeOf, lateChangeOf } from "../../../bench/events.ts";
import { type Flow, flows, limits } from "../../../bench/flows.ts";
import type { Ask } from "../../../bench/process.ts";
import { envOf, type FunctionProcess, startProcess, whenReady } from "../../scenario-process.ts";
import { deliver, readExamples, variant } from "../../scenario-rig.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";
import type { Recorded } from "./play.ts";

/** Calls of the API without Secrets, of the backend, writes to the API; and reads of Secrets by a fresh process. */
const pinned: Readonly<Record<Flow, { readonly calls: readonly number[]; readonly coldSecrets: number }>> = {
  create: { calls: [4, 3, 3], coldSecrets: 1 },
  echo: { calls: [0, 0, 0], coldSecrets: 0 },
  "no-op": { calls: [1, 1, 0], coldSecrets: 1 },
  update: { calls: [3, 3, 2], coldSecrets: 1 },
  delete: { calls: [2, 2, 1], coldSecrets: 1 },
};

const name = "my-deployment";

async function read({ world }: Recorded): Promise<KubeObject> {
  const object = await world.resource(name);
  if (object === undefined) throw new Error("no resource");
  return object;
}

/** What the user does before, and the event that follows from it. */
async function prepare(recorded: Recorded, flow: Flow): Promise<Ask> {
  const { kubectl } = recorded.world;
  if (flow === "create") await kubectl.apply((await readExamples()).patch, "patch.yaml");
  if (flow === "update") {
    await kubectl.patch(name, { spec: { deployment: { spec: { template: { spec: { parallelism: 3 } } } } } });
  }
  if (flow === "delete") await kubectl.delete(name);
  const object = await read(recorded);
  return flow === "no-op" ? lateChangeOf(object) : changeOf(object, flow === "create" ? "add" : "update");
}

/** Sends an event and counts what the function did about it. */
async function count({ world }: Recorded, { url }: FunctionProcess, event: Ask) {
  const { platform, appManager } = world;
  const marks = [platform.calls.length, appManager.calls.length] as const;
  const answer = await deliver(url, event.headers, event.body);
  expect([answer.status, answer.text]).toEqual([204, ""]);
  const calls = platform.calls.slice(marks[0]).filter(({ username }) => username.endsWith(":weir-reconcile"));
  const secrets = calls.filter(({ path }) => path.includes("/secrets/")).length;
  const writes = calls.filter(({ method }) => method !== "GET").length;
  return { calls: [calls.length - secrets, appManager.calls.length - marks[1], writes], secrets };
}

async function live(recorded: Recorded, flow: Flow, started: FunctionProcess, isCold: boolean): Promise<void> {
  // The first look after a change still projects that nothing more is to be applied; a no-op is what comes after it.
  if (flow === "no-op") await count(recorded, started, lateChangeOf(await read(recorded)));
  const fresh = flow === "no-op" && isCold ? await startReconcile(recorded) : undefined;
  try {
    const event = await prepare(recorded, flow);
    const found = await count(recorded, fresh ?? started, event);
    const { calls, coldSecrets } = pinned[flow];
    expect(found).toEqual({ calls, secrets: isCold ? coldSecrets : 0 });
  } finally {
    await fresh?.stop();
  }
  // The flow must have reached its end, or its count says nothing.
  const object = await recorded.world.resource(name);
  const { observedGeneration } = (object?.status ?? {}) as { observedGeneration?: number };
  expect(observedGeneration).toBe(object?.metadata.generation);
  expect(object === undefined).toBe(flow === "delete");
}

async function startReconcile({ world }: Recorded): Promise<FunctionProcess> {
  const started = await startProcess("reconcile", await envOf(world, "reconcile"));
  await whenReady(started);
  return started;
}

onBothPlatforms("a flow makes exactly the calls that are pinned, in a process of its own", async (play) => {
  const recorded = await play.world({ events: false });
  for (const flow of flows) {
    const started = await startReconcile(recorded);
    await step(flow, () => live(recorded, flow, started, true)).finally(started.stop);
  }
});

onBothPlatforms("a flow makes exactly the calls that are pinned, in a process that has seen another", async (play) => {
  const recorded = await play.world({ events: false });
  const started = await startReconcile(recorded);
  try {
    const another = variant((await readExamples()).patch, "another", "CANCELLED");
    await recorded.world.kubectl.apply(another, "another.yaml");
    const stored = await recorded.world.resource("another");
    if (stored === undefined) throw new Error("no resource");
    await count(recorded, started, changeOf(stored, "add"));
    for (const flow of flows) await step(flow, () => live(recorded, flow, started, false));
  } finally {
    await started.stop();
  }
});

it.each(flows)("what is pinned of %s is within the limit, and not less than is possible", (flow) => {
  const { limit, least } = limits[flow];
  for (const [index, number] of pinned[flow].calls.entries()) {
    expect(number).toBeLessThanOrEqual(limit[index] ?? 0);
    expect(number).toBeGreaterThanOrEqual(least[index] ?? 0);
  }
});
