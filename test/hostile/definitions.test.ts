import { describe, expect, it } from "vitest";
import { schemaOf } from "../../crds/custom-resource-definition.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import type { ResourceDefinition } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { violationsOf } from "../../shared/core/rule.ts";
import { validate } from "../../shared/core/validate.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { findSecrets } from "../platform/canary/search.ts";
import { leanWith, sampleOf } from "../platform/real/crds/samples.ts";
import { definitions, flinkExample, flinkStore, patched, resourceOf, settings } from "../table/flink/flink-rig.ts";
import { snapshot } from "../table/flink/rows/state-snapshot.ts";
import { FlinkWorld } from "../world/flink-world.ts";
import { home } from "../world/world.ts";
import { canaries, examined, kinds, secretOptions } from "./flink/examine.ts";
import { type Place, schemaPlaces } from "./resources/places.ts";
import { Plane, type Verdict } from "./resources/plane.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { isBeyondSchema } from "./resources/review.ts";
import { withMember, withText } from "./resources/splice.ts";
import { firstOf } from "./resources/trial.ts";
import type { Tally } from "./resources/try-case.ts";
import { hostileMembers, hostileValues, hugeValues } from "./resources/values.ts";

/** A sound resource of each kind, in the namespace of the plane, with what is secret where users have it. */
const sound: Readonly<Record<string, KubeObject>> = Object.fromEntries(
  [flinkExample("application"), flinkExample("session-job"), snapshot].map((object) => [
    object.kind,
    {
      ...(object.kind === "FlinkStateSnapshot"
        ? object
        : patched(object, { spec: { flinkConfiguration: secretOptions } })),
      metadata: { ...object.metadata, namespace: home.namespace },
    },
  ]),
);

/** Places of each kind, and what became of the cases: let in by the API server, or refused by one of its layers. */
const sizes: Readonly<Record<string, readonly [places: number, tally: Tally]>> = {
  FlinkDeployment: [144, { none: 1250, server: 445, schema: 7705, policy: 136 }],
  FlinkSessionJob: [18, { none: 217, server: 57, schema: 890, policy: 0 }],
  FlinkStateSnapshot: [11, { none: 122, server: 37, schema: 587, policy: 0 }],
};

interface Case {
  readonly id: string;
  readonly text: () => string;
}

function casesOf(place: Place, base: JsonObject): Case[] {
  // The template of a role has the fields of the common one once more, so that what is only huge says nothing new there.
  const isRepeated = /^spec\.(job|task)Manager\.podTemplate/.test(place.id);
  const values = [...hostileValues, ...(isRepeated ? [] : hugeValues)].map(({ name, text }) => ({
    id: `${place.id} = ${name}`,
    text: () => withText(base, place, text),
  }));
  const members = hostileMembers.map(({ name, key, text }) => ({
    id: `${place.id} + ${name}`,
    text: () => withMember(base, place, key, text),
  }));
  return place.isObject ? [...values, ...members] : values;
}

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

/** The words of a program that nobody meant to say. */
const crash = /\b(?:Type|Range|Syntax|Reference|URI)Error\b|Maximum call stack|\[object Object\]/;

/** Where the server and what a pass says about the same disagree; the server knows the rules with CEL alone (S10). */
function disagreements({ schema, rules }: ResourceDefinition, { layer, object, words }: Verdict): string[] {
  if (object === undefined) return [];
  const all = validate({ schema, rules }, { object, settings });
  const said = all.map(({ path, message }) => `${path} ${message}`).join("; ");
  if (crash.test(said)) return [`a program's own words came out: ${said.slice(0, 300)}`];
  if (isBeyondSchema(object)) return all.length === 0 ? ["a spec beyond all bounds is valid to the pass"] : [];
  const checked = validate({ schema, rules: rules.filter(({ cel }) => cel !== undefined) }, { object, settings });
  if (layer === "none" && checked.length > 0)
    return [`the server accepts what the pass rejects: ${said.slice(0, 300)}`];
  const isRefused = layer === "schema" || layer === "policy";
  if (isRefused && checked.length === 0) return [`the ${layer} rejects what the pass accepts: ${words.slice(0, 300)}`];
  if (all.length === 0) violationsOf(rules, "warn", { object, settings });
  return [];
}

describe.each(definitions)("a hostile $names.kind, field by field (S6, S7, S10)", (definition) => {
  const schema = schemaOf(definition) as JsonObject;
  const kind = kinds.find(({ names }) => names.kind === definition.names.kind) as EngineKind;
  const full = sampleOf(schema) as JsonObject;
  const base = sound[definition.names.kind] as KubeObject & JsonObject;
  const places = schemaPlaces(schema).filter(({ id }) => /^spec\b/.test(id));
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
      const findings = await firstOf(casesOf(place, leanWith(base, full, place.keys)), async ({ text }) => {
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
