import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../../shared/adapters/http.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** How a host meets a request; `hangs` says nothing until the time of the request is over, `throws` breaks the transport. */
export type Manner = "hangs" | "refuses" | "cuts" | "throws" | (WireAnswer & { readonly afterMs?: number });

/** A host in virtual time: what it was asked, and when. */
export interface SlowHost {
  readonly transport: Transport;
  /** Requests, as seconds since the beginning and what is asked. */
  readonly asked: string[];
  /** How it meets the next requests. */
  meet(manner: Manner): void;
}

/** An answer with that status. */
export function answer(status: number, retryAfter?: string, afterMs = 0): Manner {
  return { status, text: "{}", retryAfter, afterMs };
}

/** A host that answers 200 until it is told otherwise. */
export function makeSlowHost(clock: VirtualClock): SlowHost {
  const asked: string[] = [];
  let manner = answer(200);
  const send = async (request: WireRequest, signal?: AbortSignal): Promise<WireAnswer | NoAnswer> => {
    asked.push(`${Math.round(clock.monotonic()) / 1000} ${request.method} ${new URL(request.url).pathname}`);
    const met = manner;
    if (met === "throws") throw new TypeError("a defect");
    if (met === "refuses") return { why: "ECONNREFUSED", sent: false, cause: "way" };
    if (met === "cuts") return { why: "ECONNRESET", sent: true, cause: "way" };
    await clock.sleep(met === "hangs" ? request.timeoutMs : (met.afterMs ?? 0), signal);
    return met === "hangs" ? { why: "no answer in the time that was left", sent: true, cause: "time" } : met;
  };
  return {
    transport: { warm: async () => {}, close: () => {}, send },
    asked,
    meet: (next) => {
      manner = next;
    },
  };
}
