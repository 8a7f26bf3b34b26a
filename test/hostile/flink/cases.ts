import { schemaOf } from "../../../crds/custom-resource-definition.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { ResourceDefinition } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { leanWith, sampleOf } from "../../platform/real/crds/samples.ts";
import { flinkExample, patched } from "../../table/flink/flink-rig.ts";
import { snapshot } from "../../table/flink/rows/state-snapshot.ts";
import { home } from "../../world/world.ts";
import { metadataSample, type Place, schemaPlaces } from "../resources/places.ts";
import { withMember, withText } from "../resources/splice.ts";
import { hostileMembers, hostileValues, hugeValues } from "../resources/values.ts";
import { secretOptions } from "./examine.ts";

/** One hostile resource of a Flink kind, as JSON text; made when it is looked at. */
export interface FlinkCase {
  readonly id: string;
  readonly text: () => string;
}

/** A sound resource of each kind, in the namespace of the plane, with what is secret where users have it. */
export const sound: Readonly<Record<string, KubeObject>> = Object.fromEntries(
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

/** Every field of a kind's schema below `spec`, or below `status`. */
export function placesBelow(part: "spec" | "status", definition: ResourceDefinition): Place[] {
  return schemaPlaces(schemaOf(definition) as JsonObject).filter(({ keys }) => keys[0] === part);
}

/** A resource of a kind, the sound one where none is given, with a field present that a hostile value replaces or joins. */
export function soundWith(definition: ResourceDefinition, { keys }: Place, given?: JsonObject): JsonObject {
  const base = given ?? (sound[definition.names.kind] as KubeObject & JsonObject);
  if (keys[1] === "finalizers") return { ...base, metadata: { ...(base.metadata as JsonObject), ...metadataSample } };
  if (keys[0] === "metadata") return base;
  return leanWith(base, sampleOf(schemaOf(definition) as JsonObject) as JsonObject, keys);
}

/** Every hostile value and member of one field. */
export function casesAt(place: Place, base: JsonObject): FlinkCase[] {
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
