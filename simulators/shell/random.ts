/** A seeded generator whose whole state is one unsigned 32-bit number, so that it can be copied with its owner. */
export type Random = { seed: number };

/** The next number in [0, 1) (mulberry32); advances the generator. */
export function draw(random: Random): number {
  random.seed = (random.seed + 0x6d2b79f5) >>> 0;
  let mixed = random.seed;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A UUID of version 4 shape made of four draws. */
export function makeUuid(random: Random): string {
  const [a, b, c, d] = [word(random), word(random), word(random), word(random)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/** 32 hex digits made of four draws, as Flink's ids are. */
export function makeHex(random: Random): string {
  return `${word(random)}${word(random)}${word(random)}${word(random)}`;
}

/** Eight hex digits made of one draw. */
function word(random: Random): string {
  return (draw(random) * 2 ** 32).toString(16).padStart(8, "0");
}

/** True for a value shaped like the ids of this simulator. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
