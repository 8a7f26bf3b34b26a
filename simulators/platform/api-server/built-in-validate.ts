import { isObject, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError } from "./resource.ts";

const keyForm = /^[-._a-zA-Z0-9]+$/;
const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Keys of a ConfigMap or a Secret. */
export function dataErrors(object: KubeObject): FieldError[] {
  const keys = Object.keys(isObject(object.data) ? object.data : {});
  return keys
    .filter((key) => !keyForm.test(key))
    .map((key) => ({ field: `data[${key}]`, type: "FieldValueInvalid", value: key, detail: keyRule }));
}

/** A Secret's keys and its type, which never changes. */
export function secretErrors(object: KubeObject, old: KubeObject | undefined): FieldError[] {
  const type = object.type;
  const changed = old !== undefined && old.type !== type;
  const immutable: FieldError = { field: "type", type: "FieldValueInvalid", value: type, detail: "field is immutable" };
  return [...(changed ? [immutable] : []), ...dataErrors(object)];
}

/** An Event lies in the namespace of what it is about. */
export function eventErrors(object: KubeObject): FieldError[] {
  const about = textAt(object, "involvedObject", "namespace");
  const fits = about === (object.metadata.namespace ?? "") || (about === "" && object.metadata.namespace === "default");
  const detail = "does not match event.namespace";
  return fits ? [] : [{ field: "involvedObject.namespace", type: "FieldValueInvalid", value: about, detail }];
}

/** A Service has ports, unless it has no address of its own. */
export function serviceErrors(object: KubeObject): FieldError[] {
  const free = textAt(object, "spec", "type") === "ExternalName" || textAt(object, "spec", "clusterIP") === "None";
  if (free || listAt(object, "spec", "ports").length > 0) return [];
  return [{ field: "spec.ports", type: "FieldValueRequired" }];
}
