import { expect, it } from "vitest";
import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import { wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";

const correcting = { metadata: { annotations: { "weir.dev/drift-policy": "Correct" } } };

it("drift is corrected once the savepoint is taken, since the correction may end the job that it is taken of", async () => {
  const world = await settledWorld("PATCH", { with: mergePatch(wanted("RUNNING"), correcting) as JsonObject });
  world.cluster.edit(subject, { spec: { savepointNonce: 1 } });
  const rules = [(await world.pass(subject)).rule];
  world.admin.editSpec("default", subject, {
    upgradeStrategy: { kind: "NONE" },
    template: { spec: { artifact: { jarUri: "s3://other/one.jar" } } },
  });
  rules.push((await world.pass(subject)).rule);
  for (let look = 0; look < 3; look += 1) {
    world.clock.skip(1_000);
    rules.push((await world.pass(subject)).rule);
  }
  expect(rules.slice(0, 2)).toEqual(["take-savepoint", "rest"]);
  expect(rules.filter((rule) => rule === "correct-drift")).toHaveLength(1);
});
