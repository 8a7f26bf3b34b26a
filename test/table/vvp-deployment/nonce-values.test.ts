import { describe, expect, it } from "vitest";
import { at, type JsonValue, member } from "../../../shared/core/json.ts";
import { type NonceName, nonceNames } from "../../../shared/kinds/vvp-deployment/nonce-memory.ts";
import { wanted } from "../../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import type { World } from "../../world/world.ts";

const most = Number.MAX_SAFE_INTEGER;

/** What a user does, and what comes of it until all is quiet: the operation, a blocked condition, or nothing new. */
type Turn = readonly [number | null | "stop" | "start" | "tick", "taken" | "blocked" | "nothing"];

/** Values of one nonce, one after another; the same for both nonces (F6, F7). */
const stories: readonly { readonly name: string; readonly why: string; readonly turns: readonly Turn[] }[] = [
  { name: "a first value", why: "R38: any that is not null triggers", turns: [[1, "taken"]] },
  { name: "zero", why: "R38: zero is a value like any other", turns: [[0, "taken"]] },
  { name: "null", why: "R39: it asks for nothing", turns: [[null, "nothing"]] },
  { name: "a negative value", why: "AMB-3", turns: [[-7, "taken"]] },
  {
    name: "the greatest and the least value",
    why: "AMB-3: ±(2^53−1)",
    turns: [
      [most, "taken"],
      [-most, "taken"],
    ],
  },
  {
    name: "neighbours at the bound",
    why: "AMB-3: they are not the same",
    turns: [
      [most - 1, "taken"],
      [most, "taken"],
    ],
  },
  {
    name: "greater and smaller values",
    why: "R36, R37: inequality",
    turns: [
      [1, "taken"],
      [7, "taken"],
      [3, "taken"],
    ],
  },
  {
    name: "the same value again",
    why: "R40, R45: nor later",
    turns: [
      [1, "taken"],
      [1, "nothing"],
      ["tick", "nothing"],
    ],
  },
  {
    name: "a value that comes back",
    why: "R40: 1→2→1",
    turns: [
      [1, "taken"],
      [2, "taken"],
      [1, "taken"],
    ],
  },
  {
    name: "a value behind null",
    why: "AMB-2: null leaves no trace",
    turns: [
      [1, "taken"],
      [null, "nothing"],
      [1, "nothing"],
      [2, "taken"],
    ],
  },
  {
    name: "a blocked value",
    why: "R41–R43: it is consumed and never fires later",
    turns: [
      ["stop", "nothing"],
      [1, "blocked"],
      ["start", "blocked"],
      ["tick", "blocked"],
    ],
  },
  {
    name: "a new value behind a blocked one",
    why: "R42",
    turns: [
      ["stop", "nothing"],
      [1, "blocked"],
      ["start", "blocked"],
      [2, "taken"],
    ],
  },
  {
    name: "a blocked value behind null",
    why: "R43, AMB-1, AMB-2: null clears the condition, not the memory",
    turns: [
      ["stop", "nothing"],
      [6, "blocked"],
      ["start", "blocked"],
      [null, "nothing"],
      [6, "blocked"],
    ],
  },
  {
    name: "a blocked value behind another blocked one",
    why: "R43, AMB-1",
    turns: [
      ["stop", "nothing"],
      [6, "blocked"],
      [7, "blocked"],
      ["start", "blocked"],
      [6, "blocked"],
    ],
  },
  {
    name: "the value before a blocked one",
    why: "AMB-1: it differs from what was observed last, and was not blocked",
    turns: [
      [5, "taken"],
      ["stop", "nothing"],
      [6, "blocked"],
      ["start", "blocked"],
      [5, "taken"],
    ],
  },
  {
    name: "a blocked value behind a success",
    why: "AMB-1: a success makes every other value usable again",
    turns: [
      ["stop", "nothing"],
      [6, "blocked"],
      ["start", "blocked"],
      [7, "taken"],
      [6, "taken"],
    ],
  },
  {
    name: "the first of seventeen blocked values",
    why: "AMB-1: sixteen are remembered as burnt, so that a record cannot grow without end",
    turns: [
      ["stop", "nothing"],
      ...Array.from({ length: 17 }, (_, index): Turn => [index + 1, "blocked"]),
      ["start", "blocked"],
      [2, "blocked"],
      [1, "taken"],
    ],
  },
];

/** How often an operation was carried out: savepoints that were asked for, or restarts of the job. */
function count(world: World, name: NonceName): number {
  const { savepoints } = world.platform.state;
  const asked = [...savepoints.values()].filter(({ metadata }) => metadata.origin === "USER_REQUEST");
  const restarts = [...savepoints.values()].filter(({ metadata }) => metadata.origin === "SUSPEND_AND_UPGRADE");
  return name === "savepoint" ? asked.length : restarts.length;
}

async function settle(world: World): Promise<void> {
  for (let pass = 0; pass < 6; pass += 1) {
    await world.pass(subject);
    world.clock.skip(3_000);
  }
}

function nonceAligned(world: World): JsonValue {
  const conditions = at(world.cluster.find(subject)?.status, "conditions");
  const list = Array.isArray(conditions) ? conditions : [];
  return (
    member(
      list.find((one: JsonValue) => member(one, "type") === "NonceAligned"),
      "reason",
    ) ?? null
  );
}

const reasons = { savepoint: "SavepointBlocked", restart: "RestartBlocked" } as const;
const fields = { savepoint: "lastProcessedSavepointNonce", restart: "lastProcessedTriggerNonce" } as const;

describe.each(nonceNames.map((name) => ({ name })))("the $name nonce", ({ name }) => {
  function act(world: World, what: Turn[0]): void {
    if (what === "tick") return;
    if (what === "stop" || what === "start")
      world.cluster.edit(subject, wanted(what === "stop" ? "CANCELLED" : "RUNNING"));
    else world.cluster.edit(subject, { spec: { [`${name}Nonce`]: what } });
  }

  it.each(stories)("$name ($why)", async ({ turns }) => {
    const world = await settledWorld("PATCH", { with: wanted("RUNNING") });
    let last: JsonValue | undefined;
    for (const [what, comes] of turns) {
      const before = count(world, name);
      act(world, what);
      await settle(world);
      if (comes === "taken") last = what;
      const status = world.cluster.find(subject)?.status;
      const came = [count(world, name) - before, nonceAligned(world), at(status, fields[name])];
      const reason = comes === "blocked" ? reasons[name] : "NoncesProcessed";
      expect([what, ...came]).toEqual([what, comes === "taken" ? 1 : 0, reason, last]);
    }
    expect(world.admin.violations()).toEqual([]);
  });
});
