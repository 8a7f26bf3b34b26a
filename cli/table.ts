import { at, isObject, type JsonValue } from "../shared/core/json.ts";
import type { Column } from "../shared/core/kind.ts";
import type { KubeObject } from "../shared/core/object.ts";

/** How a table is shown; `now` is in milliseconds since the epoch. */
export interface TableOptions {
  readonly wide: boolean;
  /** Whether a first column names the namespace. */
  readonly namespaces?: boolean;
  readonly now: number;
}

/** Objects as `kubectl get` shows them: NAME first, then the kind's columns; a value that is not there is blank. */
export function toTable(columns: readonly Column[], objects: readonly KubeObject[], options: TableOptions): string[] {
  const shown = columns.filter((column) => options.wide || (column.priority ?? 0) === 0);
  const lead = options.namespaces === true ? ["NAMESPACE", "NAME"] : ["NAME"];
  const head = [...lead, ...shown.map((column) => column.name.toUpperCase())];
  const rows = objects.map((object) => {
    const { name, namespace = "" } = object.metadata;
    const names = options.namespaces === true ? [namespace, name] : [name];
    return [...names, ...shown.map((column) => toCell(column, object, options.now))];
  });
  return align([head, ...rows]);
}

/** Rows of words as lines whose columns stand under each other, three spaces apart. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("   ")
      .trimEnd(),
  );
}

function toCell(column: Column, object: KubeObject, now: number): string {
  const value = lookUp(object, column.jsonPath);
  if (value === undefined || value === null) return "";
  return column.type === "date" ? toAge(now - Date.parse(String(value))) : String(value);
}

const filtered = /^(.*)\[\?\(@\.type=="([^"]+)"\)\]\.(\w+)$/;

/** The JSONPath forms that columns use: plain members, and one member of the list entry of a given `type`. */
function lookUp(object: KubeObject, path: string): JsonValue | undefined {
  const [, list, type, field = ""] = filtered.exec(path) ?? [];
  if (list === undefined) return at(object, ...path.split(".").slice(1));
  const entries = at(object, ...list.split(".").slice(1));
  const entry = Array.isArray(entries) ? entries.find((one) => isObject(one) && one.type === type) : undefined;
  return at(entry, field);
}

/** A duration in milliseconds as kubectl words an age: 119s, 9m59s, 179m, 7h59m, 47h, 7d23h, 8d. */
export function toAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)];
  const pair = (first: string, rest: number, unit: string) => (rest === 0 ? first : `${first}${rest}${unit}`);
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return pair(`${minutes}m`, seconds % 60, "s");
  if (hours < 3) return `${minutes}m`;
  if (hours < 8) return pair(`${hours}h`, minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (days < 8) return pair(`${days}d`, hours % 24, "h");
  return `${days}d`;
}
