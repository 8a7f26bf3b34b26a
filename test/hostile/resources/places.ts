import { isObject, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import { finalizer } from "../../../shared/core/object.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";
import { ownAnnotations, ownerLabel, secretAnnotation } from "../../../shared/kinds/vvp-deployment/names.ts";
import { schema } from "../../platform/real/crds/bases.ts";
import { fieldOf, keysOf, type Step } from "../../platform/real/crds/constraints.ts";

/** A field that hostile values are put into. */
export interface Place {
  /** Dotted, as the API server names it. */
  readonly id: string;
  readonly keys: readonly (string | number)[];
  /** True for what has members. */
  readonly isObject: boolean;
  /** True below `status`, which is a write of its own. */
  readonly ofStatus: boolean;
}

/** Every node of a schema, the root first. */
export function schemaPlaces(node: JsonObject, steps: readonly Step[] = []): Place[] {
  const id = fieldOf(steps);
  const here = { id, keys: keysOf(steps), isObject: node.type === "object", ofStatus: /^status\b/.test(id) };
  const below = (child: JsonValue | undefined, step: Step) =>
    isObject(child) ? schemaPlaces(child, [...steps, step]) : [];
  const properties = isObject(node.properties) ? node.properties : {};
  return [
    here,
    ...Object.entries(properties).flatMap(([property, child]) => below(child, { property })),
    ...below(node.items, "item"),
    ...below(node.additionalProperties, "value"),
  ];
}

/** The members of metadata that the API server knows. */
const metadataKeys: readonly (readonly string[])[] = [
  ...["name", "generateName", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "ownerReferences", "managedFields"],
  ...["labels", "annotations", "finalizers"],
].map((key) => [key]);
const maps: ReadonlySet<string> = new Set(["labels", "annotations"]);

/** Every member of metadata that the API server knows, and the labels and annotations that a kind reads. */
export function metadataPlaces(read: readonly (readonly string[])[]): Place[] {
  return [
    ...[...metadataKeys, ...read].map((keys) => ({
      id: ["metadata", ...keys].join("/"),
      keys: ["metadata", ...keys],
      isObject: keys.length === 1 && maps.has(keys[0] ?? ""),
      ofStatus: false,
    })),
    { id: "metadata/finalizers/0", keys: ["metadata", "finalizers", 0], isObject: false, ofStatus: false },
  ];
}

const read: readonly (readonly string[])[] = [
  ["labels", ownerLabel],
  ...[secretAnnotation, recordAnnotation, ...ownAnnotations].map((key) => ["annotations", key]),
];

/** Every field that is tried; a field that joins the schema joins by itself. */
export const places: readonly Place[] = [...schemaPlaces(schema), ...metadataPlaces(read)];

/** What stands in metadata lists before a value of theirs is replaced. */
export const metadataSample: JsonObject = { finalizers: [finalizer] };
