import { sameJson } from "./json.ts";
import { annotationErrors, finalizerErrors, labelErrors, nameErrors } from "./name.ts";
import { type KubeObject, timestamp, withMeta } from "./object.ts";
import type { FieldError, Resource } from "./resource.ts";

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** A name made from `generateName`; `random` gives numbers in [0, 1). */
export function generateName(prefix: string, random: () => number): string {
  const suffix = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]);
  return prefix.slice(0, 58) + suffix.join("");
}

/** Fills the system's part of the metadata of a new object. */
export function metaForCreate(
  object: KubeObject,
  resource: Resource,
  given: { namespace: string; name: string; uid: string; now: number },
): KubeObject {
  return withMeta(object, {
    name: given.name,
    namespace: resource.namespaced ? given.namespace : undefined,
    uid: given.uid,
    creationTimestamp: timestamp(given.now),
    generation: resource.generationOf || resource.custom ? 1 : undefined,
    resourceVersion: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
  });
}

/** Takes from the old object what an update may not set. */
export function metaForUpdate(object: KubeObject, old: KubeObject, resource: Resource): KubeObject {
  const before = old.metadata;
  return withMeta(object, {
    namespace: resource.namespaced ? (object.metadata.namespace ?? before.namespace) : undefined,
    uid: object.metadata.uid || before.uid,
    creationTimestamp: before.creationTimestamp,
    deletionTimestamp: before.deletionTimestamp ?? object.metadata.deletionTimestamp,
    deletionGracePeriodSeconds: before.deletionGracePeriodSeconds,
    generation: before.generation,
    selfLink: undefined,
  });
}

/** Raises the generation if what the resource counts as input has changed. */
export function withGeneration(object: KubeObject, old: KubeObject, resource: Resource): KubeObject {
  const before = old.metadata.generation;
  if (before === undefined || !changesInput(object, old, resource)) return object;
  return withMeta(object, { generation: before + 1 });
}

function changesInput(object: KubeObject, old: KubeObject, resource: Resource): boolean {
  const keys = resource.generationOf ?? [...new Set([...Object.keys(object), ...Object.keys(old)])];
  return keys.some((key) => key !== "metadata" && !sameJson(object[key], old[key]));
}

/** What is wrong with the metadata of a new object. */
export function metaErrors(object: KubeObject, resource: Resource): FieldError[] {
  const { name, generateName: prefix = "", labels, annotations, finalizers } = object.metadata;
  const nameFindings: FieldError[] = name
    ? nameErrors(name, resource.nameForm)
    : [{ field: "metadata.name", type: "FieldValueRequired", detail: "name or generateName is required" }];
  // What is generated may follow a dash.
  const prefixFindings = prefix === "" ? [] : nameErrors(prefix.replace(/-+$/, "a"), resource.nameForm);
  return [
    ...prefixFindings.map((finding) => ({ ...finding, field: "metadata.generateName", value: prefix })),
    ...nameFindings,
    ...labelErrors(labels ?? {}),
    ...annotationErrors(annotations ?? {}),
    ...finalizerErrors(finalizers ?? []),
  ];
}

/** What is wrong with the metadata of a changed object. */
export function metaUpdateErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const before = old.metadata.finalizers ?? [];
  const added = (object.metadata.finalizers ?? []).filter((name) => !before.includes(name)).sort();
  const refused =
    old.metadata.deletionTimestamp && added.length > 0
      ? [forbiddenFinalizers(added)]
      : finalizerErrors(object.metadata.finalizers ?? []);
  return [
    ...refused,
    ...immutable("name", object, old),
    ...immutable("namespace", object, old),
    ...immutable("uid", object, old),
    ...immutable("deletionTimestamp", object, old),
    ...labelErrors(object.metadata.labels ?? {}),
    ...annotationErrors(object.metadata.annotations ?? {}),
  ];
}

function forbiddenFinalizers(added: readonly string[]): FieldError {
  const list = `[]string{${added.map((name) => JSON.stringify(name)).join(", ")}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return { field: "metadata.finalizers", type: "FieldValueForbidden", detail };
}

function immutable(
  key: "name" | "namespace" | "uid" | "deletionTimestamp",
  object: KubeObject,
  old: KubeObject,
): FieldError[] {
  const value = object.metadata[key];
  if (value === old.metadata[key]) return [];
  return [{ field: `metadata.${key}`, type: "FieldValueInvalid", value: value ?? "", detail: "field is immutable" }];
}
