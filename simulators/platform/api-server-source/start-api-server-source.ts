import type { Agent } from "node:http";
import type { CeOverrides } from "../cloud-event-headers.ts";
import { makeAgent } from "../exchange.ts";
import { type DeliveryOutcome, sendWithRetry } from "../sender.ts";
import { type ApiReader, type ApiServerAccess, ApiStatusError, makeApiReader } from "./api-reader.ts";
import { type Backoff, type Notification, runReflector } from "./reflector.ts";
import { guessPlural, toGroupVersionPath, type WatchedResource } from "./resource-path.ts";
import { makeSourceEvent, type SourceIdentity, type SourceMode } from "./source-event.ts";

/** What an ApiServerSource is told; times are milliseconds. */
export interface ApiServerSourceOptions {
  readonly apiServer: ApiServerAccess;
  readonly resources: readonly WatchedResource[];
  /** Namespaces with a reflector each, or `all` for one reflector per resource; default `["default"]`. */
  readonly namespaces?: readonly string[] | "all";
  /** Default `Reference`, as in Knative. */
  readonly mode?: SourceMode;
  readonly sink: string;
  readonly ceOverrides?: CeOverrides;
  /** `Kn-Namespace`; default the first namespace, or `default`. */
  readonly sourceNamespace?: string;
  /** Default 100, 200, 400, 800, 1600. */
  readonly retryDelaysMs?: readonly number[];
  /** Limit of one try; absent as in Knative: none. */
  readonly sinkTimeoutMs?: number;
  /** Waits after a failed list or watch; default 800 doubling to 30,000 as in client-go. */
  readonly backoff?: Backoff;
  readonly onDelivery?: (delivery: SourceDelivery) => void;
}

/** One event and what became of it. */
export interface SourceDelivery extends DeliveryOutcome {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
}

/** Counters since the start; `events` counts notifications taken up, the last three how they ended. */
export interface ApiServerSourceStats {
  readonly reflectors: number;
  /** Resources the API server does not serve under the guessed plural: the real source logs that and stays Ready. */
  readonly skipped: readonly string[];
  readonly lists: number;
  readonly inFlight: number;
  readonly events: number;
  readonly delivered: number;
  readonly lost: number;
  readonly cut: number;
}

/** A running ApiServerSource. */
export interface ApiServerSource {
  /** Cuts the requests in flight at once and ends the watches; what was in flight counts as `cut`. */
  close(): Promise<void>;
  stats(): ApiServerSourceStats;
}

/**
 * Starts an ApiServerSource and resolves when every reflector has made its first list: what changes afterwards is
 * sent, what existed before never is. Rejects when a group and version is not served (the real adapter exits then) or
 * the first list is refused with another 4xx; an API server that cannot be reached is waited for.
 */
export async function startApiServerSource(options: ApiServerSourceOptions): Promise<ApiServerSource> {
  const stopping = new AbortController();
  const run: SourceRun = {
    options,
    signal: stopping.signal,
    reader: makeApiReader(options.apiServer),
    agent: makeAgent(new URL(options.sink)),
    counters: { lists: 0, inFlight: 0, events: 0, delivered: 0, lost: 0, cut: 0 },
    skipped: [],
  };
  const targets = toTargets(options);
  const reflectors = targets.map((target) => startReflector(run, target));
  const close = async (): Promise<void> => {
    stopping.abort();
    run.agent.destroy();
    run.reader.close();
    await Promise.all(reflectors.map((reflector) => reflector.ended));
  };
  try {
    await Promise.all(reflectors.map((reflector) => reflector.started));
  } catch (error) {
    await close();
    throw error;
  }
  return { close, stats: () => ({ reflectors: targets.length, skipped: [...run.skipped], ...run.counters }) };
}

interface SourceRun {
  readonly options: ApiServerSourceOptions;
  readonly signal: AbortSignal;
  readonly reader: ApiReader;
  readonly agent: Agent;
  readonly counters: { -readonly [K in Exclude<keyof ApiServerSourceStats, "reflectors" | "skipped">]: number };
  readonly skipped: string[];
}

interface Target {
  readonly resource: WatchedResource;
  readonly namespace: string | undefined;
}

function toTargets({ resources, namespaces = ["default"] }: ApiServerSourceOptions): Target[] {
  return resources.flatMap((resource): Target[] =>
    namespaces === "all" || resource.scope === "Cluster"
      ? [{ resource, namespace: undefined }]
      : namespaces.map((namespace) => ({ resource, namespace })),
  );
}

function startReflector(run: SourceRun, target: Target): { started: Promise<void>; ended: Promise<void> } {
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  // Closing before the first list must not leave the starter waiting.
  run.signal.addEventListener("abort", () => resolve(), { once: true });
  let listed = false;
  const ended = runReflector({
    ...target,
    reader: run.reader,
    backoff: run.options.backoff ?? { baseMs: 800, maxMs: 30_000 },
    signal: run.signal,
    onNotification: makeDelivery(run),
    onListed: () => {
      listed = true;
      run.counters.lists++;
      resolve();
    },
    onFailed: async (error) => {
      const isFinal = !listed && error instanceof ApiStatusError && error.code < 500 && error.code !== 429;
      if (!isFinal) return "retry";
      if (error.code === 404 && (await isServed(run, target.resource.apiVersion))) {
        run.skipped.push(`${target.resource.apiVersion} ${guessPlural(target.resource.kind)}`);
        resolve();
      } else {
        reject(error);
      }
      return "stop";
    },
  });
  return { started, ended };
}

async function isServed(run: SourceRun, apiVersion: string): Promise<boolean> {
  try {
    (await run.reader.open(toGroupVersionPath(apiVersion), {}, run.signal)).resume();
    return true;
  } catch {
    return false;
  }
}

function makeDelivery(run: SourceRun): (notification: Notification) => Promise<void> {
  const { options, counters, agent, signal } = run;
  const { mode = "Reference", namespaces, retryDelaysMs, sinkTimeoutMs } = options;
  const first = namespaces === "all" ? undefined : namespaces?.[0];
  const sink = new URL(options.sink);
  const identity: SourceIdentity = {
    source: options.apiServer.url.replace(/\/$/, ""),
    mode,
    sourceNamespace: options.sourceNamespace ?? first ?? "default",
    overrides: options.ceOverrides,
  };
  return async (notification) => {
    const { type, subject, headers, body } = makeSourceEvent(identity, notification, Date.now());
    counters.events++;
    counters.inFlight++;
    const outcome = await sendWithRetry({ sink, headers, body, agent, signal, retryDelaysMs, sinkTimeoutMs });
    counters.inFlight--;
    counters[outcome.outcome]++;
    const id = headers.find(([name]) => name === "Ce-Id")?.[1] ?? "";
    options.onDelivery?.({ id, type, subject, ...outcome });
  };
}
