import { ruleSourceErrors } from "./expression-check.ts";
import { at, isObject, type Json, type JsonObject, listAt, textAt } from "./json.ts";
import { type KubeObject, timestamp } from "./object.ts";
import type { FieldError, PrepareContext, Resource } from "./resource.ts";
import { structureErrors } from "./schema-structure.ts";
import { compileSchema } from "./structural.ts";
import { columnsOf } from "./table.ts";

/** Fills a CRD's defaults and marks it established at once. */
export function prepareCrd(object: KubeObject, context: PrepareContext): KubeObject {
  const kind = textAt(object, "spec", "names", "kind");
  const given = at(object, "spec", "names");
  const names: JsonObject = {
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    ...(isObject(given) ? given : {}),
  };
  const spec = { conversion: { strategy: "None" }, ...(at(object, "spec") as JsonObject | undefined), names };
  const stored = listAt(object, "spec", "versions")
    .filter((version) => at(version, "storage") === true)
    .map((version) => textAt(version, "name"));
  const before = listAt(context.old, "status", "storedVersions");
  const storedVersions = [...new Set([...before, ...stored])] as Json[];
  const kept = listAt(context.old, "status", "conditions");
  const conditions = kept.length > 0 ? kept : establishedConditions(timestamp(context.now));
  return { ...object, spec, status: { conditions, acceptedNames: names, storedVersions } };
}

function establishedConditions(lastTransitionTime: string): Json[] {
  return [
    {
      type: "NamesAccepted",
      status: "True",
      lastTransitionTime,
      reason: "NoConflicts",
      message: "no conflicts found",
    },
    {
      type: "Established",
      status: "True",
      lastTransitionTime,
      reason: "InitialNamesAccepted",
      message: "the initial names have been accepted",
    },
  ];
}

/** What is wrong with a CRD besides its schema's structure. */
export function validateCrd(object: KubeObject): FieldError[] {
  const [group, plural] = [textAt(object, "spec", "group"), textAt(object, "spec", "names", "plural")];
  const versions = listAt(object, "spec", "versions");
  const stored = versions.filter((version) => at(version, "storage") === true).length;
  const wanted = `${plural}.${group}`;
  return [
    ...(object.metadata.name === wanted
      ? []
      : [invalidValue("metadata.name", object.metadata.name ?? "", `must be spec.names.plural+"."+spec.group`)]),
    ...["kind", "plural"].flatMap((key) =>
      textAt(object, "spec", "names", key) ? [] : [requiredValue(`spec.names.${key}`)],
    ),
    ...(stored === 1
      ? []
      : [invalidWithout("spec.versions", "must have exactly one version marked as storage version")]),
    ...versions.flatMap((version, index) => schemaFindings(version, index, versions.length)),
  ];
}

/** A schema that is the only one is reported at the place it had before CRDs had versions. */
function schemaFindings(version: Json, index: number, count: number): FieldError[] {
  const schema = at(version, "schema", "openAPIV3Schema");
  const path = `spec.versions[${index}].schema.openAPIV3Schema`;
  if (!isObject(schema)) return [requiredValue(path)];
  const shown = count === 1 ? "spec.validation.openAPIV3Schema" : path;
  const structure = structureErrors(schema, shown);
  return structure.length > 0 ? structure : ruleSourceErrors(compileSchema(schema), shown);
}

function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { field, type: "FieldValueInvalid", value, detail };
}

function invalidWithout(field: string, detail: string): FieldError {
  return { field, type: "FieldValueInvalid", detail };
}

function requiredValue(field: string, detail = ""): FieldError {
  return { field, type: "FieldValueRequired", detail };
}

/** The resources that a CRD serves, one per served version. */
export function resourcesOf(crd: KubeObject): Resource[] {
  return listAt(crd, "spec", "versions")
    .filter((version) => at(version, "served") === true)
    .map((version) => resourceOf(crd, version));
}

function resourceOf(crd: KubeObject, version: Json): Resource {
  const names = at(crd, "spec", "names");
  const schema = at(version, "schema", "openAPIV3Schema");
  const columns = columnsOf(version);
  return {
    group: textAt(crd, "spec", "group"),
    version: textAt(version, "name"),
    kind: textAt(names, "kind"),
    plural: textAt(names, "plural"),
    singular: textAt(names, "singular"),
    shortNames: listAt(names, "shortNames").map(String),
    categories: listAt(names, "categories").map(String),
    namespaced: at(crd, "spec", "scope") === "Namespaced",
    nameForm: "subdomain",
    fieldLabels: listAt(version, "selectableFields").map((field) => textAt(field, "jsonPath").replace(/^\./, "")),
    statusSubresource: isObject(at(version, "subresources", "status")),
    custom: true,
    unconditionalUpdate: false,
    createOnUpdate: false,
    ...(isObject(schema) ? { schema: compileSchema(schema) } : {}),
    ...(columns ? { columns } : {}),
  };
}
