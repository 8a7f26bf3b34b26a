import type { Violation } from "../../core/rule.ts";
import type { TunedMemory } from "../tuning/tune-memory.ts";

/** A vertex that is to be scaled; rates are records per second. */
export interface ExplainedChange {
  readonly vertex: string;
  /** As a user knows it. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What it can do now. */
  readonly capacity: number;
  /** What it should be able to do then. */
  readonly expected: number;
  /** What comes in. */
  readonly demand: number;
}

/** A vertex that would be scaled if something were not in the way. */
export interface HeldVertex {
  readonly vertex: string;
  readonly name: string;
  readonly from: number;
  readonly wanted: number;
}

/** Changes that are planned, and the memory that is recommended with them. */
export interface ExplainedPlan {
  readonly changes: readonly ExplainedChange[];
  readonly memory?: TunedMemory;
}

/** Times are milliseconds since the epoch. */
interface ByReason {
  readonly Disabled: object;
  readonly InvalidOptions: { readonly problems: readonly Violation[] };
  readonly NotScalable: { readonly why: string };
  readonly NotRunning: { readonly status: string };
  readonly NotReady: { readonly why: string };
  readonly MetricsUnavailable: { readonly why: string };
  readonly MetricMissing: { readonly vertex: string; readonly name: string; readonly metrics: readonly string[] };
  readonly Stabilizing: { readonly until: number };
  readonly WindowFilling: { readonly filled: number; readonly window: number; readonly until: number };
  readonly Balanced: { readonly vertices: number };
  readonly ScaleDownDelayed: { readonly until: number; readonly vertices: readonly HeldVertex[] };
  readonly LoadUnconfirmed: { readonly until: number; readonly vertices: readonly HeldVertex[] };
  readonly ScalingIneffective: { readonly vertices: readonly HeldVertex[] };
  readonly ScalingLimited: { readonly vertices: readonly HeldVertex[] };
  readonly MemoryPressure: {
    readonly of: "gcPressure" | "heapUsage";
    readonly share: number;
    readonly threshold: number;
  };
  readonly AdviceOnly: ExplainedPlan;
  readonly ExcludedPeriod: ExplainedPlan & { readonly period: string };
  readonly QuotaReached: ExplainedPlan & {
    readonly of: "cpu" | "memory";
    readonly needed: number;
    readonly quota: number;
  };
  readonly ResourcesRefused: ExplainedPlan & { readonly taskManagers: number };
  readonly Scaled: ExplainedPlan;
  readonly Reverted: ExplainedPlan & { readonly because: "unrealised" | "useless" };
  readonly Rescaling: ExplainedPlan & { readonly since: number };
  readonly Fenced: object;
}

/** The name of what came of a cycle; there are no others. */
export type Reason = keyof ByReason;

/** What came of a cycle, with all that it takes to say why. */
export type Explanation = { readonly [Name in Reason]: { readonly reason: Name } & ByReason[Name] }[Reason];

/** The explanation of one reason. */
export type ExplanationOf<Name extends Reason> = Extract<Explanation, { readonly reason: Name }>;
