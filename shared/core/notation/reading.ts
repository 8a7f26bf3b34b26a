/** What reading a text gives: a value, with a warning where another spelling is the usual one; or why it is none. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly warning?: string }
  | { readonly ok: false; readonly reason: string };

/** A text that was read. */
export function read<T>(value: T, warning?: string): Reading<T> {
  return warning === undefined ? { ok: true, value } : { ok: true, value, warning };
}

/** A text that is no value; the reason ends a sentence such as `"5 parsecs" …`, and names the right spelling. */
export function unreadable<T>(reason: string): Reading<T> {
  return { ok: false, reason };
}

/** The reading of the same text as something else. */
export function mapReading<A, B>(reading: Reading<A>, to: (value: A) => B): Reading<B> {
  return reading.ok ? read(to(reading.value), reading.warning) : reading;
}
