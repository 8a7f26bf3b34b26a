import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../shared/core/json.ts";
import { deploymentSpec } from "../builders/vvp-deployment.ts";
import { type Deed, deeds, tickToRest } from "../world/history.ts";
import { World } from "../world/world.ts";
import { seeded, unhurried } from "./json-arbitrary.ts";

const edit = (patch: JsonObject) => (world: World) => world.cluster.edit("my-deployment", patch);
const note = (annotations: JsonObject) => edit({ metadata: { annotations } });

/** Whatever may come between the stop and the start of a restart, but for the wish that the job be down. */
const crossings = {
  pause: deeds.pause,
  resume: deeds.resume,
  observe: note({ "weir.dev/management-policy": "ObserveOnly" }),
  misspell: note({ "weir.dev/management-policy": "observe" }),
  manage: note({ "weir.dev/management-policy": null }),
  leave: note({ "weir.dev/deletion-policy": "Orphan" }),
  breakRule: edit(deploymentSpec({ state: "STOPPED" })),
  leaveState: edit({ spec: { deployment: { spec: { state: null } } } }),
  run: deeds.run,
  scale: deeds.scale,
  upgrade: deeds.upgrade,
  neverUpgrade: deeds.neverUpgrade,
  askBoth: deeds.askBoth,
  unask: deeds.unask,
  remove: deeds.remove,
  refuse: (world) => void world.admin.configure({ next: [{ kind: "error", status: 400, method: "PATCH" }] }),
  lose: (world) => void world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "PATCH" }] }),
  second: deeds.second,
} as const satisfies { readonly [name: string]: (world: World) => void };

type Crossing = keyof typeof crossings;

/** What is done to a resource that is there; some of it makes it go. */
async function play(first: Deed, between: readonly { does: Crossing; looks: boolean }[]): Promise<World> {
  const world = new World();
  const begun: Deed[] = [first, "neverUpgrade", "run", "minute", "second", "askRestart"];
  for (const deed of begun) {
    deeds[deed](world);
    await world.pass("my-deployment");
  }
  for (const { does, looks } of between) {
    // Who deletes a resource whose job cannot be started again lets go of a job that is down.
    if (does === "refuse" && between.some((one) => one.does === "remove")) continue;
    if (world.cluster.find("my-deployment") === undefined) break;
    crossings[does](world);
    if (looks) await world.pass("my-deployment");
  }
  world.admin.configure({ next: [] });
  await tickToRest(world);
  return world;
}

describe("a restart that stopped the job", unhurried, () => {
  it("always starts it again, whatever edits, faults or deletions come in between (R35, AMB-32)", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Deed>("apply", "applyPut"),
        fc.array(fc.record({ does: fc.constantFrom(...(Object.keys(crossings) as Crossing[])), looks: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (first, between) => {
          const world = await play(first, between);
          const [row] = [...world.platform.state.rows.values()];
          expect(row?.deployment.spec.state).toBe("RUNNING");
          expect(world.admin.violations()).toEqual([]);
        },
      ),
      seeded(300),
    ));
});
