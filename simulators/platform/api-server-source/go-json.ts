/** JSON text of the API server to a value in which integers beyond 2^53 keep their digits. */
export function parseGoJson(text: string): unknown {
  // The reviver costs a call per value, so it runs only where a long number may be.
  return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** JSON as Go writes an unstructured object: keys sorted, no spaces, `<`, `>`, `&`, U+2028, U+2029 escaped. */
export const toGoJson = (value: unknown): string => escapeAsGo(write(value));

/** JSON text with the characters escaped that Go's encoder escapes; the order of keys is kept. */
export const escapeAsGo = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

interface RawJson {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}

// ECMAScript 2026's source text access, present in Node 22 and later but not yet in the es2024 library types.
const rawJson = JSON as unknown as RawJson;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  const isLong = typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined;
  return isLong && /^-?\d+$/.test(source) ? rawJson.rawJSON(source) : value;
}

function write(value: unknown): string {
  if (typeof value !== "object" || value === null || rawJson.isRawJSON(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(",")}}`;
}
