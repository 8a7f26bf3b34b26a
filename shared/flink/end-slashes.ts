/** A path or URI without the slashes at its end, in time linear in its length. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
