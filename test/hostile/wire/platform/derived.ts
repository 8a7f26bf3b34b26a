import { isObject, type JsonObject, type JsonValue } from "../../../../shared/core/json.ts";
import { odd } from "../odd-values.ts";
import { choices } from "../random.ts";
import { type AnswerCase, answers, repeated, says } from "./answer-case.ts";

type Path = readonly (string | number)[];

/** The text of an answer with something nested so many levels deep in it. */
export type Deepen = (text: string, nested: string) => string;

/** What becomes of the honest answer to a call: broken off, with other types, with keys twice, deep, huge, another's. */
export function derivedAnswers(call: string, honest: JsonValue, deepen: Deepen = withinItems): AnswerCase[] {
  const text = JSON.stringify(honest);
  const group = (name: string) => `${call}-${name}`;
  const cuts = [1, Math.floor(text.length / 3), Math.floor(text.length / 2), text.length - 1];
  return [
    ...answers(
      group("broken-off"),
      true,
      cuts.map((length) => says(200, text.slice(0, length))),
    ),
    ...answers(group("encoded"), true, [
      says(200, `\ufeff${text}`),
      says(200, wide(text)),
      says(200, `${text}${text}`),
      says(200, `${text}\u0000`),
    ]),
    ...answers(group("wrapped"), true, [
      says(200, { json: [honest] }),
      says(200, { json: text }),
      says(200, { json: { data: honest } }),
    ]),
    ...answers(
      group("status"),
      true,
      [102, 302, 304, 500, 503].map((status) => says(status, text)),
    ),
    ...answers(group("first-key"), false, [says(200, text.replace("{", '{"metadata":{"id":"other"},"items":7,'))]),
    ...answers(
      group("deep"),
      true,
      [70, 5_000, 100_000].map((depth) => says(200, deepen(text, `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`))),
    ),
    ...answers(group("huge"), false, [
      says(200, text.replace("{", `{${wideObject(100_000)},`)),
      says(200, text.replace("{", `{"x":"${"y".repeat(3_000_000)}",`)),
    ]),
    ...answers(
      group("field"),
      false,
      fieldsOf(honest).map((json) => says(200, { json })),
    ),
    ...answers(
      group("prototype"),
      false,
      pathsOf(honest)
        .filter(isPlace(honest))
        .map((path) => says(200, polluted(honest, path))),
    ),
    ...answers(
      group("token"),
      false,
      pathsOf(honest).map((path) => says(200, { json: replaced(honest, path, repeated) })),
    ),
  ];
}

/** For every place in the answer, the answer with something else there. */
function fieldsOf(honest: JsonValue): JsonValue[] {
  const chance = choices(1);
  return pathsOf(honest).flatMap((path) =>
    Array.from({ length: path.length < 4 ? 6 : 2 }, () => replaced(honest, path, chance.pick(odd))),
  );
}

function pathsOf(value: JsonValue, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const below = Object.entries(value).flatMap(([key, one]) =>
    pathsOf(one as JsonValue, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function isPlace(honest: JsonValue): (path: Path) => boolean {
  return (path) => isObject(valueAt(honest, path));
}

function valueAt(value: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (here, key) => (here as Record<string | number, JsonValue> | undefined)?.[key],
    value,
  );
}

function replaced(value: JsonValue, [key, ...rest]: Path, by: JsonValue): JsonValue {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? replaced(one, rest, by) : one));
  const object = value as JsonObject;
  return { ...object, [key]: replaced(object[key] ?? null, rest, by) };
}

/** With a key that reaches a prototype at that place; only text can say that. */
function polluted(honest: JsonValue, path: Path): string {
  const marked = replaced(honest, [...path, "pollute-me"], { state: "CANCELLED", polluted: true });
  return JSON.stringify(marked).replace("pollute-me", path.length % 2 === 0 ? "constructor" : "__proto__");
}

/** In the one deployment, or in the first item of a list. */
function withinItems(text: string, nested: string): string {
  return text.replace(/"spec":\{/, `"spec":{"deep":${nested},`).replace('"items":[', `"items":[{"deep":${nested}},`);
}

function wideObject(count: number): string {
  return Array.from({ length: count }, (_, index) => `"wide-${index}":${index}`).join(",");
}

function wide(text: string): string {
  return Buffer.from(text, "utf16le").toString("latin1");
}
