import type { LookMemo, VertexMemo, VertexReading } from "../../autoscaler/sample/reading.ts";
import type { RunningJob } from "./flink-look.ts";
import type { Place } from "./flink-vertices.ts";

/** Milliseconds for which gauges of Flink ramp up after a start. */
export const rampUp = 60_000;

/** A look on its way. */
export interface Counting {
  readonly place: Place;
  readonly job: RunningJob;
  readonly memo: LookMemo | undefined;
  /** The moment that the job's counters are of; undefined where they do not tell. */
  readonly countersAt: number | undefined;
}

/** What was read of a vertex, and what is remembered of it. */
export interface CountedVertex {
  readonly reading: VertexReading;
  readonly memo: VertexMemo;
}
