/** A path with placeholders, such as `/jobs/{id}` or `/apitokens/{name}:regenerate`, cut into its segments. */
export type Template = readonly { readonly name: string | undefined; readonly text: string }[];

/** The template of a written path; text behind a placeholder belongs to its segment. */
export function parseTemplate(path: string): Template {
  return path
    .split("/")
    .slice(1)
    .map((segment) => {
      const match = /^\{(\w+)\}(.*)$/.exec(segment);
      return match === null ? { name: undefined, text: segment } : { name: match[1], text: match[2] ?? "" };
    });
}

/** The segments of a raw path, decoded; undefined when an escape in it is broken. */
export function readSegments(pathname: string): readonly string[] | undefined {
  try {
    return pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The values of the placeholders in order, or undefined for a path of another shape; no placeholder is empty. */
export function matchTemplate(template: Template, segments: readonly string[]): readonly string[] | undefined {
  if (template.length !== segments.length) return undefined;
  const values: string[] = [];
  for (const [index, { name, text }] of template.entries()) {
    const segment = segments[index] ?? "";
    if (name === undefined ? segment !== text : !segment.endsWith(text) || segment.length === text.length) {
      return undefined;
    }
    if (name !== undefined) values.push(segment.slice(0, segment.length - text.length));
  }
  return values;
}
