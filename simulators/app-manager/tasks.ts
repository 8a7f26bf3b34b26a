import { draw } from "../shell/random.ts";
import type { Delays, State, Task } from "./state.ts";

/** Plans a task; tasks of the same time run in the order in which they were planned. */
export function planTask(state: State, task: Task): void {
  let index = state.tasks.length;
  while (index > 0 && (state.tasks[index - 1]?.at ?? 0) > task.at) index -= 1;
  state.tasks.splice(index, 0, task);
}

/** Takes the first task that is due at `now`, or nothing. */
export function takeDueTask(state: State, now: number): Task | undefined {
  const first = state.tasks[0];
  return first !== undefined && first.at <= now ? state.tasks.shift() : undefined;
}

/** The end of a phase that begins at `now`, with the jitter drawn from the seeded generator. */
export function endOf(state: State, phase: Exclude<keyof Delays, "jitter">, now: number): number {
  const spread = 1 + state.delays.jitter * (2 * draw(state.random) - 1);
  return now + Math.max(0, Math.round(state.delays[phase] * spread));
}
