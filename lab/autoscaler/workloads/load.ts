import type { Random } from "../random.ts";

/** What arrives at each source of a job over time. */
export interface Load {
  /** Records per second at a moment, in seconds since the beginning. */
  readonly rate: (at: number) => number;
  /** When its level changes once for good, in seconds; absent for any other load. */
  readonly stepAt?: number;
}

/** A load of one seed; `low` and `high` are records per second between which the job is to be used. */
export type MakeLoad = (range: Range, random: Random) => Load;

/** Records per second. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

const minute = 60;

/** `low` times `factor` from some moment of the given minute on; for a factor below 1, `high` before and less after it. */
export function step(factor: number, atMinute: number): MakeLoad {
  return ({ low, high }, random) => {
    const stepAt = (atMinute + random.uniform()) * minute;
    const before = factor > 1 ? low : high;
    return { stepAt, rate: (at) => (at < stepAt ? before : before * factor) };
  };
}

/** From `low` to `high` within some minutes, after half an hour. */
export function ramp(minutes: number): MakeLoad {
  return ({ low, high }) => ({
    rate: (at) => low + (high - low) * Math.min(1, Math.max(0, at / minute - 30) / minutes),
  });
}

/** Between `low` and `high` and back within a period of so many minutes; it begins anywhere in it. */
export function sine(periodMinutes: number): MakeLoad {
  return ({ low, high }, random) => {
    const phase = 2 * Math.PI * random.uniform();
    const angle = (at: number) => (2 * Math.PI * at) / (periodMinutes * minute) + phase;
    return { rate: (at) => low + ((high - low) * (1 + Math.sin(angle(at)))) / 2 };
  };
}

/** A sine of the inner period whose height itself goes up and down with the outer one. */
export function envelope(innerMinutes: number, outerMinutes: number): MakeLoad {
  return (range, random) => {
    const inner = sine(innerMinutes)({ low: 0, high: 1 }, random);
    const outer = sine(outerMinutes)({ low: 0.2, high: 1 }, random);
    return { rate: (at) => range.low + (range.high - range.low) * inner.rate(at) * outer.rate(at) };
  };
}

/** The middle of the range, always. */
export function steady(): MakeLoad {
  return ({ low, high }) => ({ rate: () => (low + high) / 2 });
}

/** Two days' worth of people in one: a trough at night, a peak at noon and a smaller one in the evening. */
export function diurnal(): MakeLoad {
  return ({ low, high }, random) => {
    const shift = random.uniform() * 24;
    const bump = (hour: number, peak: number, width: number) => {
      const apart = Math.min(Math.abs(hour - peak), 24 - Math.abs(hour - peak));
      return Math.exp(-((apart / width) ** 2));
    };
    return {
      rate: (at) => {
        const hour = (at / 3_600 + shift) % 24;
        return low + (high - low) * Math.min(1, 0.9 * bump(hour, 12, 4) + 0.6 * bump(hour, 20, 2));
      },
    };
  };
}
