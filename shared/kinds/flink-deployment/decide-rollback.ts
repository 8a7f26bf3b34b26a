import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { chooseStop } from "../../flink/choose-stop.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { carryOut, toStopping } from "./decide-stop.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** Brings the last stable spec back where a change does not come up in time (2.9). */
export const rollBack: Rule = {
  name: "roll-back",
  why: "Behind what stops for a newer spec: a user who has mended his change is faster than a rollback.",
  decide: (view) => {
    const { memory, wanted, stable, now, job } = view;
    if (memory === undefined || wanted === undefined || memory.rollback !== undefined) return undefined;
    if (job.found === "job" && (job.job.state === "RUNNING" || job.job.state === "FINISHED")) return undefined;
    if (stable === undefined || !mayRollBack(memory, wanted, now)) return undefined;
    const mode = wanted.mode === "stateless" ? "stateless" : "last-state";
    const { result } = chooseStop({ ...toStopping(view, memory, wanted), mode });
    const plan = carryOut(view, { ...memory, rollback: "rolling-back" }, result);
    return {
      ...plan,
      why: `The change does not run after ${(wanted.rollbackAfterMs ?? 0) / 1_000} s; it is rolled back. ${plan.why}`,
    };
  },
};

/** Says what runs once a change was rolled back. */
export const rolledBack: Rule = {
  name: "rolled-back",
  why: "The wanted spec is not tried again until it is another one.",
  decide: ({ memory }) =>
    memory?.rollback === "rolled-back"
      ? {
          why: "The last change did not run in time; the last stable spec runs instead.",
          actions: [],
          until: "The spec is changed.",
        }
      : undefined,
};

/** True where a deploy is being rolled back, or has been given up for it. */
export function mayRollBack(memory: FlinkMemory, wanted: Wanted | undefined, now: number): boolean {
  if (memory.rollback === "rolling-back") return true;
  const { phase, stable, spec, at, rollback } = memory;
  if (phase !== "deployed" || stable === undefined || stable === spec || rollback !== undefined) return false;
  const { rollbackAfterMs, change, running } = wanted ?? {};
  return rollbackAfterMs !== undefined && running === true && change === "none" && now - at >= rollbackAfterMs;
}
