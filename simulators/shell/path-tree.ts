/** Paths with placeholders, such as `/jobs/{id}` or `/apitokens/{name}:regenerate`, and what is found under each. */
export type PathTree<Item> = {
  readonly items: Item[];
  readonly literals: Map<string, PathTree<Item>>;
  readonly holes: { readonly suffix: string; readonly below: PathTree<Item> }[];
};

/** What a path leads to, with the values of its placeholders in order. */
export type Found<Item> = { readonly items: readonly Item[]; readonly values: readonly string[] };

/** The tree of some paths; text behind a placeholder belongs to its segment. */
export function makePathTree<Item>(paths: readonly { readonly path: string; readonly item: Item }[]): PathTree<Item> {
  const root = makeNode<Item>();
  for (const { path, item } of paths) path.split("/").slice(1).reduce(grow, root).items.push(item);
  return root;
}

/** The segments of a raw path, decoded; undefined when an escape in it is broken. */
export function readSegments(pathname: string): readonly string[] | undefined {
  const segments = pathname.split("/").slice(1);
  if (!pathname.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** What is under a path, or undefined; a placeholder takes any segment that is not empty, a literal goes first. */
export function findPath<Item>(tree: PathTree<Item>, segments: readonly string[], depth = 0): Found<Item> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return tree.items.length === 0 ? undefined : { items: tree.items, values: [] };
  const literal = tree.literals.get(segment);
  const exact = literal === undefined ? undefined : findPath(literal, segments, depth + 1);
  if (exact !== undefined) return exact;
  for (const { suffix, below } of tree.holes) {
    if (!segment.endsWith(suffix) || segment.length === suffix.length) continue;
    const found = findPath(below, segments, depth + 1);
    const value = segment.slice(0, segment.length - suffix.length);
    if (found !== undefined) return { items: found.items, values: [value, ...found.values] };
  }
  return undefined;
}

function makeNode<Item>(): PathTree<Item> {
  return { items: [], literals: new Map(), holes: [] };
}

function grow<Item>(node: PathTree<Item>, segment: string): PathTree<Item> {
  const match = /^\{\w+\}(.*)$/.exec(segment);
  const suffix = match?.[1] ?? "";
  const known = match === null ? node.literals.get(segment) : node.holes.find((hole) => hole.suffix === suffix)?.below;
  if (known !== undefined) return known;
  const below = makeNode<Item>();
  if (match === null) node.literals.set(segment, below);
  else node.holes.push({ suffix, below });
  node.holes.sort((one, other) => other.suffix.length - one.suffix.length);
  return below;
}
