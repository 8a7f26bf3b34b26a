/** A rescale for a load that may turn out to have been a burst; times are milliseconds since the epoch. */
export interface Watch {
  /** When the load rose. */
  readonly since: number;
  /** When it was decided to scale up for it. */
  readonly at: number;
}

/** How long a higher load is waited out before the job is scaled up for it. */
export interface Patience {
  /** Milliseconds; 0 for a job whose loads have lasted. */
  readonly wait: number;
  readonly watch?: Watch;
}

/** What has become of the load that the job was scaled up for. */
export interface Aftermath {
  readonly now: number;
  /** Whether what came in last would have been processed without that. */
  readonly isGone: boolean;
  /** Milliseconds that are waited at most. */
  readonly most: number;
  /** Milliseconds after which a load that is still there was no burst. */
  readonly verdictAfter: number;
}

/** How much longer than the last burst is waited. */
const margin = 1.25;

/**
 * Patience after a look: a load that went away by itself was a burst, and one that lasts as long is waited out from now on; a
 * load that stays halves what is waited.
 */
export function learnPatience(patience: Patience, { now, isGone, most, verdictAfter }: Aftermath): Patience {
  const { wait, watch } = patience;
  if (watch === undefined) return patience;
  const lasted = now - watch.since;
  if (lasted > verdictAfter) return { wait: wait < 60_000 ? 0 : wait / 2 };
  return isGone ? { wait: Math.min(most, Math.max(wait, margin * lasted)) } : patience;
}
