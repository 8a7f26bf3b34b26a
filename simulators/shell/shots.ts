import * as z from "zod";
import { draw, type Random } from "./random.ts";
import { ms } from "./setting.ts";

/** Which request a scripted fault hits: the first one of that method (any, when absent) whose path contains `path`. */
export const target = {
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  path: z.string().optional(),
};

/** The scripted faults of every simulator. */
export const usualShots = [
  z.strictObject({ ...target, kind: z.literal("error"), status: z.number().int().min(400).max(599).default(503) }),
  z.strictObject({ ...target, kind: z.literal("delay"), ms }),
  z.strictObject({ ...target, kind: z.literal("hang") }),
  z.strictObject({ ...target, kind: z.literal("resetBeforeCommit") }),
  z.strictObject({ ...target, kind: z.literal("resetAfterCommit") }),
  z.strictObject({ ...target, kind: z.literal("duplicate") }),
  z.strictObject({ ...target, kind: z.literal("htmlNotFound") }),
  z.strictObject({ ...target, kind: z.literal("garbage") }),
] as const;

type Target = { readonly method?: string | undefined; readonly path?: string | undefined };

/** A request as a fault sees it. */
export type Aimed = { readonly method: string; readonly path: string };

/** The first scripted fault that hits a request, and those that remain; it is used up. */
export function takeShot<Shot extends Target>(
  next: readonly Shot[],
  { method, path }: Aimed,
): { readonly shot: Shot | undefined; readonly rest: readonly Shot[] } {
  const index = next.findIndex(
    (one) => (one.method === undefined || one.method === method) && (one.path === undefined || path.includes(one.path)),
  );
  return { shot: next[index], rest: index === -1 ? next : next.toSpliced(index, 1) };
}

/** The first of several faults that chance wants, each with its rate. */
export function drawFault<Fault>(rates: readonly (readonly [number, Fault])[], random: Random): Fault | undefined {
  return rates.find(([rate]) => rate > 0 && draw(random) < rate)?.[1];
}

/** Milliseconds that a request travels before it takes effect. */
export function drawLatency([low, high]: readonly [number, number], random: Random): number {
  return high === 0 ? 0 : Math.round(low + (high - low) * draw(random));
}
