import * as z from "zod";
import { learnedSchema, notedNumber as number } from "./learned-notation.ts";
import { fromNotedSamples, type NotedSamples, toNotedSamples } from "./sample-notation.ts";
import type { AutoscalerState } from "./state.ts";

/** The version of the notation; what is noted in another one is not read, and the job begins anew. */
const version = 1;

const noted = z.array(number.nullable());
const byVertex = <Of extends z.ZodType>(of: Of) => z.record(z.string(), of);

const record = z.object({ at: number, from: number, to: number, capacity: number, expected: number, demand: number });
const lower = z.object({ at: number, parallelism: number, isOutside: z.boolean() });
const desired = z.object({
  decidedAt: number,
  parallelism: byVertex(z.int().positive()),
  configuration: z.object({ set: z.record(z.string(), z.string()), unset: z.array(z.string()) }).optional(),
});
const memo = z.object({
  at: number,
  vertices: byVertex(
    z.object({
      names: z.record(z.string(), z.array(z.string())).optional(),
      partitions: number.optional(),
      listedAt: number.optional(),
      skew: z.object({ max: number, min: number }).optional(),
      skewAt: number.optional(),
    }),
  ),
});
const schema = z.object({
  version: z.literal(version),
  graph: z.string(),
  window: z.object({
    vertices: z.array(z.string()),
    samples: z.array(z.tuple([number, z.array(noted.nullable()), noted])),
  }),
  history: byVertex(z.array(record)),
  restarts: z.array(z.object({ at: number, duration: number.optional() })),
  delayed: byVertex(z.object({ first: number, queue: z.array(lower) })),
  desired: desired.optional(),
  learned: learnedSchema.optional(),
  told: z.record(z.string(), number),
  memo: memo.optional(),
  latest: z.object({ at: number, reason: z.string(), message: z.string() }).optional(),
});

/** A state as JSON; its window, which is most of it, has no number that JSON has not. */
export function writeState({ samples, ...rest }: AutoscalerState): string {
  const few = JSON.stringify({ version, ...rest }, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
  return `${few.slice(0, -1)},"window":${JSON.stringify(toNotedSamples(samples))}}`;
}

/** The state that a text notes; undefined for any other text, and for one of another version. */
export function readState(text: string): AutoscalerState | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return undefined;
  const { version: _, window, ...rest } = parsed.data;
  return { ...(rest as Omit<AutoscalerState, "samples">), samples: fromNotedSamples(window as NotedSamples) };
}
