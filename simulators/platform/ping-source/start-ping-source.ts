import { setTimeout as sleep } from "node:timers/promises";
import { type CeOverrides, makeEventHeaders } from "../cloud-event-headers.ts";
import { makeAgent } from "../exchange.ts";
import { type DeliveryOutcome, sendWithRetry } from "../sender.ts";
import { parseCron } from "./cron.ts";
import { nextTick } from "./next-tick.ts";

/** What a PingSource is told; `data` and `dataBase64` exclude each other. */
export interface PingSourceOptions {
  readonly name: string;
  readonly namespace: string;
  /** A cron text in UTC, or a plain interval for demos and tests; absent: only `tick()` sends. */
  readonly schedule?: string | { readonly everyMs: number };
  readonly sink: string;
  readonly data?: string;
  readonly dataBase64?: string;
  readonly contentType?: string;
  readonly ceOverrides?: CeOverrides;
  /** Milliseconds since 1970; default the system clock. */
  readonly now?: () => number;
  /** Milliseconds a tick waits before it is sent; default 0–499 at random. */
  readonly jitter?: () => number;
  /** Default 100, 200, 400, 800, 1600. */
  readonly retryDelaysMs?: readonly number[];
  readonly onDelivery?: (delivery: PingDelivery) => void;
}

/** One tick and what became of it. */
export interface PingDelivery extends DeliveryOutcome {
  readonly id: string;
}

/** A running PingSource. */
export interface PingSource {
  /** Sends one tick now, after its jitter, beside the scheduled ones. */
  tick(): Promise<PingDelivery>;
  /** Ends the schedule and cuts the ticks in flight. */
  close(): Promise<void>;
}

/**
 * Starts a PingSource; throws when the schedule or the data is not valid. **Caveats** (real ones, `knative.md` 2): ticks
 * overlap when the sink is slow, a missed tick is not made up for, and a lost one is not sent again.
 */
export function startPingSource(options: PingSourceOptions): PingSource {
  const body = toBody(options);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const tick = (): Promise<PingDelivery> => {
    const sent = sendTick(options, body, stopping.signal).finally(() => running.delete(sent));
    running.add(sent);
    return sent;
  };
  const cancel = plan(options, () => void tick());
  const close = async (): Promise<void> => {
    cancel();
    stopping.abort();
    await Promise.all(running);
  };
  return { tick, close };
}

function toBody({ data, dataBase64, contentType }: PingSourceOptions): Buffer | undefined {
  if (data !== undefined && dataBase64 !== undefined) throw new Error("data and dataBase64 exclude each other");
  const body = dataBase64 ? Buffer.from(dataBase64, "base64") : data ? Buffer.from(data) : undefined;
  if (body !== undefined && contentType === "application/json") requireObject(body.toString());
  return body;
}

// What Knative's own webhook demands of JSON data.
function requireObject(text: string): void {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("data with contentType application/json must be a JSON object");
  }
}

async function sendTick(
  options: PingSourceOptions,
  body: Buffer | undefined,
  signal: AbortSignal,
): Promise<PingDelivery> {
  const { name, namespace, contentType, ceOverrides, retryDelaysMs, now = Date.now, jitter = randomJitter } = options;
  await sleep(jitter(), undefined, { signal }).catch(() => undefined);
  const headers = makeEventHeaders({
    type: "dev.knative.sources.ping",
    source: `/apis/v1/namespaces/${namespace}/pingsources/${name}`,
    contentType: body === undefined ? undefined : contentType,
    overrides: ceOverrides,
    sourceNamespace: namespace,
    nowMs: now(),
  });
  const id = headers.find(([key]) => key === "Ce-Id")?.[1] ?? "";
  if (signal.aborted) return { id, outcome: "cut", tries: 0 };
  const sink = new URL(options.sink);
  const agent = makeAgent(sink);
  const outcome = await sendWithRetry({ sink, headers, body: body ?? Buffer.alloc(0), agent, signal, retryDelaysMs });
  agent.destroy();
  const delivery = { id, ...outcome };
  options.onDelivery?.(delivery);
  return delivery;
}

/** How late a tick is in milliseconds, as seen of the real one: 0 to 499, even. */
export const randomJitter = (): number => Math.floor(Math.random() * 500);
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function plan({ schedule, now = Date.now }: PingSourceOptions, onTick: () => void): () => void {
  if (schedule === undefined) return () => undefined;
  if (typeof schedule !== "string") {
    const timer = setInterval(onTick, schedule.everyMs);
    return () => clearInterval(timer);
  }
  const cron = parseCron(schedule);
  let timer: NodeJS.Timeout | undefined;
  const wait = (at: number | undefined): void => {
    if (at === undefined) return;
    timer = setTimeout(
      () => {
        const time = now();
        if (time < at) return wait(at);
        onTick();
        wait(nextTick(cron, time));
      },
      Math.min(Math.max(0, at - now()), LONGEST_TIMER_MS),
    );
  };
  wait(nextTick(cron, now()));
  return () => clearTimeout(timer);
}
