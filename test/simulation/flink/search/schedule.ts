import { makeDice, pick } from "../../dice.ts";
import { allFaults, type Fault } from "../../faults.ts";
import type { ScheduleOf, Setting, Swarm, TimedDeed } from "../../schedule.ts";
import { type FlinkDeed, type Subject, subjects } from "./deeds.ts";

/** Everything that decides a run of the Flink kinds, as JSON. */
export interface FlinkSchedule extends ScheduleOf<FlinkDeed> {
  readonly kind: "flink";
  readonly subject: Subject;
  /** Milliseconds until a pod of a JobManager runs. */
  readonly startMs: number;
  /** Milliseconds from the start of a JobManager until its REST answers. */
  readonly restAfterMs: number;
}

/** What is done while a job runs, or is on its way; more often what is more worth a look. */
const laterDeeds: readonly FlinkDeed[] = [
  "args",
  "args",
  "args",
  "args",
  "scale",
  "suspend",
  "run",
  "run",
  "askSavepoint",
  "askSavepoint",
  "askRestart",
  "breakImage",
  "mendImage",
  "killJobManager",
  "removeJobManager",
  "failTask",
  "remove",
  "snapshot",
];

/** Draws the schedule of a seed; each has its own mix of faults and of strengths. */
export function drawFlinkSchedule(seed: number): FlinkSchedule {
  const dice = makeDice(seed ^ 0x0f11c);
  const subject = pick(subjects, dice.at(0));
  const count = 1 + Math.floor(4 * dice.at(1) ** 1.5);
  const spread = dice.at(2) < 0.7 ? 15_000 : 90_000;
  const setting = drawSetting(dice);
  const startMs = Math.round(1_000 + dice.at(8) ** 3 * 19_000);
  const restAfterMs = Math.round(dice.at(6) * 4_000);
  // A deploy takes so many calls that hardly one comes through the faults in time; most runs begin with a job that runs.
  const from = dice.at(3) < 0.15 ? 0 : untilRunning(setting, startMs + restAfterMs, subject);
  const begin = from + (dice.at(9) < 0.25 ? 500 : 12_000);
  const later = Array.from({ length: count }, (_, index): TimedDeed<FlinkDeed> => {
    return { at: Math.round(begin + dice.at(4, index) * spread), deed: pick(laterDeeds, dice.at(5, index)) };
  });
  const deeds: TimedDeed<FlinkDeed>[] = [{ at: 0, deed: "apply" }, ...later.sort((a, b) => a.at - b.at)];
  const last = deeds.at(-1)?.at ?? 0;
  return {
    kind: "flink",
    seed,
    subject,
    startMs,
    restAfterMs,
    setting,
    deeds,
    faults: { swarm: drawSwarm(dice), ...(from > 0 && { from }) },
    calmAt: Math.round(last + 1_000 + dice.at(7) * 20_000),
    quietTicks: 1,
  };
}

/** Milliseconds within which a job runs that little is in the way of; `upMs` until its JobManager answers. */
function untilRunning({ tickMs, follows, hears }: Setting, upMs: number, subject: Subject): number {
  const steps = subject === "session" ? 6 : 2;
  const idle = follows ? (hears ? 0 : 1) : steps;
  return 2 * upMs + 40_000 + idle * tickMs;
}

function drawSetting(dice: ReturnType<typeof makeDice>): Setting {
  return {
    tickMs: pick([60_000, 60_000, 30_000], dice.at(10)),
    quarantineMs: 60_000,
    follows: dice.at(11) < 0.75,
    hears: dice.at(12) < 0.85,
    mostPods: 1 + Math.floor(dice.at(13) * 3),
    skewMs: dice.at(14) < 0.3 ? 600_000 : 0,
    leases: false,
  };
}

function drawSwarm(dice: ReturnType<typeof makeDice>): Swarm {
  const share = dice.at(20);
  return (Object.keys(allFaults) as Fault[]).flatMap((fault, index) =>
    dice.at(21, index) < 0.1 + 0.4 * share ? [[fault, 0.2 * dice.at(22, index) ** 2] as const] : [],
  );
}
