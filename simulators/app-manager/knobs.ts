import * as z from "zod";

const rate = z.number().min(0).max(1);
const ms = z.number().int().min(0).max(600_000);
const names = z.array(z.string().min(1).max(200)).max(1000);
const where = { method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(), path: z.string().optional() };
const seconds = z.number().int().min(0).max(3600);

/** One scripted fault: it hits the first request of that method (any, when absent) whose path contains `path`. */
const shot = z.discriminatedUnion("kind", [
  z.strictObject({ ...where, kind: z.literal("throttle"), retryAfterSeconds: seconds.default(1) }),
  z.strictObject({ ...where, kind: z.literal("error"), status: z.number().int().min(400).max(599).default(503) }),
  z.strictObject({ ...where, kind: z.literal("delay"), ms }),
  z.strictObject({ ...where, kind: z.literal("hang") }),
  z.strictObject({ ...where, kind: z.literal("resetBeforeCommit") }),
  z.strictObject({ ...where, kind: z.literal("resetAfterCommit") }),
  z.strictObject({ ...where, kind: z.literal("duplicate") }),
  z.strictObject({ ...where, kind: z.literal("htmlNotFound") }),
  z.strictObject({ ...where, kind: z.literal("garbage") }),
]);

/** Every kind of scripted fault. */
export const FAULT_KINDS = shot.options.map(({ shape }) => shape.kind.value);

const delays = z.strictObject({ startMs: ms, cancelMs: ms, savepointMs: ms, stopMs: ms, jitter: rate }).partial();

const knobs = z
  .strictObject({
    latencyMs: z.tuple([ms, ms]).refine(([low, high]) => low <= high, "the first number must not exceed the second"),
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

/** A wrong setting: the field as a dotted path, and why it is wrong. */
export type Complaint = { readonly field: string; readonly why: string };

/** The parsed value, or each wrong field with the reason. */
export function readSetting<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly value: z.output<S> } | { readonly complaints: readonly Complaint[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { complaints: parsed.error.issues.flatMap(toComplaints) };
}

function toComplaints(issue: z.core.$ZodIssue): readonly Complaint[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: path.join(".") || "(body)", why: issue.message }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), why: "is not a known setting" }));
}
