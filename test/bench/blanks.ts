/** More than the texts of which `oncePerText` keeps the answers. */
const kinds = 64;

/** As many texts of six blanks each, no two the same. */
const texts = Array.from({ length: kinds }, (_, index) =>
  index.toString(2).padStart(6, "0").replaceAll("0", " ").replaceAll("1", "\t"),
);

/**
 * Blanks to put behind a JSON text, other ones at each call: an input that comes again is then read again, as if it came for
 * the first time.
 */
export function makeBlanks(): () => string {
  let given = 0;
  return () => {
    given = (given + 1) % kinds;
    return texts[given] as string;
  };
}
