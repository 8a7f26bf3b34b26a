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
    for (const form of new Set([secret, encodeURIComponent(secret)])) safe = safe.replaceAll(form, "***");
  }
  safe = oneLine(safe);
  return safe.length > longest ? `${safe.slice(0, longest - 1).trimEnd()}…` : safe;
}

/** A text of any length without control characters, line breaks included. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ").trim();
}
