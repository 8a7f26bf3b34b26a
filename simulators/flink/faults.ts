import type { Random } from "../shell/random.ts";
import { type Aimed, drawFault, takeShot } from "../shell/shots.ts";
import type { Shot } from "./knobs.ts";

/** The faults of the way to a cluster; rates are 0 to 1 and drawn for each request, `next` is consumed first. */
export interface Faults {
  readonly latencyMs: readonly [number, number];
  readonly rate5xx: number;
  readonly resetAfterCommit: number;
  readonly duplicate: number;
  readonly htmlNotFound: number;
  readonly garbage: number;
  readonly cutShort: number;
  readonly hang: number;
  readonly next: readonly Shot[];
}

/** What goes wrong with one request. Only resetAfterCommit, duplicate, cutShort and delay let its effect happen. */
export type Fault =
  | { readonly kind: "error"; readonly status: number }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: Exclude<Shot["kind"], "error" | "delay"> };

/** A way without faults. */
export const NO_FAULTS: Faults = {
  latencyMs: [0, 0],
  rate5xx: 0,
  resetAfterCommit: 0,
  duplicate: 0,
  htmlNotFound: 0,
  garbage: 0,
  cutShort: 0,
  hang: 0,
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
  return { fault: drawFault(ratesOf(faults), random), rest: faults };
}

function ratesOf(faults: Faults): readonly (readonly [number, Fault])[] {
  return [
    [faults.rate5xx, { kind: "error", status: 503 }],
    [faults.htmlNotFound, { kind: "htmlNotFound" }],
    [faults.garbage, { kind: "garbage" }],
    [faults.cutShort, { kind: "cutShort" }],
    [faults.hang, { kind: "hang" }],
    [faults.resetAfterCommit, { kind: "resetAfterCommit" }],
    [faults.duplicate, { kind: "duplicate" }],
  ];
}
