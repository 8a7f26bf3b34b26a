import { foreignText } from "../foreign-text.ts";

/** Characters of a name on the platform at most; what Weir keeps of it goes into an annotation. */
const longest = 253;

/**
 * True for what the platform can call something: one line of well-formed text, of 1 to 253 characters, without the
 * caller's token.
 */
export function isIdentity(text: unknown, token: string | undefined): text is string {
  if (typeof text !== "string" || text === "" || text.length > longest) return false;
  return foreignText(text, token) === text;
}
