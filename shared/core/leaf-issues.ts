import type * as z from "zod";
import { isObject } from "./json.ts";

/** What a schema says against a value, and where, from the value on that it was asked about. */
export interface LeafIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

interface Place {
  readonly schema: z.core.SomeType;
  readonly value: unknown;
}

/**
 * The first issues of what stands in objects, maps and lists, `most` at most.
 *
 * Guarantees: each is one that the schema makes of the whole value too; looks no further than that, while zod makes an issue
 * of every wrong value before anybody can take the first ones.
 * Assumptions: the schema is of finite depth.
 * Caveats: says nothing of what is wrong with an object, a map or a list of the right type as such.
 */
export function leafIssues(schema: z.ZodType, value: unknown, most: number): LeafIssue[] {
  const found: LeafIssue[] = [];
  collect({ schema, value }, [], most, found);
  return found;
}

/** Keeps one path for all places, as hardly one of them is ever told. */
function collect(place: Place, path: PropertyKey[], most: number, found: LeafIssue[]): void {
  const { schema, value } = present(place);
  const keys = keysInside(schema, value);
  if (keys === undefined) found.push(...issuesOf({ schema, value }, path).slice(0, most - found.length));
  for (const key of keys ?? []) {
    const inner = schemaAt(schema, key);
    if (inner === undefined) continue;
    path.push(key);
    collect({ schema: inner, value: valueAt(value, key) }, path, most, found);
    path.pop();
    if (found.length >= most) return;
  }
}

/** What an optional place has in it, where there is something. */
function present({ schema, value }: Place): Place {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "optional" && value !== undefined ? present({ schema: def.innerType, value }) : { schema, value };
}

/** The keys or indexes of what stands inside; undefined where the schema judges the value itself. */
function keysInside(schema: z.core.SomeType, value: unknown): Iterable<string | number> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "array" && Array.isArray(value)) return value.keys();
  if (def.type === "record" && isObject(value)) return Object.keys(value);
  return def.type === "object" && isObject(value) ? Object.keys(def.shape) : undefined;
}

function schemaAt(schema: z.core.SomeType, key: PropertyKey): z.core.SomeType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  return def.type === "object" ? def.shape[key as string] : undefined;
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return Object.hasOwn(value as object, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

function issuesOf({ schema, value }: Place, path: readonly PropertyKey[]): LeafIssue[] {
  const parsed = (schema as z.ZodType).safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ code, message, path: rest }) => ({ code, message, path: [...path, ...rest] }));
}
