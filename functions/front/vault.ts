import type { Pair } from "./certificate.ts";

/** The Secret as read: what it holds (undefined when a part is missing) and the version a write must name. */
export type StoredPair = { pair: Pair | undefined; resourceVersion: string };

/** The webhook configuration as read: the caBundle of each of its webhooks in order, as PEM, empty when unset. */
export type StoredTrust = { bundles: readonly string[]; resourceVersion: string };

/** A write either happened, or someone else wrote in between and the object must be read again. */
export type WriteOutcome = "written" | "conflict";

/** The two objects of the cluster that the front owns. Every call rejects with an Error when the API server fails. */
export interface Vault {
  /** The Secret, or undefined when there is none. */
  readPair(): Promise<StoredPair | undefined>;
  /** Creates the Secret (`over` undefined), or replaces exactly the version `over`. */
  writePair(pair: Pair, over: string | undefined): Promise<WriteOutcome>;
  /** The webhook configuration, or undefined when there is none. */
  readTrust(): Promise<StoredTrust | undefined>;
  /** Puts one bundle into all `count` webhooks of exactly the version `over`. */
  writeTrust(bundle: string, count: number, over: string): Promise<WriteOutcome>;
}
