import { vertexIdOf } from "../graph/operator-uid.ts";

/** Which vertices of a graph some words mean. */
export interface Exclusions {
  readonly ids: ReadonlySet<string>;
  /** Words that are neither an id of a vertex nor the uid of its first operator. */
  readonly unknown: readonly string[];
}

/** The vertices that are never scaled (2.23): by their ids, or by the uids of their first operators. */
export function resolveExclusions(
  words: readonly string[],
  { vertices }: { readonly vertices: Pick<ReadonlySet<string>, "has"> },
): Exclusions {
  const resolved = words.map((word) => ({
    word,
    id: [word.toLowerCase(), vertexIdOf(word)].find((id) => vertices.has(id)),
  }));
  return {
    ids: new Set(resolved.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    unknown: resolved.filter(({ id }) => id === undefined).map(({ word }) => word),
  };
}
