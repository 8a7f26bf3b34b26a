import { expect, it } from "vitest";
import { mergePatch } from "../../../shared/core/diff.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { deploymentSpec } from "../../builders/vvp-deployment.ts";
import { progressTypes } from "../../world/notation.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import type { World } from "../../world/world.ts";
import { fault } from "./rows/nonce-parts.ts";

const asks = { spec: { initialSavepointSpec: { savepointLocation: "s3://elsewhere/savepoint-1" } } };

interface Row {
  readonly name: string;
  readonly why: string;
  /** Each is followed by a pass. */
  readonly acts: readonly ((world: World) => void)[];
  readonly shown: string;
}

const rows: readonly Row[] = [
  {
    name: "a spec that was refused",
    why: "AMB-10: the projection comes first, and waits for the user",
    acts: [
      (world) => {
        fault({ kind: "error", status: 400, method: "PATCH" })(world);
        world.cluster.edit(subject, mergePatch(asks, deploymentSpec({ parallelism: 3 })) as JsonObject);
      },
    ],
    shown: "Ready False SubConditionsFailing, Stalled True SubConditionsFailing",
  },
  {
    name: "a record that is gone",
    why: "R87: nothing is done without it",
    acts: [
      (world) => {
        const annotations = { "weir.dev/record": null };
        world.cluster.edit(subject, { ...asks, metadata: { annotations } });
      },
    ],
    shown: "Ready False SubConditionsFailing, Stalled True SubConditionsFailing",
  },
  {
    name: "a job that somebody started while the registration was in doubt",
    why: "X12: only the user can take it down again",
    acts: [
      (world) => {
        fault({ kind: "resetBeforeCommit", method: "POST" })(world);
        world.cluster.edit(subject, asks);
      },
      (world) => world.cluster.edit(subject, { spec: { deployment: { spec: { state: null } } } }),
      (world) => world.admin.editSpec("default", subject, { state: "RUNNING" }),
    ],
    shown: "Ready False RegistrationPending, Stalled True RegistrationPending",
  },
];

it.each(rows)("a registration that cannot come is no movement: $name ($why)", async ({ acts, shown }) => {
  const world = await settledWorld("PATCH");
  for (const act of acts) {
    act(world);
    await world.pass(subject);
  }
  for (const _look of [1, 2, 3]) {
    world.clock.skip(120_000);
    const { end } = await world.pass(subject);
    const progress = conditionsOf(world.cluster.find(subject) as never).filter(({ type }) => progressTypes.has(type));
    expect([end, ...progress.map(({ type, status, reason }) => `${type} ${status} ${reason}`)].join(", ")).toBe(
      `settled, ${shown}`,
    );
  }
});
