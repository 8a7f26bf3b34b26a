import { lognormal } from "../random.ts";
import { type MakeLoad, sine } from "./load.ts";

const minute = 60;

/** A series that a paper was measured with, as far as its figures tell: its name, its peak in records per second, and its kind. */
export interface Published {
  readonly name: string;
  readonly high: number;
  readonly load: MakeLoad;
}

/** Hours that each of them lasts. */
export const publishedHours = 6;

/**
 * Daedalus' three series (8.2). Their records are not published with their figures: length, peak and kind are theirs, the shape is
 * ours.
 */
export const published: readonly Published[] = [
  { name: "Daedalus' sine", high: 60_000, load: sine(180) },
  { name: "Daedalus' advertising", high: 550_000, load: clicks() },
  { name: "Daedalus' traffic", high: 100_000, load: rushHours() },
];

/** People who click: a slow rise and fall within the six hours, and another level every five minutes around it. */
function clicks(): MakeLoad {
  return ({ low, high }, random) => {
    const slow = sine(360)({ low: 0.1, high: 0.75 }, random);
    const factors = Array.from({ length: (publishedHours * 60) / 5 }, () => lognormal(random, 0.12));
    const share = (at: number) => Math.min(1, slow.rate(at) * (factors[Math.floor(at / (5 * minute))] ?? 1));
    return { rate: (at) => low + (high - low) * share(at) };
  };
}

/** Cars: two rush hours, the second one longer, and little between and around them. */
function rushHours(): MakeLoad {
  return ({ low, high }, random) => {
    const first = 60 + 30 * random.uniform();
    const bump = (at: number, peak: number, width: number) => Math.exp(-(((at / minute - peak) / width) ** 2));
    const share = (at: number) => Math.min(1, bump(at, first, 30) + 0.9 * bump(at, first + 170, 50));
    return { rate: (at) => low + (high - low) * share(at) };
  };
}
