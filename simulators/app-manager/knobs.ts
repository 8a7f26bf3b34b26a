import * as z from "zod";
import { ms, rate, span } from "../shell/setting.ts";
import { target, usualShots } from "../shell/shots.ts";

const names = z.array(z.string().min(1).max(200)).max(1000);
const seconds = z.number().int().min(0).max(3600);

const shot = z.discriminatedUnion("kind", [
  z.strictObject({ ...target, kind: z.literal("throttle"), retryAfterSeconds: seconds.default(1) }),
  ...usualShots,
]);

/** Every kind of scripted fault. */
export const FAULT_KINDS = shot.options.map(({ shape }) => shape.kind.value);

const delays = z.strictObject({ startMs: ms, cancelMs: ms, savepointMs: ms, stopMs: ms, jitter: rate }).partial();

const knobs = z
  .strictObject({
    latencyMs: span,
    rate429: rate,
    retryAfterSeconds: seconds,
    rate5xx: rate,
    resetAfterCommit: rate,
    duplicate: rate,
    htmlNotFound: rate,
    garbage: rate,
    hang: rate,
    eventFailure: rate,
    staleReadMs: ms,
    next: z.array(shot).max(1000),
    delays,
    refusedDeleteStatus: z.union([z.literal(400), z.literal(409)]),
    deleteStatus: z.union([z.literal(200), z.literal(204)]),
    nullInPatch: z.enum(["removes", "ignored"]),
    autopilot: z.enum(["up", "vague", "silent", "error", "garbage"]),
    pageSize: z.number().int().min(0).max(100),
    creationOnlyPaths: names,
    requestsPerSecond: z.number().int().min(0).max(100_000),
    namespaces: names,
    targets: names,
    engineVersions: names,
  })
  .partial();

const behaviour = z.strictObject({
  broken: z.boolean().optional(),
  failedStarts: z.number().int().min(0).optional(),
  finishesAfterMs: ms.optional(),
  failsAfterMs: ms.optional(),
  failedSavepoints: z.number().int().min(0).optional(),
  withoutSavepoints: z.boolean().optional(),
});

const label = z.string().min(1).max(250);

/** What each administrative request takes; unknown keys are refused so that a typing error is noticed. */
export const ADMIN_BODIES = {
  config: knobs,
  deployment: z.strictObject({
    namespace: label.default("default"),
    name: label,
    spec: z.record(z.string(), z.json()),
  }),
  spec: z.record(z.string(), z.json()),
  artifact: z.strictObject({ artifact: z.string().min(1), behaviour }),
  mode: z.strictObject({ mode: z.enum(["DISABLED", "MONITORING", "ACTIVE"]) }),
  scaling: z.strictObject({ target: z.number().int().min(1).max(32_768) }),
  clock: z.strictObject({ ms: z.number().int().min(0).max(3_600_000_000) }),
  event: z.strictObject({
    name: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, "must be written as STATE_TRANSITION_IS_NEEDED is"),
    message: z.string().max(10_000).default("Told by the backdoor."),
  }),
  token: z.strictObject({
    namespace: label.default("default"),
    role: z.enum(["viewer", "editor", "owner"]).default("editor"),
    secret: z.string().min(1).regex(/^\S+$/, "must not contain white space").optional(),
    expiresInMs: z.number().int().min(0).optional(),
  }),
} as const;

/** Settings to change; those left out stay. Rates are 0 to 1, `next` replaces the queue of scripted faults. */
export type Settings = z.input<typeof knobs>;

/** A scripted fault with its defaults filled in. */
export type Shot = z.output<typeof shot>;
