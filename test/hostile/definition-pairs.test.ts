import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../shared/core/object.ts";
import { validate } from "../../shared/core/validate.ts";
import { definitions, flinkStore, resourceOf, settings } from "../table/flink/flink-rig.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { placesBelow, soundWith } from "./flink/cases.ts";
import { kinds, outcomes } from "./flink/examine.ts";
import { livesOf } from "./flink/lives.ts";
import { tryLife } from "./flink/try-life.ts";
import { Plane } from "./resources/plane.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { withText } from "./resources/splice.ts";
import { firstOf } from "./resources/trial.ts";
import type { Tally } from "./resources/try-case.ts";

/** Lives of each kind, and what became of their versions: let in by the API server, or refused by one of its layers. */
const sizes: Readonly<Record<string, readonly [lives: number, tally: Tally]>> = {
  FlinkDeployment: [250, { none: 153, server: 86, schema: 259, policy: 2 }],
  FlinkSessionJob: [150, { none: 100, server: 51, schema: 149, policy: 0 }],
  FlinkStateSnapshot: [100, { none: 74, server: 39, schema: 87, policy: 0 }],
};
const perTest = 25;

describe.each(definitions)("hostile updates of a $names.kind, pair by pair (S6, S7, S10)", (definition) => {
  const [count, expected] = sizes[definition.names.kind] ?? [0, undefined];
  const lives = livesOf(definition, count);
  const plane = new Plane(
    () => 0,
    flinkStore,
    (store) => resourceOf(store, definition),
  );
  const tally: Tally = { none: 0, server: 0, schema: 0, policy: 0 };

  it.each(Array.from({ length: count / perTest }, (_, index) => ({ from: index * perTest })))(
    "lives from $from on do no harm, and what is sound again comes to rest (L4)",
    async ({ from }) => {
      const builtIns = snapshotOfBuiltIns();
      const batch = lives.slice(from, from + perTest);
      const findings = await firstOf(batch, (life) => tryLife({ definition, plane, tally }, life));
      expect([...findings, ...poisonedSince(builtIns)]).toEqual([]);
    },
    60_000,
  );

  it("leave nothing to a pass that it takes for a text and is none, where no schema has looked", async () => {
    const methods = '{"toString":1,"then":1,"toJSON":1,"valueOf":1}';
    const cases = placesBelow("spec", definition).map((place) => ({ id: place.id, place }));
    const findings = await firstOf(cases, async ({ place }) => {
      const object = JSON.parse(withText(soundWith(definition, place), place, methods)) as KubeObject;
      const world = new FlinkWorld({}, settings, kinds);
      world.cluster.create(object);
      await world.pass(`${object.metadata.namespace}/${object.metadata.name}`);
      return outcomes(world, object, validate(definition, { object, settings }).length === 0);
    });
    expect(findings).toEqual([]);
  });

  it("are as many as ever", () => {
    expect(tally).toEqual(expected);
  });
});
