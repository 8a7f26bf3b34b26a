import * as z from "zod";
import { ms, rate, span } from "../shell/setting.ts";
import { target, usualShots } from "../shell/shots.ts";

const cutShort = z.strictObject({ ...target, kind: z.literal("cutShort") });
const shot = z.discriminatedUnion("kind", [...usualShots, cutShort]);

/** Every kind of scripted fault. */
export const FAULT_KINDS = shot.options.map(({ shape }) => shape.kind.value);

const delays = z
  .strictObject({
    restMs: ms,
    initializingMs: ms,
    jobStartMs: ms,
    restartMs: ms,
    cancelMs: ms,
    savepointMs: ms,
    rememberedMs: ms,
  })
  .partial();

const knobs = z
  .strictObject({
    latencyMs: span,
    rate5xx: rate,
    resetAfterCommit: rate,
    duplicate: rate,
    htmlNotFound: rate,
    garbage: rate,
    cutShort: rate,
    hang: rate,
    next: z.array(shot).max(1000),
    delays,
    taskManagers: z.number().int().min(0).max(10_000),
  })
  .partial();

const perSecond = z.number().min(0).max(1_000_000_000);
const capacity = z.number().positive().max(1_000_000_000);
const time = z.number().int().positive().max(86_400_000);

const load = z.strictObject({
  arrivals: perSecond,
  source: capacity,
  work: capacity,
  swing: z.strictObject({ to: perSecond, everyMs: time }).optional(),
});

const hexId = z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hex digits");

/** A job that is to run: what its main() would make. */
const job = z.strictObject({
  id: hexId.optional(),
  name: z.string().min(1).max(250),
  parallelism: z.number().int().min(1).max(64).default(1),
  load: load.optional(),
  finishesAfterMs: time.optional(),
  failsAfterMs: time.optional(),
  stallsAfterMs: time.optional(),
});

/** What each request to the simulator itself takes; unknown keys are refused so that a typing error is noticed. */
export const ADMIN_BODIES = {
  config: knobs,
  job,
  jobs: z.array(job).max(100),
  load: load.partial(),
  clock: z.strictObject({ ms: z.number().int().min(0).max(3_600_000_000) }),
} as const;

/** Settings to change; those left out stay. Rates are 0 to 1, `next` replaces the queue of scripted faults. */
export type Settings = z.input<typeof knobs>;

/** A scripted fault with its defaults filled in. */
export type Shot = z.output<typeof shot>;

/** A job that is to run. */
export type JobOrder = z.output<typeof job>;

/** A load to change; what is left out stays. */
export type LoadOrder = z.output<(typeof ADMIN_BODIES)["load"]>;
