const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A hundred years: beyond that it is a slip, and soon no instant that a clock knows. */
const longestMs = 876_000 * 3_600_000;

/** Milliseconds of a Go-style duration such as `60s`, `1m30s` or `500ms`; undefined when it is none, or over 876000h. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,9}(ms|s|m|h))+$/.test(text)) return undefined;
  const ms = [...text.matchAll(/(\d{1,9})(ms|s|m|h)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (units[unit ?? ""] ?? 0),
    0,
  );
  return ms <= longestMs ? ms : undefined;
}
