/** All texts of six blanks, which are more than those of which `oncePerText` keeps the answers. */
const texts = Array.from({ length: 2 ** 6 }, (_, index) =>
  index.toString(2).padStart(6, "0").replaceAll("0", " ").replaceAll("1", "\t"),
);

/**
 * Blanks to put behind a JSON text, other ones at each call: an input that comes again is then read again, as if it came for
 * the first time.
 */
export function makeBlanks(): () => string {
  let given = 0;
  return () => {
    given = (given + 1) % texts.length;
    return texts[given] as string;
  };
}
