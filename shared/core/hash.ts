import { hash } from "node:crypto";
import { isComposite } from "./json.ts";
import { oncePerText } from "./once-per.ts";

/** 128 bits of SHA-256 in hex over the canonical form of a JSON value: keys sorted, `undefined` members absent. */
export function hashOf(value: unknown): string {
  return hashOfText(canonical(value));
}

/** What a resource is hashed for hardly changes from one look at it to the next. */
const hashOfText = oncePerText((text) => hash("sha256", text).slice(0, 32));

/** A list or an object that is half written; a list has no keys. */
interface Level {
  readonly node: Readonly<Record<string | number, unknown>>;
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

function levelOf(node: object): Level {
  const keys = Array.isArray(node) ? undefined : Object.keys(node).sort();
  const size = keys?.length ?? (node as unknown[]).length;
  return { node: node as Level["node"], keys, size, next: 0 };
}

/** Iterative, because it also reads what nobody has validated yet; a comma ends every item and every member. */
function canonical(root: unknown): string {
  let text = "";
  const open = [levelOf([root])];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.next < level.size) text += nextOf(level, open);
    else {
      text += level.keys === undefined ? "]," : "},";
      open.pop();
    }
  }
  return text.slice(0, -",],".length);
}

/** The next item or member, or its beginning where it has a level of its own, which then is open. */
function nextOf(level: Level, open: Level[]): string {
  const { node, keys } = level;
  const index = level.next++;
  const key = keys?.[index];
  const value = node[key ?? index];
  if (key !== undefined && value === undefined) return "";
  const name = key === undefined ? "" : `${JSON.stringify(key)}:`;
  if (!isComposite(value)) return `${name}${JSON.stringify(value) ?? "null"},`;
  if (isFlat(value)) return `${name}${JSON.stringify(value).slice(0, -1)},],`;
  open.push(levelOf(value));
  return Array.isArray(value) ? `${name}[` : `${name}{`;
}

/** True for a list of texts, numbers and the like, which is written in one go. */
function isFlat(value: object): boolean {
  return Array.isArray(value) && value.length > 0 && !value.some(isComposite);
}
