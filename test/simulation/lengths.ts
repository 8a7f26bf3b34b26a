import { type PastName, pastNames } from "./pasts.ts";

/** How much happens in what a seed draws; parts are from 0 to 1. */
export interface Length {
  /** Deeds, at most. */
  readonly mostDeeds: number;
  /** The power of the number that draws how many there are: the higher, the fewer. */
  readonly fewer: number;
  /** The part in which they come within seconds; in the others, within a minute. */
  readonly close: number;
  /** The part whose ticks come sooner than each minute. */
  readonly quick: number;
  /** The part whose sweeps ask for their lease. */
  readonly leased: number;
  /** The part whose rest is looked at by many quiet ticks. */
  readonly doubted: number;
  /** The part of all faults that can happen, at most. */
  readonly faulty: number;
  /** The part that may have a rare fact. */
  readonly rare: number;
  /** The part that begins with a past, and what that may be; none: a job that runs. */
  readonly withPast: number;
  readonly pasts: readonly PastName[];
}

/** A story of several steps, most often about a job that runs. */
const long: Length = {
  mostDeeds: 4,
  fewer: 2,
  close: 0.7,
  quick: 1 / 3,
  leased: 1 / 4,
  doubted: 1 / 64,
  faulty: 0.6,
  rare: 1,
  withPast: 0.75,
  pasts: [],
};

/** A deed or two to a resource that rests, in any state in which one can: what most defects take, at a fifth of the cost. */
const short: Length = {
  mostDeeds: 2,
  fewer: 3,
  close: 7 / 8,
  quick: 1 / 16,
  leased: 1 / 8,
  doubted: 1 / 512,
  faulty: 0.3,
  rare: 1 / 8,
  withPast: 63 / 64,
  pasts: pastNames,
};

/** One of so many schedules is long. */
const longEach = 32;

/** How long a schedule is, by a number from 0 to 1. */
export function lengthOf(number: number): Length {
  return number < 1 / longEach ? long : short;
}
