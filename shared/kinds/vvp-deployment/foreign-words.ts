/** Characters that are kept of the platform's words; more than an adapter lets through. */
const longest = 2_048;

/** The words of somebody else, as they may go on record. */
export function shortened(words: string): string {
  return words.slice(0, longest).toWellFormed();
}

/** The same without a full stop, for the middle of a sentence. */
export function unstopped(words: string): string {
  return words.replace(/\.$/, "");
}
