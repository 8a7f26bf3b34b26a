import { onceInARow } from "../../shared/core/once-per.ts";

const DAY = 86_400_000;

/**
 * RFC 3339 UTC text with microseconds, as AppManager writes it, of milliseconds since the epoch.
 * Pure arithmetic (days to civil date), so that the model never touches a clock or a time zone.
 */
export const toTimestamp = onceInARow((ms: number): string => {
  const whole = Math.floor(ms);
  const days = Math.floor(whole / DAY);
  const rest = whole - days * DAY;
  const [hours, minutes, seconds] = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60];
  const millis = String(rest % 1000).padStart(3, "0");
  return `${toDate(days)}T${two(hours)}:${two(minutes)}:${two(seconds)}.${millis}000Z`;
});

/** Milliseconds since the epoch of RFC 3339 UTC text, or undefined for any other text. */
export function fromTimestamp(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Gregorian date of a day number; years start in March, so that the leap day is the last day of a year. */
function toDate(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** The whole part of a number below 100, with two digits. */
function two(value: number): string {
  return `${Math.floor(value / 10)}${Math.floor(value % 10)}`;
}
