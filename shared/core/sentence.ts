/** The words of somebody else as a sentence behind which another one can stand. */
export function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
