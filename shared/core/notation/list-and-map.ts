import { isObject, type JsonValue } from "../json.ts";
import { type Reading, read, unreadable } from "./reading.ts";

/** Entries of a map in the order in which they were written. */
export type Entries = readonly (readonly [key: string, value: string])[];

/**
 * Splits a text as Flink splits its lists and maps: a part may stand in `'` or `"`, a quote inside of these is doubled, and
 * blanks around a part do not count. Nothing after the last delimiter is no part.
 */
function splitQuoted(text: string, delimiter: string): Reading<string[]> {
  const parts: string[] = [];
  const { length } = text.trimEnd();
  for (let at = 0; at < length; ) {
    const part = takePart(text, at, delimiter);
    if (!part.ok) return part;
    parts.push(part.value.text);
    at = part.value.end + 1;
  }
  return read(parts);
}

type Part = { readonly text: string; readonly end: number };

function takePart(text: string, from: number, delimiter: string): Reading<Part> {
  let start = from;
  while (/\s/.test(text[start] ?? "")) start += 1;
  const quote = text[start];
  if (quote === "'" || quote === '"') return takeQuoted(text, start, quote, delimiter);
  const next = text.indexOf(delimiter, from);
  const end = next < 0 ? text.length : next;
  return read({ text: text.slice(from, end).trim(), end });
}

function takeQuoted(text: string, start: number, quote: string, delimiter: string): Reading<Part> {
  let content = "";
  let at = start + 1;
  for (;;) {
    const close = text.indexOf(quote, at);
    if (close < 0) return unreadable(`has a quote ${quote} that is never closed`);
    content += text.slice(at, close);
    at = close + 1;
    if (text[at] !== quote) break;
    content += quote;
    at += 1;
  }
  while (text[at] !== delimiter && /\s/.test(text[at] ?? "")) at += 1;
  return at >= text.length || text[at] === delimiter
    ? read({ text: content, end: at })
    : unreadable(`goes on after a closing quote ${quote}`);
}

/** A list as Flink notes it: `a;b;'c;d'`. */
export function readList(text: string): Reading<string[]> {
  return splitQuoted(text, ";");
}

/**
 * A map as Flink notes it, `k:v,k2:v2`. The guide's form with colons in a bare value (`role: arn:aws:iam::1:role/x`), which
 * Flink itself refuses, is read as well: the first colon ends the key. JSON is read too.
 */
export function readMap(text: string): Reading<Entries> {
  const json = readJson(text, "{");
  if (json !== undefined) return isObject(json) ? read(entriesOf(json)) : unreadable("begins like JSON and is none");
  const items = splitQuoted(text, ",");
  if (!items.ok) return items;
  const entries: (readonly [string, string])[] = [];
  let warning: string | undefined;
  for (const item of items.value.filter((one) => one !== "")) {
    const entry = readEntry(item);
    if (!entry.ok) return entry;
    entries.push(entry.value);
    if (entry.warning !== undefined) warning = entry.warning;
  }
  return read(entries, warning);
}

function readEntry(item: string): Reading<readonly [string, string]> {
  const parts = splitQuoted(item, ":");
  const [key = "", value] = parts.ok && parts.value.length === 2 ? parts.value : [];
  if (key !== "" && value !== undefined) return read([key, value]);
  const [, bareKey = "", bareValue = ""] = /^([^'":]+):(.+)$/s.exec(item) ?? [];
  const entry = [bareKey.trim(), bareValue.trim()] as const;
  if (entry.includes("")) {
    const hint = item.includes(":") ? "" : "; quote a part with a comma: 'key:a,b'";
    return unreadable(`has ${JSON.stringify(item)}, which is no key:value${hint}`);
  }
  return read(entry, `has a colon in the value of ${entry[0]}; Flink's own spelling is ${writeMap([entry])}`);
}

/** A list of maps: JSON, or as Flink notes it, `k:v,k2:v2;k:v3`. */
export function readMaps(text: string): Reading<Entries[]> {
  const json = readJson(text, "[");
  if (json !== undefined) {
    if (!Array.isArray(json) || !json.every(isObject)) return unreadable("begins like JSON and is no list of maps");
    const maps = json.map(entriesOf);
    return read(maps, `is JSON; Flink's own spelling is ${writeMaps(maps)}`);
  }
  const items = readList(text);
  if (!items.ok) return items;
  const maps: Entries[] = [];
  for (const item of items.value.filter((one) => one !== "")) {
    const map = readMap(item);
    if (!map.ok) return map;
    maps.push(map.value);
  }
  return read(maps);
}

/** The JSON of a text that begins like some; null where it is none, undefined where it does not begin so. */
function readJson(text: string, opening: string): JsonValue | undefined {
  if (!text.trimStart().startsWith(opening)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function entriesOf(map: object): Entries {
  return Object.entries(map)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : String(value)]);
}

/** A list in Flink's notation, which every version reads. */
export function writeList(items: readonly string[]): string {
  return items.map((item) => quoted(item, ";")).join(";");
}

/** A map in Flink's notation, which every version reads. */
export function writeMap(entries: Entries): string {
  return entries.map(([key, value]) => quoted(`${quoted(key, ":")}:${quoted(value, ":")}`, ",")).join(",");
}

/** A list of maps in Flink's notation. */
export function writeMaps(maps: readonly Entries[]): string {
  return writeList(maps.map(writeMap));
}

/**
 * A part in quotes where it would not be read back without: one with the delimiter or a quote, a blank end, or nothing;
 * and one that begins like a list or map of YAML, as which Flink 2 would read it.
 */
function quoted(part: string, delimiter: string): string {
  const bare = part !== "" && part.trim() === part && !part.includes(delimiter) && !/['"]|^(\[|\{|- )/.test(part);
  // Of very many apostrophes a pattern makes the text in a tenth of the time that `replaceAll` of a text takes.
  return bare ? part : `'${part.replace(/'/g, "''")}'`;
}
