import type { Outcome } from "../core/action.ts";
import type { JsonObject } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import type { Key } from "../core/object.ts";
import type { Settings } from "../core/settings.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { PortAction, Ports } from "../ports/ports.ts";
import type { Transfers } from "./transfers.ts";

/** A kind as the engine drives it. */
export type EngineKind = Kind<Ports, PortAction>;

/** A status as it stood and as it was written, and when, in milliseconds since the epoch. */
export interface StatusChange {
  readonly key: Key;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  readonly now: number;
}

/** Everything that a pass needs; built once by a function's composition root. */
export interface Engine {
  readonly kinds: readonly EngineKind[];
  readonly ports: Ports;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  /** Carries on what takes longer than a look; absent where no request is held for longer than that. */
  readonly transfers?: Transfers;
  /** Told of every pass, for metrics. */
  readonly observe: (result: PassResult) => void;
  /** Told of every status that was written, for metrics. */
  readonly observeStatus?: (change: StatusChange) => void;
  /** Told of every announcement, for metrics: whether the backend took it. */
  readonly observeAnnouncement?: (result: Outcome["result"]) => void;
}

/**
 * How a pass ended. `gone`: no such object any more; `ignored`: another instance's, or a namespace that is not watched;
 * `settled`: nothing moves; `moving`: the backend is on its way; `waiting`: something failed that passes by itself.
 */
export type PassEnd = "gone" | "ignored" | "settled" | "moving" | "waiting";

/** What a pass did; the fields of its one log line. */
export interface PassResult {
  readonly key: Key;
  readonly end: PassEnd;
  /** The rule of the kind's chain that decided. */
  readonly rule: string | undefined;
  /** Types of the actions that were tried. */
  readonly actions: readonly string[];
  readonly generation: number | undefined;
  /** Look again no sooner than this, in milliseconds. */
  readonly revisitAfterMs: number | undefined;
  readonly ms: number;
}

/** The registered kind of a key, or undefined for one that Weir does not serve. */
export function kindOf(engine: Pick<Engine, "kinds">, key: Pick<Key, "kind">): EngineKind | undefined {
  return engine.kinds.find((kind) => kind.names.kind === key.kind);
}
