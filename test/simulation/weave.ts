import type { FlowDeed } from "./exhaustive/deeds.ts";
import type { Schedule, TimedDeed } from "./schedule.ts";

/** What is drawn before anything rare. */
export type Drawn = Pick<Schedule, "setting" | "deeds">;

/** Numbers from 0 to 1 of a rare fact, by their place in it. */
type Roll = (index: number) => number;

/** A fact of the world that few schedules have. */
export interface Fact {
  readonly why: string;
  /** How many of a thousand schedules have it. */
  readonly permille: number;
  readonly weave: (drawn: Drawn, roll: Roll) => Drawn;
}

/** A time while all the others happen, or a little later. */
export function within({ deeds }: Drawn, number: number): number {
  return number * ((deeds.at(-1)?.at ?? 0) + 4_000);
}

/** With more deeds, each at its time. */
export function withDeeds(
  { setting, deeds }: Drawn,
  ...more: readonly (readonly [at: number, deed: FlowDeed])[]
): Drawn {
  const added: TimedDeed[] = more.map(([at, deed]) => ({ at: Math.round(at), deed }));
  return { setting, deeds: [...deeds, ...added].sort((a, b) => a.at - b.at) };
}
