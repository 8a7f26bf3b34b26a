import type { Random } from "../shell/random.ts";
import { type Aimed, drawFault, takeShot } from "../shell/shots.ts";
import type { Shot } from "./knobs.ts";

/** The fault knobs of 2.9 item 11; rates are 0 to 1 and drawn for each request, `next` is consumed first. */
export type Faults = {
  readonly latencyMs: readonly [number, number];
  readonly rate429: number;
  readonly retryAfterSeconds: number;
  readonly rate5xx: number;
  readonly resetAfterCommit: number;
  readonly duplicate: number;
  readonly htmlNotFound: number;
  readonly garbage: number;
  readonly hang: number;
  readonly eventFailure: number;
  readonly staleReadMs: number;
  /** Requests that are taken in one second; 0 for any number. */
  readonly requestsPerSecond: number;
  readonly next: readonly Shot[];
};

/** What goes wrong with one request. Only resetAfterCommit, duplicate and delay let its effect happen. */
export type Fault =
  | { readonly kind: "throttle"; readonly retryAfterSeconds: number }
  | { readonly kind: "error"; readonly status: number }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "hang" | "resetBeforeCommit" | "resetAfterCommit" | "duplicate" | "htmlNotFound" | "garbage" };

/** A platform without faults. */
export const NO_FAULTS: Faults = {
  latencyMs: [0, 0],
  rate429: 0,
  retryAfterSeconds: 1,
  rate5xx: 0,
  resetAfterCommit: 0,
  duplicate: 0,
  htmlNotFound: 0,
  garbage: 0,
  hang: 0,
  eventFailure: 0,
  staleReadMs: 0,
  requestsPerSecond: 0,
  next: [],
};

/** The fault of a request, if any, and the faults that remain: a scripted fault is used up by its first match. */
export function takeFault(
  faults: Faults,
  random: Random,
  request: Aimed,
): { readonly fault: Fault | undefined; readonly rest: Faults } {
  const { shot, rest } = takeShot(faults.next, request);
  if (shot !== undefined) return { fault: shot, rest: { ...faults, next: rest } };
  return { fault: drawFault(ratesFor(faults, request), random), rest: faults };
}

function ratesFor(faults: Faults, { method, path }: Aimed): readonly (readonly [number, Fault])[] {
  const isEvent = method === "POST" && /\/events(\?|$)/.test(path);
  return [
    [isEvent ? faults.eventFailure : 0, { kind: "error", status: 500 }],
    [faults.rate429, { kind: "throttle", retryAfterSeconds: faults.retryAfterSeconds }],
    [faults.rate5xx, { kind: "error", status: 503 }],
    [faults.htmlNotFound, { kind: "htmlNotFound" }],
    [faults.garbage, { kind: "garbage" }],
    [faults.hang, { kind: "hang" }],
    [faults.resetAfterCommit, { kind: "resetAfterCommit" }],
    [faults.duplicate, { kind: "duplicate" }],
  ];
}
