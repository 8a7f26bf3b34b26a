import { describe, expect, it } from "vitest";
import { toLines } from "../../../cli/explain/to-lines.ts";
import { explain } from "../../../shared/engine/explain.ts";
import { deploymentSpec, example } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import { World } from "../../world/world.ts";

const ask = (world: World) => explain(world.engine, world.kind, world.key(subject), new AbortController().signal);

describe("an explanation", () => {
  it("says what a pass would do, and does nothing", async () => {
    const world = await settledWorld("PATCH");
    world.cluster.edit(subject, deploymentSpec({ template: { spec: { parallelism: 4 } } }));
    const made = await ask(world);
    expect(world.count()).toEqual({ api: 1, platform: 1, writes: 0, secrets: 0 });
    expect(made).toMatchObject({
      found: true,
      inScope: true,
      rule: "project-spec",
      why: "The changed spec is projected (mode=PATCH).",
      actions: [{ type: "app-manager/patch", body: { spec: { template: { spec: { parallelism: 4 } } } } }],
      release: false,
    });
    expect(made.asked?.at(-1)?.name).toBe("project-spec");
    expect(world.kind.chain.slice(0, made.asked?.length).map(({ name, why }) => ({ name, why }))).toEqual(made.asked);
    expect((await world.pass(subject)).rule).toBe(made.rule);
  });

  it("has nothing to change where all is well", async () => {
    const world = await settledWorld("PATCH");
    expect(await ask(world)).toMatchObject({ rule: "rest", actions: [], release: false });
    expect(await ask(world)).not.toHaveProperty("statusChange");
  });

  it("says what a wait ends with, and nothing of that where nothing is waited for (R134)", async () => {
    const world = await settledWorld("PATCH");
    expect(await ask(world)).not.toHaveProperty("until");
    world.cut(true);
    const until = "The platform answers; it is asked again by itself, and at each tick.";
    const waiting = await ask(world);
    expect(waiting).toMatchObject({ rule: "await-backend", actions: [], until });
    expect(toLines(world.key(subject), waiting)).toContainEqual(expect.stringMatching(`^Until +${until}$`));
  });

  it("shows how the status would change", async () => {
    const world = await settledWorld("PATCH");
    world.admin.deleteDeployment("default", subject);
    const { statusChange } = await ask(world);
    expect(JSON.stringify(statusChange)).toContain("AppManagerRecordNotFound");
    expect(statusChange).toMatchObject({ actualState: null });
  });

  it("never holds a token", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    expect(JSON.stringify(await ask(world))).not.toContain("token-of-the-tests");
  });

  it.each([
    { name: "what is not there", owner: undefined, made: { found: false, inScope: false } },
    { name: "what is another's", owner: "another", made: { found: true, inScope: false } },
  ])("of $name is short", async ({ owner, made }) => {
    const world = new World();
    if (owner !== undefined) world.cluster.create(example("PATCH"));
    if (owner !== undefined)
      world.cluster.edit(subject, { metadata: { labels: { "ververica.platform/owner": owner } } });
    expect(await ask(world)).toEqual(made);
    expect(world.count()).toMatchObject({ api: 1, platform: 0 });
  });
});
