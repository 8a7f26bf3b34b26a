const form = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:[.](\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;
const first = Date.parse("0000-01-01T00:00:00Z");
const last = Date.parse("9999-12-31T23:59:59Z");

/**
 * An RFC 3339 time in UTC with nine digits behind the second, so that earlier times are smaller texts; undefined for any
 * other text.
 *
 * Guarantees: exact to the nanosecond, whatever the offset; digits beyond that are cut.
 */
export function toTimestamp(text: string): string | undefined {
  const [, date, time, fraction = "", zone = ""] = form.exec(text) ?? [];
  const ms = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return ms >= first && ms <= last
    ? `${new Date(ms).toISOString().slice(0, 19)}.${fraction.padEnd(9, "0")}Z`
    : undefined;
}

/** The time that many milliseconds after another, or before it; `timestamp` is one of `toTimestamp`. */
export function shifted(timestamp: string, ms: number): string {
  return `${timestampOf(msOf(timestamp) + ms).slice(0, 23)}${timestamp.slice(23)}`;
}

/** Milliseconds since the epoch as a time like those of `toTimestamp`; what is beyond the years 0 to 9999 is their first or last. */
export function timestampOf(ms: number): string {
  return `${new Date(Math.min(Math.max(ms, first), last)).toISOString().slice(0, 23)}000000Z`;
}

/** Whole milliseconds since the epoch of a time of `toTimestamp`. */
export function msOf(timestamp: string): number {
  return Date.parse(`${timestamp.slice(0, 23)}Z`);
}
