import type { IoKind } from "../faults.ts";
import type { Universe } from "../universe.ts";

/**
 * Whether an effect of that kind was carried out when everybody had given it up. What a late PATCH or PUT brings back, no
 * precondition of ours can prevent on the platform: a limit that `docs/reliability.md` states.
 */
export function wasLate({ met }: Pick<Universe, "met">, ...kinds: readonly IoKind[]): boolean {
  return met.some(({ kind, fault }) => fault === "late" && kinds.includes(kind));
}
