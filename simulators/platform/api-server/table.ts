import { at, isObject, type Json, type JsonObject, listAt, textAt } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { PrinterColumn, Resource } from "./resource.ts";

/** True if a request prefers a `Table`, as `kubectl get` does. */
export function wantsTable(accept: string | undefined): boolean {
  return /^application\/json;as=Table;/.test((accept ?? "").replaceAll(" ", ""));
}

const age: PrinterColumn = {
  name: "Age",
  type: "date",
  path: ".metadata.creationTimestamp",
  description: "",
  priority: 0,
};

/** A `Table` of objects with the columns of their resource; `now` in milliseconds since 1970 makes ages of dates. */
export function makeTable(
  resource: Resource,
  objects: readonly KubeObject[],
  metadata: JsonObject,
  now: number,
): JsonObject {
  const columns = resource.columns ?? [age];
  const name = {
    name: "Name",
    type: "string",
    format: "name",
    description: "Name must be unique within a namespace.",
    priority: 0,
  };
  const columnDefinitions = columns.map(({ name, type, description, priority }) => ({
    name,
    type,
    format: "",
    description,
    priority,
  }));
  const rows = objects.map((object) => ({
    cells: [object.metadata.name ?? "", ...columns.map((column) => cell(object, column, now))],
    object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata },
  }));
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: [name, ...columnDefinitions],
    rows,
  };
}

function cell(object: KubeObject, column: PrinterColumn, now: number): Json {
  const value = valueAt(object, column.path);
  if (value === undefined || value === null) return null;
  if (column.type === "date") return humanDuration(now - Date.parse(String(value)));
  if (column.type === "string") return typeof value === "string" ? value : JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** The first value at a path such as `.status.conditions[?(@.type=="Ready")].status`; undefined if there is none. */
export function valueAt(object: Json, path: string): Json | undefined {
  const steps = path.match(/\.[^.[\]]+|\[[^\]]*\]/g) ?? [];
  let here: Json | undefined = object;
  for (const step of steps) here = stepInto(here, step);
  return here;
}

function stepInto(value: Json | undefined, step: string): Json | undefined {
  if (step.startsWith(".")) return at(value, step.slice(1));
  const filter = /^\[\?\(@\.([^=!\s]+)\s*==\s*["']([^"']*)["']\)\]$/.exec(step);
  if (filter)
    return Array.isArray(value) ? value.find((item) => textAt(item, filter[1] ?? "") === filter[2]) : undefined;
  const inner = step.slice(1, -1);
  const key = /^['"](.*)['"]$/.exec(inner)?.[1];
  if (key !== undefined) return at(value, key);
  return Array.isArray(value) ? value[Number(inner)] : undefined;
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span of time in milliseconds as kubectl shows it: `5s`, `3m20s`, `47m`, `5h3m`, `2d`. */
export function humanDuration(ms: number): string {
  const [seconds, minutes, hours, days] = [units.s, units.m, units.h, units.d].map((unit) => Math.floor(ms / unit));
  const [s = 0, m = 0, h = 0, d = 0] = [seconds, minutes, hours, days];
  if (s < 0) return "0s";
  if (s < 120) return `${s}s`;
  if (m < 10) return s % 60 === 0 ? `${m}m` : `${m}m${s % 60}s`;
  if (h < 3) return `${m}m`;
  if (h < 8) return m % 60 === 0 ? `${h}h` : `${h}h${m % 60}m`;
  if (h < 48) return `${h}h`;
  if (d < 8) return h % 24 === 0 ? `${d}d` : `${d}d${h % 24}h`;
  return `${d}d`;
}

/** The columns that a version of a CRD asks for; undefined if it names none. */
export function columnsOf(version: Json): PrinterColumn[] | undefined {
  const columns = listAt(version, "additionalPrinterColumns").filter(isObject);
  if (columns.length === 0) return undefined;
  return columns.map((column) => ({
    name: textAt(column, "name"),
    type: textAt(column, "type"),
    path: textAt(column, "jsonPath"),
    description: textAt(column, "description"),
    priority: Number(column.priority ?? 0),
  }));
}
