/** How long a lower parallelism must have been enough before it is taken. */
export interface Hold {
  /** Milliseconds. */
  readonly length: number;
  /** When it was last made longer or shorter, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The hold of a job that never regretted anything: a share of the longest, which is what the user's option says. */
export function firstHold(most: number, share: number): Hold {
  return { length: most * share, changedAt: 0 };
}

/** Within how many holds after it a shrink is regretted by scaling up again. */
const regretWithin = 2;

/** After how many holds without regret the hold is halved. */
const relaxAfter = 4;

/** True where scaling up now undoes a shrink that was too early. */
export function isRegretted(shrunkAt: number | undefined, now: number, { length }: Hold): boolean {
  return shrunkAt !== undefined && now - shrunkAt < regretWithin * length;
}

/** The hold after a shrink was regretted: twice as long, up to the longest, so that regrets become rarer and rarer. */
export function afterRegret({ length }: Hold, now: number, most: number): Hold {
  return { length: Math.min(most, 2 * length), changedAt: now };
}

/** The hold as time goes by: half as long, down to the first, after a shrink that was not regretted for long. */
export function relaxed(hold: Hold, shrunkAt: number | undefined, now: number, first: Hold): Hold {
  if (shrunkAt === undefined || hold.length <= first.length) return hold.length < first.length ? first : hold;
  const since = Math.max(shrunkAt, hold.changedAt);
  if (now - since <= relaxAfter * hold.length) return hold;
  return { length: Math.max(first.length, hold.length / 2), changedAt: now };
}
