import { type CloudEvent, decodeEvent } from "../shared/adapters/knative/decode-event.ts";
import { largestBody } from "../shared/adapters/knative/event-body.ts";
import { fromEvent, isOwnEvent } from "../shared/adapters/knative/own-events.ts";
import { type EventOutcome, toReply } from "../shared/adapters/knative/reply.ts";
import { isOperatorError, toFault } from "../shared/core/error.ts";
import type { Follower } from "../shared/engine/follow.ts";
import type { OwnEvent } from "../shared/ports/bus.ts";
import type { Log } from "../shared/ports/log.ts";
import type { Handler } from "../shared/runtime/exchange.ts";
import type { Metrics } from "../shared/runtime/metrics.ts";

/** What a function does with a sound event; it rejects only when the API server failed, or with a defect. */
export type Take = (event: CloudEvent, own: OwnEvent | undefined, signal: AbortSignal) => Promise<void>;

/** Reads, checks, hands on and answers one CloudEvent (D7). */
export function makeEventHandler(take: Take, metrics: Metrics, log: Log): Handler {
  return async ({ headers, read, signal }) => {
    const body = await read(largestBody);
    const decoded = decodeEvent({ headers, ...("text" in body ? { body: body.text } : { tooLarge: true }) });
    const type = decoded.ok ? decoded.event.type : "malformed";
    const outcome = decoded.ok
      ? await handOn(decoded.event, take, signal, log)
      : ({ result: "malformed", status: decoded.status, reason: decoded.reason } as const);
    const reply = toReply(outcome);
    metrics.event(type, reply.status);
    if (outcome.result === "malformed") log.warn({ reason: outcome.reason }, "an event was refused");
    return { status: reply.status, json: reply.body };
  };
}

async function handOn(event: CloudEvent, take: Take, signal: AbortSignal, log: Log): Promise<EventOutcome> {
  const own = isOwnEvent(event.type) ? fromEvent(event) : undefined;
  if (own?.ok === false) return { result: "malformed", status: 400, reason: own.reason };
  try {
    await take(event, own?.event, signal);
    return { result: "taken" };
  } catch (error) {
    const fault = toFault(error);
    const trace = isOperatorError(error) || !(error instanceof Error) ? {} : { stack: error.stack };
    log.error(
      { type: event.type, ...event.key, code: fault.code, error: fault.message, ...trace },
      "an event could not be dealt with",
    );
    return { result: "cluster-failed", fault };
  }
}

/** What both functions that act do with a follow event: hold it while things move, or take it over from a pod that ends. */
export async function follow(
  follower: Follower,
  { keys, detached }: Extract<OwnEvent, { type: "dev.weir.follow" }>,
  signal: AbortSignal,
): Promise<void> {
  if (detached === true) follower.adopt(keys);
  else await follower.serve(keys, signal);
}
