/** How long something that moves is looked at often, in milliseconds; what lasts longer is left to the pace of a wait. */
export const patienceMs = 300_000;

/** How soon something is looked at again that has been under way since then, in milliseconds since the epoch. */
export function paceOf(since: number, now: number): "moving" | "waiting" {
  return now - since > patienceMs ? "waiting" : "moving";
}

/** A sentence for what takes longer than an option allows; undefined while it does not. */
export function lateness(since: number, now: number, mostMs: number | undefined, option: string): string | undefined {
  return mostMs === undefined || now - since <= mostMs
    ? undefined
    : `It takes longer than the ${Math.round(mostMs / 1_000)} s of kubernetes.operator.${option}.`;
}
