import { type CelProgram, compileCel } from "./cel.ts";
import { goRegExp } from "./go-regexp.ts";
import { at, isObject, type Json, type JsonObject, listAt, textAt } from "./json.ts";

/** One node of a structural schema, ready to be walked. */
export interface Structural {
  /** Type names that a value may have; empty: any. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly properties: ReadonlyMap<string, Structural>;
  /** Schema of members that `properties` does not name; `true` allows any; undefined: none are known. */
  readonly additional: Structural | true | undefined;
  readonly items: Structural | undefined;
  readonly preserveUnknown: boolean;
  readonly embedded: boolean;
  /** The default as given; undefined if there is none. */
  readonly default: Json | undefined;
  readonly required: readonly string[];
  readonly pattern: RegExp | undefined;
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  readonly allOf: readonly Structural[];
  readonly anyOf: readonly Structural[];
  readonly oneOf: readonly Structural[];
  readonly not: Structural | undefined;
  readonly rules: readonly Rule[];
  /** True if this node or one below has rules. */
  readonly hasRules: boolean;
  /** The keywords as given, for limits such as `maxLength`. */
  readonly raw: JsonObject;
}

/** One entry of `x-kubernetes-validations`. */
export interface Rule {
  readonly source: string;
  readonly program: CelProgram;
  readonly message: string;
  /** `messageExpression`; empty if there is none. */
  readonly messageSource: string;
  readonly messageProgram: CelProgram | undefined;
  readonly usesOldSelf: boolean;
  readonly optionalOldSelf: boolean;
  readonly reason: string;
  /** Path below the node that the failure is reported at; empty: the node's own. */
  readonly fieldPath: string;
}

/** Reads an OpenAPI v3 schema. Total: what it does not know it ignores. */
export function compileSchema(raw: JsonObject): Structural {
  const properties = new Map(members(raw.properties).map(([key, value]) => [key, compileSchema(value)]));
  const additional = raw.additionalProperties;
  const items = raw.items;
  const not = raw.not;
  const compiled = {
    types: typesOf(raw),
    nullable: raw.nullable === true,
    properties,
    additional: isObject(additional) ? compileSchema(additional) : additional === true ? (true as const) : undefined,
    items: isObject(items) ? compileSchema(items) : undefined,
    preserveUnknown: raw["x-kubernetes-preserve-unknown-fields"] === true,
    embedded: raw["x-kubernetes-embedded-resource"] === true,
    default: raw.default,
    required: listAt(raw, "required").map(String),
    pattern: typeof raw.pattern === "string" ? goRegExp(raw.pattern) : undefined,
    listType: textAt(raw, "x-kubernetes-list-type"),
    listMapKeys: listAt(raw, "x-kubernetes-list-map-keys").map(String),
    allOf: alternatives(raw, "allOf"),
    anyOf: alternatives(raw, "anyOf"),
    oneOf: alternatives(raw, "oneOf"),
    not: isObject(not) ? compileSchema(not) : undefined,
    rules: listAt(raw, "x-kubernetes-validations").map(compileRule),
    raw,
  };
  return { ...compiled, hasRules: compiled.rules.length > 0 || childrenOf(compiled).some((child) => child.hasRules) };
}

function childrenOf(node: Pick<Structural, "properties" | "additional" | "items">): Structural[] {
  const { additional, items } = node;
  return [...node.properties.values(), ...(isNode(additional) ? [additional] : []), ...(items ? [items] : [])];
}

function isNode(value: Structural | true | undefined): value is Structural {
  return typeof value === "object";
}

/** The schema of a member of a map that has no property of that name; undefined if none is given. */
export function additionalOf(node: Structural | undefined): Structural | undefined {
  return node && isNode(node.additional) ? node.additional : undefined;
}

function members(value: Json | undefined): [string, JsonObject][] {
  return Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
}

function typesOf(raw: JsonObject): string[] {
  if (raw["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return typeof raw.type === "string" ? [raw.type] : [];
}

function alternatives(raw: JsonObject, key: string): Structural[] {
  return listAt(raw, key).flatMap((item) => (isObject(item) ? [compileSchema(item)] : []));
}

function compileRule(raw: Json): Rule {
  const source = textAt(raw, "rule").trim();
  const messageExpression = textAt(raw, "messageExpression");
  const optionalOldSelf = at(raw, "optionalOldSelf") === true;
  return {
    source,
    program: compileCel(source, optionalOldSelf),
    message: textAt(raw, "message").trim(),
    messageSource: messageExpression,
    messageProgram: messageExpression ? compileCel(messageExpression, optionalOldSelf) : undefined,
    usesOldSelf: /\boldSelf\b/.test(source),
    optionalOldSelf,
    reason: textAt(raw, "reason"),
    fieldPath: textAt(raw, "fieldPath")
      .replace(/\['([^']*)'\]/g, "[$1]")
      .replace(/^\./, ""),
  };
}
