import { type Fault, faultsOf } from "../faults.ts";
import type { ListedFaults } from "../schedule.ts";
import { isWrite, type Note } from "./notes.ts";

/** One fault at one place. */
export type Variant = ListedFaults[number];

/** Strengths of a fault that are tried, from 0 to 1; a stale read shows what was so 1, 2, 3 and 4 versions ago. */
const strengths: { readonly [Kind in Fault]?: readonly number[] } = {
  stale: [0, 0.25, 0.5, 0.75],
  late: [0.05, 0.95],
  frozen: [0.2, 0.95],
  delayed: [0.1, 0.9],
  twice: [0.01, 0.5],
  terminated: [0.1, 0.9],
  jumped: [0, 1],
  cold: [0.1, 0.9],
  "timed out": [0.01, 0.3, 0.9],
};

/** `WEIR_REJECTED_RETRY` of the simulator's settings, in milliseconds. */
const rejectedRetryMs = 600_000;

/** Milliseconds that a fault may last at most. */
const lastsMs: { readonly [Kind in Fault]?: number } = {
  "silent before": 15_000,
  "silent after": 15_000,
  slow: 15_000,
  late: 45_000,
  frozen: 40_000,
  delayed: 120_000,
  twice: 120_000,
  terminated: 35_000,
  cold: 20_000,
  "timed out": 10_000,
};

/** Which of all single faults are tried; `edges` are the crashes right before and right after what is written. */
export const choices = ["edges", "crashes", "stale", "lost", "other"] as const;

/** A sort of single faults. */
export type Choice = (typeof choices)[number];

/** Every fault of these sorts that a place can meet, in all its strengths. */
export function variantsAt(note: Note, chosen: ReadonlySet<Choice>): Variant[] {
  const { place, kind } = note;
  const listed = faultsOf[kind]
    .filter((fault) => chosen.has(sortOf(fault)))
    .flatMap((fault) => (strengths[fault] ?? [undefined]).map((strength) => variant(place, fault, strength)));
  return chosen.has("edges") ? [...edgesAt(note), ...listed] : listed;
}

/**
 * The crashes right before and right after a write: those that differ in what is left behind. A read changes nothing, so
 * that whoever dies around it leaves what he leaves right before his next write.
 */
export function edgesAt({ place, kind }: Note): Variant[] {
  return isWrite(kind) ? [variant(place, "crash before"), variant(place, "crash after")] : [];
}

/** The crashes before each read, and before and after each write. */
export function crashesAt(note: Note): Variant[] {
  const dies = faultsOf[note.kind].includes("crash before");
  return dies && !isWrite(note.kind) ? [variant(note.place, "crash before")] : edgesAt(note);
}

function variant(place: number, fault: Fault, strength?: number): Variant {
  return strength === undefined ? [place, fault] : [place, fault, strength];
}

/** When a fault is over at the latest: a write that was denied counts as rejected, and is tried again after that time. */
export function overAt({ kind, at }: Note, [, fault]: Variant): number {
  const rejected = fault === "denied" && isWrite(kind) && kind.startsWith("platform ");
  return at + (rejected ? rejectedRetryMs : (lastsMs[fault] ?? 0));
}

function sortOf(fault: Fault): Choice {
  if (fault.startsWith("crash")) return "crashes";
  if (fault === "stale" || fault === "lost") return fault;
  return "other";
}
