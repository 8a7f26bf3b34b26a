import { setTimeout as sleep } from "node:timers/promises";
import { type ApiReader, ApiStatusError, readLines, readText } from "./api-reader.ts";
import { parseGoJson } from "./go-json.ts";
import { toCollectionPath, toSelectorText, type WatchedResource } from "./resource-path.ts";

/** A Kubernetes object as the watch delivers it. */
export interface WatchedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string };
}

/** What a reflector hands on: one notification of a watch, never an object of a list. */
export interface Notification {
  readonly verb: "add" | "update" | "delete";
  readonly object: WatchedObject;
}

/** Waits between a failed list or watch and the next: doubled from `baseMs` up to `maxMs`, plus up to as much at random. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** One list-and-watch loop over one collection. */
export interface ReflectorOptions {
  readonly reader: ApiReader;
  readonly resource: WatchedResource;
  /** Absent: the whole cluster. */
  readonly namespace: string | undefined;
  readonly backoff: Backoff;
  readonly signal: AbortSignal;
  /** The next notification is read only when this has resolved. */
  readonly onNotification: (notification: Notification) => Promise<void>;
  /** Called after every list; the first one is the start. */
  readonly onListed: () => void;
  /** Called when a list or watch cannot be opened; `stop` ends the loop. */
  readonly onFailed: (error: unknown) => Promise<"retry" | "stop">;
}

const VERBS: Readonly<Record<string, Notification["verb"]>> = { ADDED: "add", MODIFIED: "update", DELETED: "delete" };
const SHORTEST_WATCH_MS = 1000;
const QUIET_MS = 120_000;

/**
 * Lists for the resource version only, then watches, until the signal aborts.
 * **Guarantees**: notifications in the order of the watch, one at a time. **Caveats** (real ones, `knative.md` 1.3): the
 * objects of a list are never handed on, so what changes between an expired watch and the next list is lost.
 */
export async function runReflector(options: ReflectorOptions): Promise<void> {
  const pause = makePause(options.backoff, options.signal);
  let version: string | undefined;
  while (!options.signal.aborted) {
    try {
      version ??= await list(options);
      const seen = await watch(options, version);
      version = seen.version;
      if (seen.end !== "closed") await pause();
    } catch (error) {
      if (options.signal.aborted || (await options.onFailed(error)) === "stop") return;
      if (!isWatchRetriable(error)) version = undefined;
      await pause();
    }
  }
}

async function list(options: ReflectorOptions): Promise<string> {
  // One object is enough: nothing but the version of the collection is used.
  const query = { limit: "1", ...selectorQuery(options) };
  const response = await options.reader.open(
    toCollectionPath(options.resource, options.namespace),
    query,
    options.signal,
  );
  const body = parseGoJson(await readText(response)) as { metadata?: { resourceVersion?: string } };
  options.onListed();
  return body.metadata?.resourceVersion ?? "0";
}

interface WatchEnd {
  readonly end: "closed" | "broken";
  /** Where the next watch begins; undefined when a list must come first. */
  readonly version: string | undefined;
}

async function watch(options: ReflectorOptions, from: string): Promise<WatchEnd> {
  const startedAt = Date.now();
  const response = await options.reader.open(
    toCollectionPath(options.resource, options.namespace),
    watchQuery(options, from),
    options.signal,
  );
  let version = from;
  let count = 0;
  try {
    for await (const line of readLines(response)) {
      if (options.signal.aborted) break;
      const event = parseGoJson(line) as { type: string; object: WatchedObject };
      if (event.type === "ERROR") return { end: "broken", version: undefined };
      count++;
      version = event.object.metadata.resourceVersion ?? version;
      const verb = VERBS[event.type];
      if (verb !== undefined) await options.onNotification({ verb, object: event.object });
    }
  } catch (error) {
    // A connection that breaks off ends the watch like an ordinary close; only a bad line makes client-go list again.
    if (error instanceof SyntaxError) return { end: "broken", version: undefined };
  } finally {
    response.destroy();
  }
  const isTooShort = count === 0 && Date.now() - startedAt < SHORTEST_WATCH_MS;
  return isTooShort ? { end: "broken", version: undefined } : { end: "closed", version };
}

const selectorQuery = (options: ReflectorOptions): { labelSelector?: string } => {
  const text = toSelectorText(options.resource.selector);
  return text === "" ? {} : { labelSelector: text };
};

const watchQuery = (options: ReflectorOptions, version: string): Record<string, string> => ({
  watch: "true",
  allowWatchBookmarks: "true",
  resourceVersion: version,
  timeoutSeconds: String(300 + Math.floor(Math.random() * 300)),
  ...selectorQuery(options),
});

// client-go opens the watch again at the same version in these cases; in all others it lists first.
const isWatchRetriable = (error: unknown): boolean =>
  error instanceof ApiStatusError
    ? error.code === 429 || error.code === 500
    : (error as NodeJS.ErrnoException).code === "ECONNREFUSED";

function makePause(backoff: Backoff, signal: AbortSignal): () => Promise<void> {
  let next = backoff.baseMs;
  let lastAt = 0;
  return async () => {
    if (Date.now() - lastAt > QUIET_MS) next = backoff.baseMs;
    const wait = next * (1 + Math.random());
    next = Math.min(next * 2, backoff.maxMs);
    lastAt = Date.now();
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  };
}
