/** A schedule that was understood: the times it allows, in UTC. */
export interface CronSchedule {
  readonly second: ReadonlySet<number>;
  readonly minute: ReadonlySet<number>;
  readonly hour: ReadonlySet<number>;
  readonly day: ReadonlySet<number>;
  readonly month: ReadonlySet<number>;
  readonly weekday: ReadonlySet<number>;
  /** True when a day must satisfy both day fields, because one of them is a star; else one of the two is enough. */
  readonly bothDays: boolean;
}

interface Field {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const SECOND: Field = { min: 0, max: 59 };
const MINUTE: Field = { min: 0, max: 59 };
const HOUR: Field = { min: 0, max: 23 };
const DAY: Field = { min: 1, max: 31 };
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH: Field = { min: 1, max: 12, names: MONTHS };
const WEEKDAY: Field = { min: 0, max: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };

const DESCRIPTORS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 0 1 1 *",
  "@annually": "0 0 0 1 1 *",
  "@monthly": "0 0 0 1 * *",
  "@weekly": "0 0 0 * * 0",
  "@daily": "0 0 0 * * *",
  "@midnight": "0 0 0 * * *",
  "@hourly": "0 0 * * * *",
};

/** Reads a PingSource schedule: five fields, six with seconds first, or a descriptor; throws on `@every` and time zones. */
export function parseCron(text: string): CronSchedule {
  const trimmed = text.trim();
  const expanded = trimmed.startsWith("@") ? DESCRIPTORS[trimmed] : trimmed;
  if (expanded === undefined) throw new Error(`schedule "${text}": this descriptor is not supported`);
  const parts = expanded.split(/\s+/);
  if (parts.length === 5) parts.unshift("0");
  const [second, minute, hour, day, month, weekday] = parts;
  if (parts.length !== 6 || !second || !minute || !hour || !day || !month || !weekday) {
    throw new Error(`schedule "${text}": expected 5 or 6 fields`);
  }
  return {
    second: parseField(second, SECOND),
    minute: parseField(minute, MINUTE),
    hour: parseField(hour, HOUR),
    day: parseField(day, DAY),
    month: parseField(month, MONTH),
    weekday: parseField(weekday, WEEKDAY),
    bothDays: hasStar(day) || hasStar(weekday),
  };
}

// A star with a step of two or more restricts the field, so it does not count as a star.
const hasStar = (text: string): boolean => text.split(",").some((part) => /^[*?](\/1)?$/.test(part));

function parseField(text: string, field: Field): ReadonlySet<number> {
  return new Set(text.split(",").flatMap((part) => parseRange(part, field)));
}

function parseRange(text: string, field: Field): number[] {
  const match = /^(?:([*?])|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(text);
  if (match === null) throw new Error(`schedule field "${text}" is malformed`);
  const [, star, low, high, step] = match;
  const from = star === undefined ? toNumber(low ?? "", field) : field.min;
  const openEnd = star !== undefined || (step !== undefined && high === undefined);
  const to = openEnd ? field.max : toNumber(high ?? low ?? "", field);
  const by = Number(step ?? 1);
  if (from < field.min || to > field.max || from > to || by < 1) {
    throw new Error(`schedule field "${text}" is out of range ${field.min}-${field.max}`);
  }
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);
}

function toNumber(text: string, field: Field): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + field.min;
  if (!/^\d+$/.test(text)) throw new Error(`schedule field "${text}" is not a number`);
  return Number(text);
}
