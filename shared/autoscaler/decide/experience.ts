import type { ImprovedEvaluation } from "../evaluate/evaluate-improved.ts";
import { afterRegret, firstHold, type Hold, isRegretted, relaxed } from "../learn/hold.ts";
import type { Learned } from "../learn/learned.ts";
import type { Parameters } from "../learn/parameters.ts";
import { learnPatience } from "../learn/patience.ts";
import type { ScalingHistory } from "./history.ts";
import type { JobSituation } from "./job-situation.ts";

/** A job as the profile `improved` sees it, and what it has learnt of it. */
export interface ImprovedSituation extends JobSituation {
  readonly evaluation: ImprovedEvaluation;
  readonly learned: Learned;
  readonly parameters: Parameters;
  /** When the job entered RUNNING, in milliseconds since the epoch. */
  readonly runningSince: number;
}

/** When a vertex of the job was shrunk last, in milliseconds since the epoch. */
function lastShrink(history: ScalingHistory): number | undefined {
  const shrinks = Object.values(history).flatMap((records) => records.filter(({ from, to }) => to < from).slice(-1));
  return shrinks.length === 0 ? undefined : Math.max(...shrinks.map(({ at }) => at));
}

/** The hold that is in force. */
export function holdOf({ learned, options, parameters }: ImprovedSituation): Hold {
  return learned.hold ?? firstHold(options.scaleDownInterval, parameters.holdShare);
}

/** What is known as time goes by: whether a load was a burst, and whether shrinking may be bolder again. */
export function age(situation: ImprovedSituation): Learned {
  const { learned, history, options, parameters, now } = situation;
  const first = firstHold(options.scaleDownInterval, parameters.holdShare);
  const hold = learned.hold && relaxed(learned.hold, lastShrink(history), now, first);
  const most = options.stabilizationInterval;
  const aftermath = { now, isGone: isGone(situation), most, verdictAfter: parameters.verdict * most };
  return { ...learned, patience: learnPatience(learned.patience, aftermath), ...(hold && { hold }) };
}

/** True where what came in last would fit what the job had before it was scaled up for it. */
function isGone({ learned: { patience }, history, evaluation }: ImprovedSituation): boolean {
  const { watch } = patience;
  if (watch === undefined || evaluation.load.mode !== "calm") return false;
  const grown = Object.entries(history).flatMap(([id, records]) =>
    records.filter(({ at, from, to }) => at === watch.at && to > from).map(({ capacity }) => ({ id, capacity })),
  );
  return (
    grown.length > 0 &&
    grown.every(({ id, capacity }) => capacity >= (evaluation.vertices.get(id)?.demand ?? Number.NaN))
  );
}

/** What is known after a rescale: an upward one is watched, and regrets a shrink that is not long ago. */
export function afterScaling(
  { learned, history, now, options, evaluation }: ImprovedSituation,
  hold: Hold,
  isUp: boolean,
): Learned {
  if (!isUp) return { ...learned, hold };
  const isRegret = isRegretted(lastShrink(history), now, hold);
  const patience = { ...learned.patience, watch: { since: evaluation.load.since, at: now } };
  return { ...learned, patience, hold: isRegret ? afterRegret(hold, now, options.scaleDownInterval) : hold };
}
