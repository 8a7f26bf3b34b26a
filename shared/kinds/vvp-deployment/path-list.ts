/** Paths that a sentence names; the API server cuts a warning after 256 characters. */
const mostPaths = 3;

/** Paths as a part of a sentence: `a, b, c and 2 more`. */
export function toPathList(paths: readonly string[]): string {
  const rest = paths.length - mostPaths;
  return paths.slice(0, mostPaths).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
