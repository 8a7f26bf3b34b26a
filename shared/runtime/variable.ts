import type * as z from "zod";

/** The functions that a variable concerns. */
export type FunctionName = "reconcile" | "refresh" | "autoscale" | "admission";

/** One environment variable: what `docs/reference/environment.md` says and what a wrong value is measured against. */
export interface Variable {
  readonly name: string;
  /** Undefined: it must be given. */
  readonly default: string | undefined;
  readonly about: string;
  readonly functions: readonly FunctionName[];
  readonly schema: z.ZodType;
}
