import { expect, it, onTestFinished } from "vitest";
import type { Settings } from "../../../../simulators/app-manager/knobs.ts";
import { startAppManager } from "../../../../simulators/app-manager/server.ts";
import { makeSpec } from "../../../unit/simulators/app-manager/world.ts";
import { caller, owner } from "./rig.ts";
import { connectTo } from "./simulated.ts";

const delays = { startMs: 0, cancelMs: 0, savepointMs: 0, stopMs: 0 };

/** The platform in one of its dialects, asked for a little of everything: what is seen of it. */
async function story(settings: Settings) {
  const { admin, url, token, close } = await startAppManager({ delays });
  admin.configure(settings);
  const client = connectTo({ url, token });
  onTestFinished(async () => {
    client.close();
    await close();
  });
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) {
    const body = { metadata: { name, namespace: "default" }, spec: makeSpec("RUNNING") };
    ids.push((await client.create(caller, "default", body as never, owner)).id);
  }
  const [deploymentId = "", , gone = ""] = ids;
  await client.patch(caller, { namespace: "default", idOrName: gone }, { spec: { state: "CANCELLED" } });
  await client.delete(caller, { namespace: "default", idOrName: gone });
  for (const mark of ["1", "2", "3"]) await client.takeSavepoint(caller, { namespace: "default", deploymentId, mark });
  const deployments = await client.list(caller, "default");
  const savepoints = await client.savepoints(caller, "default", deploymentId);
  const events = await client.events(caller, "default");
  expect(admin.violations()).toEqual([]);
  return {
    deployments: deployments.map(({ name, state }) => `${name} ${state}`),
    savepoints: savepoints.map(({ mark, state }) => `${mark} ${state}`).sort(),
    events: events.length,
  };
}

it.each<Settings & { readonly name: string }>([
  { name: "lists in pages of one", pageSize: 1 },
  { name: "lists in pages of two", pageSize: 2 },
  { name: "deletions without a body", deleteStatus: 204 },
  { name: "null without effect", nullInPatch: "ignored" },
])("a platform that speaks another dialect is understood the same: $name", async ({ name: _, ...settings }) => {
  const plain = await story({});
  expect(plain).toMatchObject({
    deployments: ["a RUNNING", "b RUNNING"],
    savepoints: ["1 COMPLETED", "2 COMPLETED", "3 COMPLETED"],
  });
  expect(plain.events).toBeGreaterThan(10);
  expect(await story(settings)).toEqual(plain);
});
