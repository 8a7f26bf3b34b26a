/** Seeds from the first to the last, both included. */
export interface SeedRange {
  readonly first: number;
  readonly last: number;
}

/** Seeds as they are written: `200` for 0 to 199, or ranges such as `0-15,900-907`; undefined for anything else. */
export function readSeeds(text: string): SeedRange[] | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) === 0 ? undefined : [{ first: 0, last: Number(text) - 1 }];
  const parts = text.split(",").map((part) => /^(\d{1,9})-(\d{1,9})$/.exec(part));
  const ranges = parts.flatMap((part) => (part === null ? [] : [{ first: Number(part[1]), last: Number(part[2]) }]));
  const isSound = ranges.length === parts.length && ranges.every(({ first, last }) => first <= last);
  return isSound ? ranges : undefined;
}

/** All seeds of some ranges. */
export function seedsOf(ranges: readonly SeedRange[]): number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Ranges as `readSeeds` takes them. */
export function writeSeeds(seeds: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const seed of seeds) {
    const range = ranges.at(-1);
    if (range?.last === seed - 1) range.last = seed;
    else ranges.push({ first: seed, last: seed });
  }
  return ranges.map(({ first, last }) => `${first}-${last}`).join(",");
}
