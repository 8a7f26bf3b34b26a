import type { Random } from "../ports/random.ts";

/** Chance of this process; good enough for jitter, and for nothing that has to be unguessable. */
export const systemRandom: Random = Math.random;
