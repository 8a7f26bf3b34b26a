import * as z from "zod";

/** A node of a CRD's structural schema, in the words of `apiextensions.k8s.io/v1`. */
export interface Structural {
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly format?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Structural>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Structural;
  readonly items?: Structural;
  readonly "x-kubernetes-validations"?: readonly Validation[];
  readonly [keyword: string]: unknown;
}

/** One CEL rule of a schema node. */
export interface Validation {
  readonly rule: string;
  readonly message: string;
  readonly fieldPath?: string;
  readonly reason?: string;
}

/** What goes over as it is; everything else is translated, or refused. */
const kept = [
  "enum",
  "default",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

const translated = [
  "description",
  "type",
  "format",
  "nullable",
  "required",
  "properties",
  "additionalProperties",
  "items",
];
const known: ReadonlySet<string> = new Set([...kept, ...translated, "$schema", "id", "title", "examples"]);
const intOrString = "x-kubernetes-int-or-string";

/**
 * The structural schema of a zod schema.
 *
 * Guarantees: throws, naming the place, for what a structural schema cannot say (unions, references, tuples).
 * Caveats: refinements are not visible here; they belong into the kind's rules.
 */
export function toStructural(schema: z.ZodType, path: string): Structural {
  const json = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io: "input",
    reused: "inline",
    cycles: "throw",
    unrepresentable: "throw",
  });
  return translate(json as Raw, path);
}

type Raw = Readonly<Record<string, unknown>>;

function translate(raw: Raw, path: string): Structural {
  const extensions = Object.entries(raw).filter(([key]) => key.startsWith("x-kubernetes-"));
  const flexible = raw[intOrString] === true;
  const strange = Object.keys(raw).find(
    (key) => !known.has(key) && !key.startsWith("x-kubernetes-") && !(flexible && key === "anyOf"),
  );
  if (strange !== undefined) throw new Error(`${path}: "${strange}" cannot be said in a structural schema`);
  const type = flexible ? undefined : (raw.type as NonNullable<Structural["type"]>);
  return {
    ...given({ description: raw.description, type, format: formatOf(raw), nullable: raw.nullable }),
    ...given(Object.fromEntries(kept.map((key) => [key, key === "pattern" ? patternOf(raw) : raw[key]]))),
    ...Object.fromEntries(extensions),
    ...membersOf(raw, path),
    ...(raw.items !== undefined && { items: translate(raw.items as Raw, `${path}[]`) }),
  };
}

function given(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Integers say how wide they are; of zod's text formats the API server shares `date-time` alone. */
function formatOf(raw: Raw): string | undefined {
  if (raw.type === "integer") return fitsInt32(raw.minimum) && fitsInt32(raw.maximum) ? "int32" : "int64";
  return raw.format === "date-time" ? "date-time" : undefined;
}

function fitsInt32(bound: unknown): boolean {
  return typeof bound === "number" && bound >= -2_147_483_648 && bound <= 2_147_483_647;
}

function patternOf(raw: Raw): unknown {
  return raw.format === "date-time" ? undefined : raw.pattern;
}

function membersOf(raw: Raw, path: string): object {
  const properties = Object.entries((raw.properties ?? {}) as Readonly<Record<string, Raw>>);
  const additional = raw.additionalProperties;
  const typed = typeof additional === "object" && additional !== null && Object.keys(additional).length > 0;
  const open = additional === true || (typeof additional === "object" && !typed);
  if (typed && properties.length > 0) throw new Error(`${path}: named members beside members of any name`);
  return {
    ...(open && { "x-kubernetes-preserve-unknown-fields": true }),
    ...given({ required: raw.required }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([key, node]) => [key, translate(node, `${path}.${key}`)])),
    }),
    ...(typed && { additionalProperties: translate(additional as Raw, `${path}{}`) }),
  };
}
