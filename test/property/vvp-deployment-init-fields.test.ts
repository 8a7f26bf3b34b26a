import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at } from "../../shared/core/json.ts";
import { vvpDeployment } from "../builders/vvp-deployment.ts";
import { type Deed, Deliveries, deeds, tickToRest } from "../world/history.ts";
import { World } from "../world/world.ts";
import { seeded } from "./json-arbitrary.ts";

/** Fields of the creation alone; no deed names one of them. */
const initFields = {
  metadata: { labels: { team: "init" } },
  spec: {
    restoreStrategy: { kind: "NONE" },
    maxJobCreationAttempts: 2,
    template: { spec: { logging: { loggingProfile: "own" } } },
  },
};
const paths = ["metadata.labels", "spec.restoreStrategy", "spec.maxJobCreationAttempts", "spec.template.spec.logging"];

/** What happens beside the deeds of every history: the fields change behind the operator's back. */
const edits = {
  restoring: { restoreStrategy: { kind: "LATEST_STATE" } },
  attempts: { maxJobCreationAttempts: 9, template: { spec: { parallelism: 7 } } },
} as const;

const names = Object.keys(deeds).filter((name) => name !== "apply" && name !== "applyPut") as Deed[];
const stories = fc.array(
  fc.oneof(fc.constantFrom(...names), fc.constantFrom("restoring" as const, "attempts" as const)),
  {
    maxLength: 12,
  },
);

async function play(story: readonly (Deed | keyof typeof edits)[], policy: string): Promise<World> {
  const world = new World();
  world.admin.configure({ creationOnlyPaths: paths });
  const annotations = { "weir.dev/drift-policy": policy };
  world.cluster.create(vvpDeployment("PATCH", { metadata: { annotations }, spec: { initFields } }));
  const deliveries = new Deliveries(world);
  await deliveries.drain();
  const [row] = world.platform.state.rows.values();
  expect(at(row?.deployment, "spec", "maxJobCreationAttempts")).toBe(2);
  for (const name of story) {
    if (name === "restoring" || name === "attempts") world.admin.editSpec("default", "my-deployment", edits[name]);
    else deeds[name](world);
    await deliveries.drain();
  }
  await tickToRest(world);
  return world;
}

describe("initFields", () => {
  it("are sent with the creation, and no PATCH ever names one of them (R29, R30)", async () => {
    await fc.assert(
      fc.asyncProperty(stories, fc.constantFrom("Report", "Correct", "Ignore"), async (story, policy) => {
        const world = await play(story, policy);
        expect(world.admin.violations()).toEqual([]);
      }),
      seeded(50),
    );
  });
});
