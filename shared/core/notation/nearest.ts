/** The candidate that takes the fewest edits to become, if that is no more than a third of the word; undefined otherwise. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let most = Math.floor(word.length / 3);
  let best: string | undefined;
  for (const candidate of candidates) {
    const edits = editsWithin(most, word, candidate);
    if (edits !== undefined) [best, most] = [candidate, edits - 1];
  }
  return best;
}

/** Levenshtein's distance where it is at most that, undefined beyond: only cells as near to the diagonal are looked at. */
function editsWithin(most: number, from: string, to: string): number | undefined {
  if (Math.abs(to.length - from.length) > most) return undefined;
  const far = most + 1;
  const row = Uint16Array.from({ length: to.length + 2 }, (_, n) => Math.min(n, far));
  for (let i = 1; i <= from.length; i += 1) {
    if (leastOfNext(row, { i, most, letter: from.charCodeAt(i - 1), to }) > most) return undefined;
  }
  const edits = row[to.length] ?? far;
  return edits > most ? undefined : edits;
}

interface Step {
  readonly i: number;
  readonly most: number;
  readonly letter: number;
  readonly to: string;
}

/** Makes the next row of the table out of `row`, in its place, and tells its least number. */
function leastOfNext(row: Uint16Array, { i, most, letter, to }: Step): number {
  const from = Math.max(1, i - most);
  const end = Math.min(to.length, i + most);
  let before = row[from - 1] as number;
  let left = from === 1 ? Math.min(i, most + 1) : most + 1;
  row[from - 1] = left;
  let least = left;
  for (let j = from; j <= end; j += 1) {
    const above = row[j] as number;
    const replaced = before + (letter === to.charCodeAt(j - 1) ? 0 : 1);
    left = Math.min(replaced, above + 1, left + 1, most + 1);
    row[j] = left;
    before = above;
    if (left < least) least = left;
  }
  row[end + 1] = most + 1;
  return least;
}
