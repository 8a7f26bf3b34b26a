import { describe, expect, it } from "vitest";
import { schemaOf } from "../../crds/custom-resource-definition.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import type { ResourceDefinition } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { violationsOf } from "../../shared/core/rule.ts";
import { validate } from "../../shared/core/validate.ts";
import { leanWith, sampleOf } from "../platform/real/crds/samples.ts";
import { definitions, flinkExample, flinkStore, resourceOf, settings } from "../table/flink/flink-rig.ts";
import { snapshot } from "../table/flink/rows/state-snapshot.ts";
import { home } from "../world/world.ts";
import { type Place, schemaPlaces } from "./resources/places.ts";
import { Plane, type Verdict } from "./resources/plane.ts";
import { poisonedSince, snapshotOfBuiltIns } from "./resources/poisoning.ts";
import { isBeyondSchema } from "./resources/review.ts";
import { withMember, withText } from "./resources/splice.ts";
import { firstOf } from "./resources/trial.ts";
import { hostileMembers, hostileValues, hugeValues } from "./resources/values.ts";

/** A sound resource of each kind, in the namespace of the plane. */
const sound: Readonly<Record<string, KubeObject>> = Object.fromEntries(
  [flinkExample("application"), flinkExample("session-job"), snapshot].map((object) => [
    object.kind,
    { ...object, metadata: { ...object.metadata, namespace: home.namespace } },
  ]),
);

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
  const full = sampleOf(schema) as JsonObject;
  const base = sound[definition.names.kind] as KubeObject & JsonObject;
  const places = schemaPlaces(schema).filter(({ id }) => /^spec\b/.test(id));
  const plane = new Plane(
    () => 0,
    flinkStore,
    (store) => resourceOf(store, definition),
  );
  const tally = { none: 0, server: 0, schema: 0, policy: 0 };

  it.each(places.map((place) => ({ name: place.id, place })))(
    "$name does no harm",
    async ({ place }) => {
      const builtIns = snapshotOfBuiltIns();
      const findings = await firstOf(casesOf(place, leanWith(base, full, place.keys)), async ({ text }) => {
        plane.clear();
        const verdict = plane.create(text());
        tally[verdict.layer] += 1;
        return disagreements(definition, verdict);
      });
      expect([...findings, ...poisonedSince(builtIns)]).toEqual([]);
    },
    60_000,
  );

  it("is refused by some layer, or let in, hundreds of times each", () => {
    expect(Math.min(tally.none, tally.schema)).toBeGreaterThan(100);
  });
});
