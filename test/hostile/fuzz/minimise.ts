import { parse, placesOf } from "./tree.ts";

/** Tries that a search for a smaller input makes at most. */
const mostTries = 3_000;

/**
 * A smaller input that still fails: parts are left out, of the tree where it is one and of the text, large ones first.
 *
 * Assumptions: the input fails.
 */
export async function minimise(input: string, fails: (input: string) => Promise<boolean>): Promise<string> {
  let smallest = input;
  let candidates = smaller(smallest);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { value, done } = candidates.next();
    if (done === true) break;
    if (value.length >= smallest.length || !(await fails(value))) continue;
    smallest = value;
    candidates = smaller(smallest);
  }
  return smallest;
}

function* smaller(text: string): Generator<string, undefined> {
  for (let index = 0; ; index += 1) {
    const tree = parse(text);
    const place = tree === undefined ? undefined : placesOf(tree)[index];
    if (place === undefined) break;
    if (Array.isArray(place.parent)) place.parent.splice(Number(place.key), 1);
    else delete place.parent[place.key];
    yield JSON.stringify(tree);
  }
  for (let size = text.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < text.length; from += size) yield text.slice(0, from) + text.slice(from + size);
  }
}
