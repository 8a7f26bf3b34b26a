import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { markIn } from "../../../shared/kinds/vvp-deployment/restart.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import type { World } from "../../world/world.ts";
import { ask } from "./rows/nonce-parts.ts";
import { annotated } from "./rows/policy-parts.ts";

async function settle(world: World): Promise<void> {
  for (let look = 0; look < 4; look += 1) {
    await world.pass(subject);
    world.clock.skip(5_000);
  }
}

/** How many jobs the platform has started for it so far. */
function jobsOf({ platform }: World): number {
  return platform.state.jobs.size;
}

/** Lets the resource go without its deployment, and has another resource take that over. */
async function handOn(world: World, mode: "PATCH" | "PUT"): Promise<void> {
  world.cluster.edit(subject, annotated({ "weir.dev/deletion-policy": "Orphan" }));
  world.cluster.remove(subject);
  await settle(world);
  expect(world.cluster.find(subject)).toBeUndefined();
  for (const [id, row] of world.platform.state.rows) {
    const metadata = { ...row.deployment.metadata, annotations: {} };
    world.platform.state.rows.set(id, { ...row, deployment: { ...row.deployment, metadata } });
  }
  const { metadata } = annotated({ "weir.dev/adoption-policy": "Adopt" });
  world.cluster.create(vvpDeployment(mode, { ...wanted("RUNNING"), metadata: metadata ?? {} }));
  await settle(world);
}

describe.each(["PATCH", "PUT"] as const)("a deployment that a second resource has adopted, in %s mode", (mode) => {
  it("is restarted by the value with which the first one restarted it (R35, R45)", async () => {
    const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
    ask({ restartNonce: 1 })(world);
    await settle(world);
    await handOn(world, mode);
    const before = jobsOf(world);
    ask({ restartNonce: 1 })(world);
    await settle(world);
    expect(jobsOf(world)).toBe(before + 1);
    expect(at(world.cluster.find(subject)?.status, "lastProcessedTriggerNonce")).toBe(1);
  });
});

describe("marks of a version that did not say whose a restart is", () => {
  it("stay what they are: nothing restarts, and a full definition repeats them (R35)", async () => {
    const world = await settledWorld("PUT", { with: wanted("RUNNING") });
    ask({ restartNonce: 1 })(world);
    await settle(world);
    const short = forgetOrigin(world);
    await settle(world);
    expect([jobsOf(world), marksOf(world)]).toEqual([2, [short]]);
    world.cluster.edit(subject, deploymentSpec({ template: { spec: { parallelism: 4 } } }));
    await settle(world);
    expect(marksOf(world)).toEqual([short]);
    ask({ restartNonce: 2 })(world);
    await settle(world);
    expect([jobsOf(world), marksOf(world)]).toEqual([4, [expect.stringMatching(/^2#2#/)]]);
  });
});

function marksOf({ platform }: World): (string | undefined)[] {
  return [...platform.state.rows.values()].map(({ deployment }) => markIn(deployment));
}

/** Writes record and template as that version had them. */
function forgetOrigin(world: World): string {
  const [mark = ""] = marksOf(world);
  const short = mark.slice(0, mark.lastIndexOf("#"));
  const older = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(mark, short));
  for (const [id, row] of world.platform.state.rows) world.platform.state.rows.set(id, older(row));
  const { [recordAnnotation]: record = "" } = world.cluster.find(subject)?.metadata.annotations ?? {};
  world.cluster.edit(subject, annotated({ [recordAnnotation]: record.replaceAll(mark, short) }));
  expect(short).toBe("1#1");
  return short;
}
