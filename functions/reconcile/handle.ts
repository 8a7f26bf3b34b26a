import { isEcho } from "../../shared/core/input.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { type Engine, kindOf } from "../../shared/engine/engine.ts";
import { underFirst } from "../../shared/engine/under-first.ts";
import type { Handler } from "../../shared/runtime/exchange.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import type { Connected } from "../connect.ts";
import { follow, makeEventHandler, type Take } from "../take-event.ts";

/** What the function needs; `engine` only for its kinds, clock and log. */
export interface ReconcileParts extends Pick<Connected, "look" | "follower"> {
  readonly engine: Pick<Engine, "kinds" | "clock" | "log">;
  readonly metrics: Metrics;
  /** How long the look of one event may take, in milliseconds (`lookMsFor`). */
  readonly lookMs: number;
}

/** `POST /`: one event, one pass. */
export function makeReconcileHandler(parts: ReconcileParts): Handler {
  return makeEventHandler(makeReconcileTake(parts), parts.metrics, parts.engine.log);
}

/** What is done with a sound event; an echo of our own write costs no call at all (D8). */
export function makeReconcileTake({ engine, follower, look, lookMs }: Omit<ReconcileParts, "metrics">): Take {
  return async ({ key, data }, own, signal) => {
    if (own?.type === "dev.weir.follow") return follow(follower, own, signal);
    if (key === undefined) return;
    const kind = kindOf(engine, key);
    if (kind === undefined || isEchoOf(data, kind.inputs)) return;
    follower.add(await underFirst([signal, engine.clock.timeout(lookMs)], (first) => look(key, first)));
  };
}

/** A body may be anything; only a whole object can say that there is nothing to do (D1). */
function isEchoOf(data: unknown, inputs: Parameters<typeof isEcho>[1]): boolean {
  const object = data as Partial<KubeObject> | undefined;
  return typeof object?.metadata === "object" && object.metadata !== null && isEcho(object as KubeObject, inputs);
}
