import * as z from "zod";
import { parseDuration } from "../../shared/core/duration.ts";

const duration = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms > 0) return ms;
      context.addIssue({ code: "custom", message: `"${text}" is no duration such as 12s or 1h` });
      return z.NEVER;
    });

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** Checks come up to a tenth late. What a renewal then takes must fit into the third of a life that is left for it. */
function isTimeToRenew(
  settings: Record<"WEIR_FRONT_CERTIFICATE_LIFE" | "WEIR_FRONT_CHECK_INTERVAL" | "WEIR_FRONT_SETTLE", number>,
) {
  return (
    settings.WEIR_FRONT_CERTIFICATE_LIFE > 3 * (1.1 * settings.WEIR_FRONT_CHECK_INTERVAL + settings.WEIR_FRONT_SETTLE)
  );
}

const fields = z.object({
  WEIR_ADMISSION_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .default("http://admission.weir-system.svc.cluster.local"),
  WEIR_ADMISSION_TIMEOUT: duration("12s"),
  WEIR_FRONT_SERVICE: z.string().min(1).default("weir-front"),
  WEIR_FRONT_SECRET: z.string().min(1).default("weir-front-tls"),
  WEIR_FRONT_WEBHOOK: z.string().min(1).default("weir-admission"),
  WEIR_FRONT_CERTIFICATE_LIFE: duration("2160h"),
  WEIR_FRONT_CHECK_INTERVAL: duration("1m"),
  WEIR_FRONT_SETTLE: duration("15s"),
  WEIR_FRONT_DRAIN: duration("3s"),
  WEIR_FRONT_TLS_PORT: port(8443),
  WEIR_FRONT_LISTEN: z.string().min(1).optional(),
  WEIR_FRONT_ACCOUNT_DIR: z.string().min(1).default("/var/run/secrets/kubernetes.io/serviceaccount"),
  PORT: port(8080),
  KUBERNETES_SERVICE_HOST: z.string({ error: "is not set: the front runs in a cluster" }).min(1),
  KUBERNETES_SERVICE_PORT: port(443),
});

const shape = fields.refine(isTimeToRenew, {
  path: ["WEIR_FRONT_CERTIFICATE_LIFE"],
  error:
    "must be more than three times WEIR_FRONT_CHECK_INTERVAL and WEIR_FRONT_SETTLE together, or it ends before it is renewed",
});

/** The front's environment, checked; durations in milliseconds, `WEIR_FRONT_LISTEN` undefined for all addresses. */
export type FrontSettings = z.infer<typeof shape>;

/** The settings, or one line that names every variable that is wrong. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): { settings: FrontSettings } | { error: string } {
  const result = shape.safeParse(env);
  if (result.success) return { settings: result.data };
  return { error: result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ") };
}
