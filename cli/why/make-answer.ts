import { oneLine } from "../../shared/adapters/foreign-text.ts";
import type { ScalingRecord } from "../../shared/autoscaler/decide/history.ts";
import { reasons } from "../../shared/autoscaler/explain/reasons.ts";
import { readAutoscalerOptions } from "../../shared/autoscaler/options/read-options.ts";
import type { AutoscalerState } from "../../shared/autoscaler/state/state.ts";
import { holdsMemory, readWish, stillHolds, wishAnnotation } from "../../shared/flink/scaling-wish.ts";
import type { JobFacts } from "../autoscaled/gather-job.ts";
import type { Standing } from "../autoscaled/judge-standing.ts";
import { momentText } from "../autoscaled/moment.ts";

/** What is known of one vertex. */
export interface AnsweredVertex {
  readonly vertex: string;
  readonly desired?: number;
  /** Subtasks that would be enough, and until when scaling down to them waits. */
  readonly delayed?: { readonly parallelism: number; readonly until: string | undefined };
  readonly lastRescale?: Omit<ScalingRecord, "at"> & { readonly at: string | undefined };
}

/** What `weir why` answers; times are texts, durations milliseconds. */
export interface Answer extends Pick<Standing, "standing" | "says" | "action" | "remarks"> {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** What came of the last cycle, since when, and what that means. */
  readonly reason?: string;
  readonly at?: string | undefined;
  readonly ageMs?: number;
  readonly meaning?: string;
  readonly window?: { readonly samples: number; readonly filledMs: number; readonly wholeMs: number };
  readonly vertices: readonly AnsweredVertex[];
  /** What the resource is annotated with, for a pass to carry out. */
  readonly wish?: {
    readonly decidedAt: string | undefined;
    readonly holds: boolean;
    readonly parallelism: Readonly<Record<string, number>>;
    /** Options of Flink; absent where memory is not tuned, and where the user has said another one since. */
    readonly memory?: Readonly<Record<string, string>>;
  };
}

/** The answer to why a job is scaled, or is not; total. */
export function makeAnswer(facts: JobFacts, { standing, action, remarks, configuration, ...said }: Standing): Answer {
  const { kind, namespace, name } = facts.key;
  const told = said.state === undefined ? {} : tellState(said.state, configuration, facts.now);
  const advice = action ?? adviceOf(said.state?.latest?.reason);
  const wish = tellWish(facts);
  return {
    ...{ kind, namespace, name, standing, says: oneLine(said.says) },
    ...(advice !== undefined && { action: advice }),
    remarks: [...remarks, ...remarkOnWish(facts), ...remarkOnAge(said.state, facts.now)],
    ...{ vertices: [], ...told },
    ...(wish && { wish }),
  };
}

function rowOf(reason: string | undefined) {
  return reason !== undefined && Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : undefined;
}

function adviceOf(reason: string | undefined): string | undefined {
  return rowOf(reason)?.action;
}

function tellState(state: AutoscalerState, configuration: Standing["configuration"], now: number) {
  const { latest, samples } = state;
  const { metricsWindow, scaleDownInterval } = readAutoscalerOptions(configuration).options;
  const filledMs = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  const meaning = rowOf(latest?.reason)?.meaning;
  return {
    ...(latest && { reason: oneLine(latest.reason), at: momentText(latest.at), ageMs: now - latest.at }),
    ...(meaning !== undefined && { meaning }),
    window: { samples: samples.length, filledMs, wholeMs: metricsWindow },
    vertices: tellVertices(state, scaleDownInterval),
  };
}

function tellVertices({ desired, delayed, history }: AutoscalerState, interval: number): readonly AnsweredVertex[] {
  const ids = new Set([desired?.parallelism ?? {}, delayed, history].flatMap((of) => Object.keys(of)));
  return [...ids].sort().map((vertex) => {
    const wanted = desired?.parallelism[vertex];
    const [waiting, last] = [delayed[vertex], history[vertex]?.at(-1)];
    const most = Math.max(...(waiting?.queue ?? []).map(({ parallelism }) => parallelism));
    return {
      vertex: oneLine(vertex),
      ...(wanted !== undefined && { desired: wanted }),
      ...(waiting && { delayed: { parallelism: most, until: momentText(waiting.first + interval) } }),
      ...(last && { lastRescale: { ...last, at: momentText(last.at) } }),
    };
  });
}

function tellWish({ object }: JobFacts): Answer["wish"] {
  const wish = readWish(object);
  if (wish === undefined) return undefined;
  const { decidedAt, parallelism } = wish;
  const memory = holdsMemory(wish, object) ? { memory: wish.memory.set } : {};
  return { decidedAt: momentText(decidedAt), holds: stillHolds(wish, object), parallelism, ...memory };
}

function remarkOnWish({ object }: JobFacts): readonly string[] {
  const isRubbish = object.metadata.annotations?.[wishAnnotation] !== undefined && readWish(object) === undefined;
  return isRubbish ? [`The annotation ${wishAnnotation} holds no wish for this resource, and has no effect.`] : [];
}

/** A cycle every minute leaves a trace, unless nothing could be measured. */
const longestSilence = 300_000;
const silent: ReadonlySet<string> = new Set([
  ...["InvalidOptions", "NotScalable", "NotRunning", "NotReady", "MetricsUnavailable", "MetricMissing", "Stabilizing"],
]);

function remarkOnAge(state: AutoscalerState | undefined, now: number): readonly string[] {
  const { latest } = state ?? {};
  if (latest === undefined || silent.has(latest.reason) || !(now - latest.at > longestSilence)) return [];
  return [
    "That is long ago for a cycle a minute: see whether the function autoscale gets its ticks, and what it logs.",
  ];
}
