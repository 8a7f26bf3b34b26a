import type { JsonObject } from "../core/json.ts";
import type { Key, KubeObject, Names } from "../core/object.ts";

/** One object and the API server's time of the answer (its `Date` header), in milliseconds since the epoch. */
export interface Read {
  readonly object: KubeObject;
  readonly now: number;
}

/**
 * One page of a list; `continue` is absent on the last.
 *
 * Guarantees: what exists unchanged from the first page to the last is on exactly one page.
 * Caveats: where a token expires between two pages, the rest of the list is of a later moment than its beginning, so
 * that what changed in between may be missed or seen twice.
 */
export interface Page {
  readonly items: readonly KubeObject[];
  readonly continue?: string;
  readonly now: number;
}

/** What to list; an empty namespace means all. */
export interface ListQuery {
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly limit: number;
  readonly continue?: string;
}

/**
 * The Kubernetes API server.
 *
 * Guarantees: every rejection is an `OperatorError`: `Conflict` (409, the precondition failed), `Missing` (a list
 * whose `continue` expired, 410, without a token for the rest, a list of a kind that is not installed, and an object that
 * is gone when it is to be written),
 * `Denied` (401, 403),
 * `Rejected` (other 4xx), `Throttled` (429), `Unavailable` (5xx, time-out, no connection), `Malformed`. Reads are
 * tried again by the adapter where that is safe, writes never.
 */
export interface Cluster {
  /** A fresh read (never from a watch cache on purpose); undefined when the object does not exist. */
  get(names: Names, key: Key, signal?: AbortSignal): Promise<Read | undefined>;
  /** A page; an expired `continue` is exchanged for the API server's token for the rest, where it gives one. */
  list(names: Names, query: ListQuery, signal?: AbortSignal): Promise<Page>;
  /**
   * A JSON merge patch of the object or of its status, by field manager `weir`.
   *
   * Assumptions: the patch holds `metadata.resourceVersion`, the precondition that makes a lost race a `Conflict`.
   */
  patch(names: Names, key: Key, patch: JsonObject, subresource?: "status"): Promise<KubeObject>;
  /** The decoded data of a Secret, or undefined where there is none; only ever by name (D13). */
  readSecret(
    namespace: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined>;
}

/** A lock with a time limit, for sweeps that must not overlap (D10). */
export interface Lease {
  /**
   * True when `holder` has it now: it was free, expired, already theirs, or had by one of `formers`, who are known to do
   * nothing under it any more. `ttlMs` counts by the API server's clock.
   */
  acquire(holder: string, ttlMs: number, formers?: ReadonlySet<string>): Promise<boolean>;
  /** True when it went to `holder` from `former`, who had it at this moment: one that is free, expired or another's stays so. */
  takeOver(former: string, holder: string, ttlMs: number): Promise<boolean>;
  release(holder: string): Promise<void>;
}
