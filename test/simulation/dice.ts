/** Numbers from 0, included, to 1, excluded, that a seed alone decides. */
export interface Dice {
  /**
   * The number that belongs to a place in a run. Every place has its own, so that leaving one fault out, as shrinking does,
   * changes no other draw.
   */
  at(place: number, face?: number): number;
}

/** The dice of one seed. */
export function makeDice(seed: number): Dice {
  const start = mixed(seed ^ 0x9e3779b9);
  return {
    at: (place, face = 0) =>
      mixed(start ^ Math.imul(place + 1, 0x85ebca6b) ^ Math.imul(face + 1, 0xc2b2ae35)) / 2 ** 32,
  };
}

/** Dice that always show the middle. */
export const evenDice: Dice = { at: () => 0.5 };

/** The faces of a place below this one are how long a call takes there and back; from it on, how strong a fault is. */
export const strengthFace = 3;

/** One of several, by a number from 0 to 1. */
export function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[Math.floor(number * items.length)];
  if (item === undefined) throw new RangeError("there is nothing to pick from");
  return item;
}

/** Scatters the bits of an unsigned 32-bit number (the finaliser of MurmurHash3). */
function mixed(number: number): number {
  let bits = number >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
