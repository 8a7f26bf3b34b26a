import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at, type JsonObject } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import { vvpDeployment as kind } from "../../shared/kinds/vvp-deployment/kind.ts";
import { rules } from "../../shared/kinds/vvp-deployment/rules.ts";
import { vvpDeployment, wanted } from "../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../world/scenario.ts";
import type { World } from "../world/world.ts";

const page = readFileSync(new URL("../../docs/guides/nonces.md", import.meta.url), "utf8");
const target = "vvpdeployment my-deployment -n my-deploy-namespace";
const commands = [...page.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
const patches = commands.flatMap((line) => {
  const [, json] = /^kubectl patch (?:.*) --type merge -p '(.*)'$/.exec(line) ?? [];
  return json === undefined ? [] : [JSON.parse(json) as JsonObject];
});
const annotated = commands.filter((line) => line.startsWith("kubectl annotate"));
const annotations = Object.fromEntries(
  annotated.flatMap((line) =>
    line
      .slice(line.indexOf("weir.dev/"))
      .split(" ")
      .map((one) => one.split("=")),
  ),
);

/** Follows a resource until nothing moves any more. */
async function settle(world: World): Promise<void> {
  for (let look = 0; look < 6; look += 1) {
    await world.pass(subject);
    world.clock.skip(2_000);
  }
}

function counts(world: World) {
  const { savepoints, jobs } = world.platform.state;
  const asked = [...savepoints.values()].filter(({ metadata }) => metadata.origin === "USER_REQUEST");
  const aligned = conditionsOf(world.cluster.find(subject) ?? { metadata: { name: "" } }).find(
    ({ type }) => type === "NonceAligned",
  );
  return { savepoints: asked.length, jobs: jobs.size, reason: aligned?.reason, message: aligned?.message };
}

it("every command is about the examples' resource, and is a patch, an annotation or a look", () => {
  for (const line of commands) expect(line).toMatch(new RegExp(`^kubectl (patch|annotate|get) ${target} `));
  expect([patches.length, annotated.length, commands.length]).toEqual([4, 1, 7]);
});

it("the patches do, one after another, what the page says", async () => {
  const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
  const after = async (patch: JsonObject | undefined) => {
    world.cluster.edit(subject, patch ?? {});
    await settle(world);
    return counts(world);
  };
  const [savepoint, restart, both, back] = patches;
  const fine = { reason: "NoncesProcessed" };
  expect(await after(savepoint)).toMatchObject({ savepoints: 1, jobs: 1, ...fine });
  expect(await after(restart)).toMatchObject({ savepoints: 1, jobs: 2, ...fine });
  expect(await after(both)).toMatchObject({ savepoints: 2, jobs: 3, ...fine });
  expect(at(world.cluster.find(subject)?.status, "lastProcessedSavepointNonce")).toBe(2);
  expect(await after(back)).toMatchObject({ savepoints: 2, jobs: 3, message: "Processed: restartNonce 2." });
});

it("the fields that it looks at are those of the status", async () => {
  const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
  for (const patch of patches.slice(0, 2)) {
    world.cluster.edit(subject, patch);
    await settle(world);
  }
  const fields = commands.flatMap((line) => [...line.matchAll(/\{\.status\.(\w+)\}/g)].map(([, field]) => field ?? ""));
  expect(fields.map((field) => at(world.cluster.find(subject)?.status, field))).toEqual([1, 1]);
  expect(page).toContain('@.type=="NonceAligned"');
});

it("the annotations make a nonce wait, and admission has nothing to say about them", async () => {
  const object = vvpDeployment("PATCH", { metadata: { annotations } });
  expect(
    rules.filter((rule) => !rule.holds({ object, settings: { instanceId: "my-operator", namespaces: [] } as never })),
  ).toEqual([]);
  const world = await settledWorld("PATCH", { with: { metadata: { annotations } } });
  world.cluster.edit(subject, patches[0] ?? {});
  await settle(world);
  expect(counts(world)).toMatchObject({ reason: "NoncesPending", message: expect.stringContaining("T00:30:00Z") });
  world.cluster.edit(subject, wanted("RUNNING"));
  await settle(world);
  expect(counts(world)).toMatchObject({ savepoints: 1, reason: "NoncesProcessed" });
});

it("the table has every reason of NonceAligned, with its status", () => {
  const reasons = kind.conditions.find(({ type }) => type === "NonceAligned")?.reasons ?? {};
  const rows = page.split("\n").filter((line) => /^\| `(True|False|Unknown)`/.test(line));
  for (const [reason, { status }] of Object.entries(reasons)) {
    expect(rows.filter((row) => row.startsWith(`| \`${status}\``) && row.includes(`\`${reason}\``))).toHaveLength(1);
  }
});
