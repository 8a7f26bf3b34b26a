import type { Engine } from "../shared/engine/engine.ts";
import { flinkApi } from "../shared/flink/api.ts";
import { measureOf } from "../shared/flink/measure.ts";
import type { RegisteredKind } from "../shared/kinds/index.ts";
import type { Metrics } from "../shared/runtime/metrics.ts";
import { timingLives } from "./time-lives.ts";

/** What an engine tells metrics; for Flink's own kinds also under the guide's names. */
export function observing(
  kinds: readonly RegisteredKind[],
  metrics: Metrics,
): Pick<Engine, "observe" | "observeStatus" | "observeAnnouncement"> {
  const ofFlink = new Set(kinds.flatMap(({ names }) => (names.group === flinkApi.group ? [names.kind] : [])));
  const timeLife = timingLives();
  return {
    observe: ({ key: { kind }, end, rule, ms }) => {
      metrics.pass(kind, end, ms / 1_000);
      // A pass that found nothing had no rule.
      if (ofFlink.has(kind) && end === "gone" && rule !== undefined) metrics.cleanup(kind);
    },
    observeStatus: (change) => {
      const { key, before, after, now } = change;
      const { kind, namespace } = key;
      if (!ofFlink.has(kind)) return;
      const { transition, failed, jobManagerSeconds } = measureOf(before, after, now);
      if (failed) metrics.failure(kind);
      if (transition !== undefined) metrics.transition(kind, transition);
      if (jobManagerSeconds !== undefined) metrics.jobManagerStart(kind, jobManagerSeconds);
      const { state, transitions } = timeLife(change);
      if (state !== undefined) metrics.stay({ kind, namespace }, state.name, state.seconds);
      for (const { name, seconds } of transitions) metrics.lifecycle({ kind, namespace }, name, seconds);
    },
    observeAnnouncement: (result) => metrics.announcement(result),
  };
}
