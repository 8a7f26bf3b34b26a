import { lognormal } from "../random.ts";
import type { MakeLoad } from "./load.ts";

const minute = 60;

/** Minutes that a load of chance is made for. */
const most = 25 * 60;

/** Another level every minute: a Poisson count (1 at least), over its mean, of the lower middle of the range. */
export function poisson(mean: number): MakeLoad {
  return ({ low, high }, random) => {
    const level = low + (high - low) / 3;
    const levels = Array.from({ length: most }, () => (level * Math.max(1, random.poisson(mean))) / mean);
    return { rate: (at) => levels[Math.floor(at / minute)] ?? level };
  };
}

/** `low`, with bursts of some height for 1 to 4 minutes, so many minutes apart on average. */
export function bursts(height: number, apartMinutes: number): MakeLoad {
  return ({ low }, random) => {
    const levels = Array.from({ length: most }, () => low);
    let at = 30;
    while (at < most) {
      at += Math.ceil(-apartMinutes * Math.log(1 - random.uniform()));
      const end = at + 1 + Math.floor(4 * random.uniform());
      for (; at < Math.min(end, most); at += 1) levels[at] = low * height;
    }
    return { rate: (second) => levels[Math.floor(second / minute)] ?? low };
  };
}

/** A factor near 1 every so many minutes, within the range. */
export function randomWalk(everyMinutes: number, deviation: number): MakeLoad {
  return ({ low, high }, random) => {
    let level = Math.sqrt(low * high);
    const levels = Array.from({ length: Math.ceil(most / everyMinutes) }, () => {
      level = Math.min(high, Math.max(low, level * lognormal(random, deviation)));
      return level;
    });
    return { rate: (at) => levels[Math.floor(at / (everyMinutes * minute))] ?? level };
  };
}

/** Every so many minutes one of ten equal steps up, and back to the bottom from the top. */
export function increments(everyMinutes: number): MakeLoad {
  return ({ low, high }, random) => {
    const first = Math.floor(10 * random.uniform());
    return { rate: (at) => low + ((high - low) * ((first + Math.floor(at / (everyMinutes * minute))) % 10)) / 9 };
  };
}
