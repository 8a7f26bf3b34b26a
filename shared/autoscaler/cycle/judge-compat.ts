import { decideJob } from "../decide/decide-job.ts";
import { expectedRestartTime } from "../decide/restart-time.ts";
import { evaluateJob } from "../evaluate/evaluate-job.ts";
import { explainSource, explainWindow } from "../explain/explain-window.ts";
import type { Collected, Judgement } from "./judgement.ts";

/** Judges a job as the reference does: once its window is full, by all of that (1.4, 2.5). */
export function judgeCompat(collected: Collected): Judgement {
  const { graph, state, window, excluded, options, taskManager, now } = collected;
  if (state.samples.length < 2) return { explanation: explainWindow(collected) };
  const restartTime = expectedRestartTime(state.restarts, options);
  const evaluated = evaluateJob({ graph, samples: state.samples, options, restartTime });
  if (!evaluated.ok) return { explanation: explainSource(evaluated.source, graph) };
  const { evaluation } = evaluated;
  if (window.isStabilizing || !window.isFull) return { evaluation, explanation: explainWindow(collected) };
  const { history, delayed } = state;
  const situation = { graph, evaluation, history, delayed, options, restartTime, now, excluded, taskManager };
  return { evaluation, decision: decideJob(situation) };
}
