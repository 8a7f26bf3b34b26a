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

const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const qualifiedRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** An Event lies in the namespace of what it is about; one with an `eventTime` says who reports what instead. */
export function eventErrors(object: KubeObject): FieldError[] {
  if (textAt(object, "eventTime") !== "") return reportErrors(object);
  const about = textAt(object, "involvedObject", "namespace");
  const fits = about === (object.metadata.namespace ?? "") || (about === "" && object.metadata.namespace === "default");
  const detail = "does not match event.namespace";
  return fits ? [] : [{ field: "involvedObject.namespace", type: "FieldValueInvalid", value: about, detail }];
}

function reportErrors(object: KubeObject): FieldError[] {
  const reporter = textAt(object, "reportingComponent");
  return [
    ...(qualifiedName.test(reporter) ? [] : reporterErrors(reporter)),
    ...textErrors(object, "reportingInstance", 128, true),
    ...textErrors(object, "action", 128, true),
    ...textErrors(object, "reason", 128, true),
    ...textErrors(object, "message", 1024, false),
  ];
}

function reporterErrors(value: string): FieldError[] {
  const field = "reportingComponent";
  const invalid = (detail: string): FieldError => ({ field, type: "FieldValueInvalid", value, detail });
  if (value !== "") return [invalid(qualifiedRule)];
  return [{ field, type: "FieldValueRequired" }, invalid("name part must be non-empty"), invalid(qualifiedRule)];
}

/** A text that must be there, or not, and has so many bytes at most. */
function textErrors(object: KubeObject, field: string, most: number, required: boolean): FieldError[] {
  const value = textAt(object, field);
  if (required && value === "") return [{ field, type: "FieldValueRequired" }];
  if (Buffer.byteLength(value) <= most) return [];
  return [{ field, type: "FieldValueInvalid", value: "", detail: `can have at most ${most} characters` }];
}

/** A Service has ports, unless it has no address of its own. */
export function serviceErrors(object: KubeObject): FieldError[] {
  const free = textAt(object, "spec", "type") === "ExternalName" || textAt(object, "spec", "clusterIP") === "None";
  if (free || listAt(object, "spec", "ports").length > 0) return [];
  return [{ field: "spec.ports", type: "FieldValueRequired" }];
}
