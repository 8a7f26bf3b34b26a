import { draw, type Random } from "../../../simulators/shell/random.ts";
import type { Deed } from "../../world/history.ts";

/** What goes wrong with one request on its way; `before` and `after` are those of its effect. */
export type Fault =
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "status"; readonly status: 429 | 500 | 503 }
  | { readonly kind: "reset" | "kill" | "term"; readonly when: "before" | "after" }
  | { readonly kind: "cut" };

/** Before which server a fault waits. */
export type Side = "api" | "platform";

/** The fault of the n-th request of a kind about the resource on one side, counted from the beginning of a chapter. */
export interface Scheduled {
  readonly side: Side;
  /** As `kindOfRequest` says it; `any` counts all. */
  readonly kind: string;
  readonly call: number;
  readonly fault: Fault;
}

const effects = {
  api: ["PATCH vvpdeployments", "PATCH vvpdeployments", "PATCH status"],
  platform: ["POST deployments", "POST savepoints", "POST savepoints", "PATCH deployments", "PUT deployments"],
} as const;

/** How `reconcile` hears of what changed after a deed. */
export type Heard = (typeof ways)[number];
const ways = ["never", "once", "once", "twice", "backwards", "late"] as const;

/** One deed of a user, and milliseconds until the next. */
export interface Moment {
  readonly deed: Deed;
  readonly heard: Heard;
  readonly thenMs: number;
}

/** Deeds under faults; after them the world comes to rest. */
export interface Chapter {
  readonly moments: readonly Moment[];
  readonly faults: readonly Scheduled[];
}

/** All that one seed decides: what happens to one resource, and to the requests about it. */
export interface Plan {
  readonly seed: number;
  /** Name of the resource and of its deployment. */
  readonly name: string;
  readonly mode: "PATCH" | "PUT";
  /** Somebody has a deployment of that name already. */
  readonly taken: boolean;
  readonly chapters: readonly Chapter[];
}

const chapterCount = 2;
const middle: readonly Deed[] = [
  ...(["run", "run", "suspend", "cancel", "scale", "breakSpec", "mendSpec", "pause", "resume"] as const),
  ...(["askSavepoint", "askSavepoint", "askSavepoint", "askRestart", "askBoth", "askBoth"] as const),
];
/** With these the end does not depend on what the platform took of the deeds before. */
const mending: readonly Deed[] = ["mendSpec", "resume", "scale"];
/** What runs is not deleted. */
const ending: readonly Deed[] = ["mendSpec", "resume", "cancel", "remove"];

/** The plan of a seed; the same for the same seed. */
export function makePlan(seed: number): Plan {
  const random: Random = { seed: Math.imul(seed + 1, 0x9e3779b1) >>> 0 };
  const mode = chance(random, 0.5) ? "PATCH" : "PUT";
  const taken = chance(random, 0.08);
  const chapters = Array.from({ length: chapterCount }, () => drawChapter(random));
  return { seed, name: `seed-${seed}-job`, mode, taken, chapters };
}

/** True with that probability. */
export function chance(random: Random, probability: number): boolean {
  return draw(random) < probability;
}

/** One of them. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(draw(random) * items.length)] as Item;
}

/** A whole number from `low` to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(draw(random) * (high - low + 1));
}

function drawChapter(random: Random): Chapter {
  const begin: readonly Deed[] = chance(random, 0.6) ? ["apply", "run"] : ["apply"];
  const some = Array.from({ length: between(random, 1, 4) }, () => pick(random, middle));
  const removes = chance(random, 0.3);
  const last = removes ? ending : mending;
  const moments = [...begin, ...some, ...last].map((deed) => ({
    deed,
    heard: pick(random, ways),
    thenMs: deed === "run" ? between(random, 500, 2_500) : between(random, 0, 800),
  }));
  const faults = Array.from({ length: between(random, 1, 4) }, () => drawScheduled(random));
  const rare = [...(removes ? ["DELETE deployments"] : []), ...(some.some(asksSavepoint) ? ["POST savepoints"] : [])];
  const certain = rare.map((kind): Scheduled => ({ side: "platform", kind, call: 1, fault: drawFault(random) }));
  return { moments, faults: [...certain, ...faults] };
}

/** Its request comes at most once, so that a fault by chance would hardly ever meet it. */
function asksSavepoint(deed: Deed): boolean {
  return deed === "askSavepoint" || deed === "askBoth";
}

function drawScheduled(random: Random): Scheduled {
  const side = pick(random, ["api", "platform"] as const);
  const isAny = chance(random, 0.3);
  const kind = isAny ? "any" : pick<string>(random, effects[side]);
  return { side, kind, call: isAny ? between(random, 1, 16) : pick(random, [1, 1, 1, 2, 3]), fault: drawFault(random) };
}

/** Any fault. */
export function drawFault(random: Random): Fault {
  const when = pick(random, ["before", "after"] as const);
  return pick<Fault>(random, [
    { kind: "kill", when },
    { kind: "kill", when },
    { kind: "term", when },
    { kind: "reset", when },
    { kind: "reset", when },
    { kind: "cut" },
    { kind: "delay", ms: between(random, 50, 900) },
    { kind: "status", status: pick(random, [429, 500, 503] as const) },
  ]);
}
