import type { Violation } from "../rule.ts";
import { nearest } from "./nearest.ts";

/** What is said of a key that no option has. */
export const noSuchOption = "is no option that is known";

/** What is wrong with a key; `name` is the key of an unknown one without what all options begin with. */
export interface KeyFinding extends Violation {
  readonly name: string;
}

/** The options that there are: what all begin with, and the rest of each. */
export interface KnownKeys {
  readonly prefix: string;
  readonly names: readonly string[];
}

/** Unknown keys of which it is said what may be meant, the first ones: to find that, a key is compared with every option. */
const mostHints = 3;

/** The longest key that is taken for a slip, in characters. */
const longestSlip = 200;

/** The findings as they are shown: the first unknown keys with the option that may be meant. */
export function withHints(findings: readonly KeyFinding[], known: KnownKeys): Violation[] {
  let unknown = 0;
  return findings.map(({ path, message, name }) => {
    if (message === noSuchOption) unknown += 1;
    const hint = message === noSuchOption && unknown <= mostHints ? hintFor(name, known) : "";
    return { path, message: `${message}${hint}` };
  });
}

function hintFor(name: string, { prefix, names }: KnownKeys): string {
  const meant = name.length > longestSlip ? undefined : nearest(name, names);
  return meant === undefined ? "" : `; did you mean ${prefix}${meant}?`;
}
