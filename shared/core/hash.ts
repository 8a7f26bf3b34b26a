import { hash } from "node:crypto";

/** 128 bits of SHA-256 in hex over the canonical form of a JSON value: keys sorted, `undefined` members absent. */
export function hashOf(value: unknown): string {
  return hash("sha256", canonical(value)).slice(0, 32);
}

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
    const { node, keys, size } = level;
    const index = level.next++;
    const key = keys?.[index];
    const value = node[key ?? index];
    if (index === size) {
      text += keys === undefined ? "]," : "},";
      open.pop();
      continue;
    }
    if (key !== undefined && value === undefined) continue;
    if (key !== undefined) text += `${JSON.stringify(key)}:`;
    if (typeof value === "object" && value !== null) {
      text += Array.isArray(value) ? "[" : "{";
      open.push(levelOf(value));
    } else text += `${JSON.stringify(value) ?? "null"},`;
  }
  return text.slice(0, -",],".length);
}
