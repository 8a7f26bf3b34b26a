/** Characters that a message keeps of what the other side wrote. */
const longest = 1_000;

/**
 * What the other side wrote, made fit for a message, a condition or a log line: one line, bounded, without `secret`.
 *
 * Guarantees: no control characters; every occurrence of a secret, also percent-encoded, reads `***`.
 */
export function foreignText(text: string, ...secrets: readonly (string | undefined)[]): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret === undefined || secret === "") continue;
    safe = without(secret, safe);
    // Where nothing is encoded, what would be reads the same and is gone by now.
    if (safe.includes("%") && safe.length >= secret.length) safe = without(encodeURIComponent(secret), safe);
  }
  safe = oneLine(safe);
  return safe.length > longest ? `${safe.slice(0, longest - 1).trimEnd()}…` : safe;
}

function without(secret: string, text: string): string {
  return text.includes(secret) ? text.replaceAll(secret, "***") : text;
}

/** What most texts are: nothing of it has to go. */
const plain = /^[ -~]*$/;

/** A text of any length without control characters, line breaks included. */
export function oneLine(text: string): string {
  return plain.test(text) ? text.trim() : text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ").trim();
}
