import type { Key } from "../core/object.ts";

/** A key that a carrier carries, and how. */
export type FollowedKey = Key & {
  /** How often it was handed over at a carrier's limit, a whole number of 0 to 100. */
  readonly hops?: number;
  /** Look no sooner than this after the carrier's arrival, in milliseconds, 0 to 600,000. */
  readonly afterMs?: number;
};

/** Events that the functions send to themselves (D9, D10). */
export type OwnEvent =
  /** Follow these resources until they settle; `detached`: their sender goes away, so carry them on and answer at once. */
  | { readonly type: "dev.weir.follow"; readonly keys: readonly FollowedKey[]; readonly detached?: boolean }
  /** Go on with a sweep whose budget ran out; `holder` is who has its lease, an empty `continue` is a list's start. */
  | {
      readonly type: "dev.weir.sweep";
      readonly holder: string;
      readonly kind: string;
      readonly namespace: string;
      readonly continue: string;
    };

/** The way to our own service address (`WEIR_SELF_URL`). */
export interface Bus {
  /**
   * Sends an event and holds the request until it is answered; the held request is what keeps a pod alive (D9).
   *
   * Guarantees: resolves at any 2xx and when `signal` aborts; rejects with an `OperatorError` (`Unavailable`) otherwise.
   */
  send(event: OwnEvent, signal?: AbortSignal): Promise<void>;
}
