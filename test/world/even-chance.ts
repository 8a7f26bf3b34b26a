import type { Random } from "../../shared/ports/random.ts";

/** Chance without surprise: every jittered delay is as long as without jitter, one that was asked for a twentieth longer. */
export const evenChance: Random = () => 0.5;
