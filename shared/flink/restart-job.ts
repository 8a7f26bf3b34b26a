import type { Action, Plan } from "../core/action.ts";
import type { FlinkMemory } from "./memory.ts";
import { restartDueAt, restartedAgain } from "./restart-delay.ts";

/**
 * The plan that ends a job and lets it go on from its last state, though nobody asked for it; `what` is wrong with it, as a
 * clause, and `stop` says how it ends. Soon after another such restart it waits, each time longer.
 */
export function restartJob<Act extends Action>(
  memory: FlinkMemory,
  now: number,
  what: string,
  stop: (memory: FlinkMemory) => Plan<Act>,
): Plan<Act> {
  const dueAt = restartDueAt(memory.restarted);
  if (now < dueAt) {
    const until = `It is restarted at ${new Date(dueAt).toISOString()}.`;
    const isSoon = dueAt - now <= 60_000;
    return { why: `${what} soon after a restart.`, until, actions: [], ...(isSoon && { revisit: "waiting" }) };
  }
  const plan = stop({ ...memory, restarted: restartedAgain(memory.restarted, now) });
  return { ...plan, why: `${what}${plan.memory === undefined ? "" : "; it is restarted"}. ${plan.why}` };
}
