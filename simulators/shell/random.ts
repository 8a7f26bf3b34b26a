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
  const [a, b, c, d] = [bits(random), bits(random), bits(random), bits(random)];
  const [version, variant] = [0x4000 | (b & 0xfff), 0xa000 | ((c >>> 16) & 0xfff)];
  const parts = [high(a) + low(a), high(b), low(version), low(variant), low(c) + high(d) + low(d)];
  return parts.join("-");
}

/** 32 hex digits made of four draws, as Flink's ids are. */
export function makeHex(random: Random): string {
  return `${word(random)}${word(random)}${word(random)}${word(random)}`;
}

/** Eight hex digits made of one draw. */
function word(random: Random): string {
  const number = bits(random);
  return high(number) + low(number);
}

/** The 32 bits of one draw. */
function bits(random: Random): number {
  return draw(random) * 2 ** 32;
}

/** Two hex digits for each byte: to look them up takes a fraction of the time that it takes to write them. */
const digits = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The upper four of eight hex digits. */
function high(number: number): string {
  return `${digits[number >>> 24]}${digits[(number >>> 16) & 0xff]}`;
}

/** The lower four of them. */
function low(number: number): string {
  return `${digits[(number >>> 8) & 0xff]}${digits[number & 0xff]}`;
}

/** True for a value shaped like the ids of this simulator. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
