import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at, type JsonObject } from "../../shared/core/json.ts";
import { conditionsOf } from "../../shared/core/kind.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { vvpDeployment as kind } from "../../shared/kinds/vvp-deployment/kind.ts";
import { deletionPolicies, driftPolicies } from "../../shared/kinds/vvp-deployment/policies.ts";
import { rules } from "../../shared/kinds/vvp-deployment/rules.ts";
import { variables } from "../../shared/runtime/config.ts";
import { vvpDeployment, wanted } from "../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../world/scenario.ts";
import { World } from "../world/world.ts";

const page = readFileSync(new URL("../../docs/guides/policies.md", import.meta.url), "utf8");
const target = "vvpdeployment my-deployment -n my-deploy-namespace";
const commands = [...page.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));
const prefix = `kubectl annotate ${target} --overwrite `;
const set = commands.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length).split("="));
const annotations = set.map(([key = "", value = ""]) => ({ [key]: value }));

/** Every value that the page's table names, one annotation each. */
const table = page.split("\n").flatMap((line) => {
  const [, key, values] = /^\| `(weir\.dev\/[\w-]+)` \| (.*?) \|/.exec(line) ?? [];
  const words = [...(values ?? "").matchAll(/`(\w+)`/g)].map(([, word]) => word);
  return words.map((word) => ({ [key ?? ""]: word ?? "" }));
});

/** The running example with annotations, as the command sets them. */
async function running(given: { readonly [key: string]: string }, settings: Partial<Settings> = {}): Promise<World> {
  const world = await settledWorld("PATCH", { with: wanted("RUNNING"), settings });
  world.cluster.edit(subject, { metadata: { annotations: given } });
  return world;
}

async function settle(world: World): Promise<void> {
  for (let look = 0; look < 4; look += 1) {
    await world.pass(subject);
    world.clock.skip(3_000);
  }
}

/** What became of a running resource with annotations that was deleted. */
async function deleted(given: { readonly [key: string]: string } = {}, settings: Partial<Settings> = {}) {
  const world = await running(given, settings);
  world.cluster.remove(subject);
  await settle(world);
  const left = [...world.platform.state.rows.values()];
  return { resource: world.cluster.find(subject) !== undefined, deployments: left.length };
}

it("every command is about the examples' resource", () => {
  for (const line of commands) expect(line).toMatch(new RegExp(`^kubectl (annotate|wait) ${target} `));
  expect([set.length, commands.length]).toEqual([7, 8]);
});

it("admission has nothing to say about any value that the page names", () => {
  const settings = { instanceId: "my-operator" } as never;
  expect(table.length).toBe(15);
  for (const one of [...annotations, ...table]) {
    const object = vvpDeployment("PATCH", { metadata: { annotations: one } });
    const broken = rules
      .filter(({ name }) => name.endsWith("-spelling"))
      .filter((rule) => !rule.holds({ object, settings }));
    expect([one, broken]).toEqual([one, []]);
  }
});

it("the deletion policies do what the page says", async () => {
  const [cancel, suspend, orphan] = annotations;
  expect(await deleted()).toEqual({ resource: true, deployments: 1 });
  expect(await deleted(cancel)).toEqual({ resource: false, deployments: 0 });
  expect(await deleted(suspend)).toEqual({ resource: false, deployments: 0 });
  expect(await deleted(orphan)).toEqual({ resource: false, deployments: 1 });
});

it("the operator's word holds where the resource has none of its own", async () => {
  const orphaning = { deletionPolicy: "Orphan" };
  expect(await deleted({}, orphaning)).toEqual({ resource: false, deployments: 1 });
  expect(await deleted({ "weir.dev/deletion-policy": "Delete" }, orphaning)).toEqual({
    resource: true,
    deployments: 1,
  });
  expect(await deleted({ "weir.dev/deletion-policy": "orphan" }, orphaning)).toEqual({
    resource: true,
    deployments: 1,
  });
  expect(page).toContain("`WEIR_DELETION_POLICY`");
});

it("the words of the operator's settings are those of the annotations", () => {
  const said = (name: string) => variables.find((one) => one.name === name)?.about ?? "";
  for (const word of deletionPolicies) expect(said("WEIR_DELETION_POLICY")).toContain(`\`${word}\``);
  for (const word of driftPolicies) expect(said("WEIR_DRIFT_POLICY")).toContain(`\`${word}\``);
  const settings = { deletionPolicy: "Delete", driftPolicy: "Report" };
  expect([deletionPolicies[0], driftPolicies[0]]).toEqual(Object.values(settings));
});

it("a resource that only looks leaves its deployment", async () => {
  expect(await deleted(annotations[3])).toEqual({ resource: false, deployments: 1 });
});

it("what nobody manages is taken over with the annotation, and not without", async () => {
  const taken = async (given: { readonly [key: string]: string }) => {
    const world = new World();
    const made = vvpDeployment("PATCH", wanted("RUNNING")).spec as { deployment: { spec: JsonObject } };
    world.admin.createDeployment("default", "my-deployment", made.deployment.spec);
    world.cluster.create(vvpDeployment("PATCH", { metadata: { annotations: given } }));
    await settle(world);
    return at(world.cluster.find(subject)?.status, "deploymentId") !== undefined;
  };
  expect([await taken({}), await taken(annotations[4] ?? {})]).toEqual([false, true]);
});

it("a drift that is to be corrected is, and without the annotation it is told about", async () => {
  const jar = ["template", "spec", "artifact", "jarUri"];
  const drifted = async (given: { readonly [key: string]: string }) => {
    const world = await running(given);
    world.admin.editSpec("default", "my-deployment", {
      template: { spec: { artifact: { jarUri: "s3://other.jar" } } },
    });
    await settle(world);
    const [row] = [...world.platform.state.rows.values()];
    const told = conditionsOf(world.cluster.find(subject) ?? { metadata: { name: "" } });
    return [at(row?.deployment.spec, ...jar), told.find(({ type }) => type === "DriftDetected")?.reason];
  };
  expect(await drifted({})).toEqual(["s3://other.jar", "ConfigDrifted"]);
  expect(await drifted(annotations[5] ?? {})).toEqual(["s3://my-bucket/artifacts/MyJob.jar", undefined]);
});

it("the status field that is waited for gets the value that was asked for", async () => {
  const world = await running(annotations[6] ?? {});
  await settle(world);
  const [, field, value] = /\{\.status\.(\w+)\}'=(\S+)/.exec(commands.at(-1) ?? "") ?? [];
  expect(at(world.cluster.find(subject)?.status, field ?? "")).toBe(value);
});

it("the reasons that it names exist", () => {
  const reasons = kind.conditions.flatMap(({ type, reasons: known }) =>
    Object.keys(known).map((reason) => `${type} ${reason}`),
  );
  const named = [
    "DeletionBlocked PolicyNotUnderstood",
    "SpecAligned SyncDisabled",
    "Consistent DeploymentObserved",
    "Consistent AppManagerCreateFailed",
    "DriftDetected ConfigDrifted",
  ] as const;
  for (const one of named) {
    expect(reasons).toContain(one);
    for (const word of one.split(" ")) expect(page).toContain(`\`${word}\``);
  }
});
