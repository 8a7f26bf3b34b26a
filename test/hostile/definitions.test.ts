import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../shared/core/object.ts";
import { validate } from "../../shared/core/validate.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { findSecrets } from "../platform/canary/search.ts";
import { definitions, flinkStore, resourceOf, settings } from "../table/flink/flink-rig.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { casesAt, placesBelow, sound, soundWith } from "./flink/cases.ts";
import { disagreements } from "./flink/disagreements.ts";
import { canaries, examined, kinds } from "./flink/examine.ts";
import { Plane } from "./resources/plane.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { firstOf } from "./resources/trial.ts";
import type { Tally } from "./resources/try-case.ts";

/** Places of each kind, and what became of the cases: let in by the API server, or refused by one of its layers. */
const sizes: Readonly<Record<string, readonly [places: number, tally: Tally]>> = {
  FlinkDeployment: [144, { none: 1250, server: 445, schema: 7705, policy: 136 }],
  FlinkSessionJob: [18, { none: 217, server: 57, schema: 890, policy: 0 }],
  FlinkStateSnapshot: [11, { none: 122, server: 37, schema: 587, policy: 0 }],
};

it("what is secret in a sound resource would be seen, if it came out", async () => {
  const world = new FlinkWorld({}, settings, kinds);
  const { kind, metadata } = world.cluster.create(sound.FlinkDeployment as KubeObject);
  await world.pass(`${metadata.namespace}/${metadata.name}`);
  await world.pass(`${metadata.namespace}/${metadata.name}`);
  const outputs = {
    spec: JSON.stringify(world.find(`${metadata.namespace}/${metadata.name}`)),
    objects: JSON.stringify(world.objects.all("ConfigMap")),
  };
  expect([kind, findSecrets(outputs, canaries)]).toEqual([
    "FlinkDeployment",
    ["key in spec", "key in objects", "header in spec"],
  ]);
});

describe.each(definitions)("a hostile $names.kind, field by field (S6, S7, S10)", (definition) => {
  const kind = kinds.find(({ names }) => names.kind === definition.names.kind) as EngineKind;
  const places = placesBelow("spec", definition);
  const plane = new Plane(
    () => 0,
    flinkStore,
    (store) => resourceOf(store, definition),
  );
  const tally: Tally = { none: 0, server: 0, schema: 0, policy: 0 };

  it.each(places.map((place) => ({ name: place.id, place })))(
    "$name does no harm",
    async ({ place }) => {
      const builtIns = snapshotOfBuiltIns();
      const findings = await firstOf(casesAt(place, soundWith(definition, place)), async ({ text }) => {
        plane.clear();
        const verdict = plane.create(text());
        tally[verdict.layer] += 1;
        const { object } = verdict;
        if (object === undefined) return [];
        const isValid = validate(definition, { object, settings }).length === 0;
        return [...disagreements(definition, verdict), ...(await examined(kind, object, isValid))];
      });
      expect([...findings, ...poisonedSince(builtIns)]).toEqual([]);
    },
    60_000,
  );

  it("is tried in as many cases as ever", () => {
    expect([places.length, tally]).toEqual(sizes[definition.names.kind]);
  });
});
