import type http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { exchange, type HeaderList } from "./exchange.ts";

/** Waits in milliseconds before the second to the sixth try of the real sources. */
export const RETRY_DELAYS_MS: readonly number[] = [100, 200, 400, 800, 1600];

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([404, 413, 425, 429, 502, 503, 504]);

/**
 * What became of one event: `delivered` after a 2xx, `lost` when the tries are used up or the answer allows none,
 * `cut` when the source was closed while the event was in flight. `status` is absent when the last try got no answer.
 */
export interface DeliveryOutcome {
  readonly outcome: "delivered" | "lost" | "cut";
  readonly tries: number;
  readonly status?: number;
  readonly error?: string;
}

/** One event, ready to be sent; every try sends these very headers and bytes, hence the same ce-id and ce-time. */
export interface SendRequest {
  readonly sink: URL;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly agent: http.Agent;
  readonly signal: AbortSignal;
  readonly retryDelaysMs?: readonly number[] | undefined;
  /** Time limit of one try in milliseconds (`K_SINK_TIMEOUT`); absent: a try may hang for ever. */
  readonly sinkTimeoutMs?: number | undefined;
}

/** Sends an event by the retry rule of the CloudEvents Go SDK as Knative sets it; never rejects. `Retry-After` is ignored. */
export async function sendWithRetry(request: SendRequest): Promise<DeliveryOutcome> {
  const delays = request.retryDelaysMs ?? RETRY_DELAYS_MS;
  for (let tries = 1; ; tries++) {
    const attempt = await tryOnce(request);
    if (request.signal.aborted) return { outcome: "cut", tries };
    if (attempt.status !== undefined && attempt.status >= 200 && attempt.status < 300) {
      return { outcome: "delivered", tries, ...attempt };
    }
    const again = attempt.status === undefined || RETRYABLE_STATUSES.has(attempt.status);
    const delay = delays[tries - 1];
    if (!again || delay === undefined) return { outcome: "lost", tries, ...attempt };
    await sleep(delay, undefined, { signal: request.signal }).catch(() => undefined);
    if (request.signal.aborted) return { outcome: "cut", tries };
  }
}

type Attempt = Pick<DeliveryOutcome, "status" | "error">;

async function tryOnce(request: SendRequest): Promise<Attempt> {
  const { agent, body, headers, sink, signal, sinkTimeoutMs } = request;
  const limit = sinkTimeoutMs === undefined ? undefined : AbortSignal.timeout(sinkTimeoutMs);
  try {
    const either = limit === undefined ? signal : AbortSignal.any([signal, limit]);
    return { status: await exchange({ url: sink, headers, body, agent, signal: either }) };
  } catch (error) {
    return { error: limit?.aborted ? "sink timeout" : error instanceof Error ? error.message : String(error) };
  }
}
