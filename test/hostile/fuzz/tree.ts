/** JSON that is an object or a list. */
export type Tree = Record<string, unknown>;

/** A member of a tree, or of what is in it. */
export interface Place {
  readonly parent: Tree;
  readonly key: string;
}

/** Places of a tree that are looked at; those below are left as they are. */
const mostPlaces = 2_000;

/** The tree that a text holds, or undefined. */
export function parse(text: string): Tree | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Tree) : undefined;
  } catch {
    return undefined;
  }
}

/** The places of a tree, upper ones first. */
export function placesOf(root: Tree): Place[] {
  const found: Place[] = [];
  const queue = [root];
  for (let node = queue.shift(); node !== undefined && found.length < mostPlaces; node = queue.shift()) {
    for (const [key, value] of Object.entries(node)) {
      found.push({ parent: node, key });
      if (typeof value === "object" && value !== null) queue.push(value as Tree);
    }
  }
  return found;
}
