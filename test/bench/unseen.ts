import { usuallyKept } from "../../shared/core/once-per.ts";
import { anySecond } from "../hostile/resources/dear-flink.ts";

/** As many blanks as it takes for more texts of them than those of which `oncePerText` keeps the answers. */
const width = Math.ceil(Math.log2(2 * usuallyKept + 1));

/** All texts of so many blanks. */
const texts = Array.from({ length: 2 ** width }, (_, index) =>
  index.toString(2).padStart(width, "0").replaceAll("0", " ").replaceAll("1", "\t"),
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

/**
 * What is made of a text with another second in place of each `anySecond`, another one at each call; always the same where
 * it has none.
 *
 * Guarantees: no two of 60 texts share a cron, which are more than those that are kept (`readAnyCron`).
 */
export function makeSeconds<Made>(text: string, make: (text: string) => Made): () => Made {
  const seconds = text.includes(anySecond) ? Array.from({ length: 60 }, (_, second) => String(second)) : [""];
  const all = seconds.map((second) => make(text.replaceAll(anySecond, second)));
  let given = 0;
  return () => {
    given = (given + 1) % all.length;
    return all[given] as Made;
  };
}
