import type { Deed } from "../world/history.ts";
import { makeDice, pick } from "./dice.ts";
import { type Fault, faults } from "./faults.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";

/** What is asked for while the job runs, so that every kind of call is made. */
const requests: readonly Deed[] = [
  "askSavepoint",
  "askRestart",
  "askBoth",
  "scale",
  "suspend",
  "run",
  "cancel",
  "mendSpec",
];

/** Faults at once; more of them, and nothing gets far enough to meet the rest. */
const mostFaults = 3;

/**
 * The schedule of a seed with few faults that are frequent, and with a job that runs, is asked for savepoints and goes: it
 * meets in hundreds of seeds what drawn ones meet in tens of thousands.
 */
export function stressed(seed: number): Schedule {
  const { past: _settled, ...drawn } = drawSchedule(seed);
  const dice = makeDice(seed ^ 0x57e55);
  const names = Object.keys(faults) as Fault[];
  const chosen = Array.from({ length: mostFaults }, (_, index) => pick(names, dice.at(1, index)));
  const asked = Array.from({ length: 3 }, (_, index) => ({
    at: 8_000 + 12_000 * index,
    deed: pick(requests, dice.at(2, index)),
  }));
  return {
    ...drawn,
    setting: { ...drawn.setting, tickMs: 15_000, hears: dice.at(3) < 0.7 },
    deeds: [
      { at: 0, deed: dice.at(4) < 0.5 ? "apply" : "applyPut" },
      { at: 2_000, deed: "run" },
      ...asked,
      { at: 44_000, deed: "cancel" },
      { at: 50_000, deed: "remove" },
    ],
    faults: { swarm: chosen.map((fault, index) => [fault, 0.05 + 0.2 * dice.at(5, index)] as const) },
    calmAt: 70_000,
    quietTicks: 1,
  };
}
