/** The candidate that takes the fewest edits to become, if that is less than a third of the word; undefined otherwise. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.floor(word.length / 3);
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const edits = editsBetween(word, candidate);
    if (edits < (best?.edits ?? limit + 1)) best = { candidate, edits };
  }
  return best?.candidate;
}

/** Levenshtein's distance. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
