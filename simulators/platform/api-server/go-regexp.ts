/** A Go (RE2) pattern as a JavaScript one; leading flags such as `(?i)` are understood. */
export function goRegExp(pattern: string): RegExp | undefined {
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const body = (flags ? pattern.slice(flags[0].length) : pattern).replace(/\\z$/, "$").replace(/^\\A/, "^");
  for (const unicode of ["u", ""]) {
    try {
      return new RegExp(body, unicode + (flags?.[1] ?? ""));
    } catch {
      // Tried again without the unicode flag, which refuses escapes that RE2 allows.
    }
  }
  return undefined;
}
