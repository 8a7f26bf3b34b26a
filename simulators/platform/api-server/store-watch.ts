import type { Entry } from "./history.ts";
import { type KubeObject, withMeta } from "./object.ts";
import { type Resource, storageKey } from "./resource.ts";
import type { Matcher } from "./selector.ts";
import { ApiError } from "./status-error.ts";
import { inVersion, type Store } from "./store.ts";
import { type ListQuery, matcherOf } from "./store-list.ts";

/** One event of a watch. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
}

/**
 * A watch: what has happened since, then everything that happens, until it is stopped.
 *
 * Guarantees: no gap and no repetition between the first events and the later ones; an object that enters the selection is
 * ADDED, one that leaves it is DELETED.
 */
export interface Watch {
  readonly first: readonly WatchEvent[];
  stop(): void;
}

/**
 * Starts a watch. Without a resource version (or with "0") it begins with every object as ADDED.
 *
 * Throws 400 for a bad selector, 410 if the version is too old.
 */
export function startWatch(
  store: Store,
  resource: Resource,
  query: ListQuery,
  listener: (event: WatchEvent) => void,
): Watch {
  const matches = matcherOf(resource, query);
  const since = versionOf(query.resourceVersion ?? "0");
  const first = since === 0 ? existing(store, resource, matches) : missed(store, resource, matches, since);
  const stop = store.subscribe((entry) => {
    const event = toEvent(entry, resource, matches);
    if (event) listener(event);
  });
  return { first, stop };
}

function versionOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const problem = `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`;
  throw new ApiError(500, "", problem);
}

function existing(store: Store, resource: Resource, matches: Matcher): WatchEvent[] {
  const found = store.all(resource).filter(matches);
  return found.map((object) => ({ type: "ADDED", object: inVersion(object, resource) }));
}

function missed(store: Store, resource: Resource, matches: Matcher, since: number): WatchEvent[] {
  return store.history.since(since).flatMap((entry) => toEvent(entry, resource, matches) ?? []);
}

/** What a watch with this selection shows of a change; undefined if nothing. */
function toEvent(entry: Entry, resource: Resource, matches: Matcher): WatchEvent | undefined {
  if (entry.storage !== storageKey(resource)) return undefined;
  const now = entry.type !== "DELETED" && matches(entry.object);
  const before = entry.before !== undefined && matches(entry.before);
  if (!now && !before) return undefined;
  const type = now ? (before ? "MODIFIED" : "ADDED") : "DELETED";
  return { type, object: inVersion(leaving(entry, type), resource) };
}

/** An object that leaves a selection is shown as it was, with the version of the change. */
function leaving(entry: Entry, type: WatchEvent["type"]): KubeObject {
  if (type !== "DELETED" || !entry.before) return entry.object;
  return withMeta(entry.before, { resourceVersion: entry.object.metadata.resourceVersion });
}
