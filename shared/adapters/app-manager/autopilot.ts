import { isObject, type JsonValue, member } from "../../core/json.ts";
import type { Autopilot } from "../../ports/app-manager.ts";

const modes: ReadonlySet<string> = new Set(["DISABLED", "MONITORING", "ACTIVE"]);

/** Spelling of the vendor's model, beside the bare words. */
const prefix = "AUTOPILOT_MODE_";

/**
 * What `status.autopilot` of a deployment says; undefined where there is none.
 *
 * Guarantees: never throws, so that nothing that is said here costs the deployment around it (R121, R122); the texts hold
 * nothing of the answer.
 * Inferred: no document tells where Autopilot's state is found (`docs/adr/0008-autopilot-in-the-deployment.md`).
 */
export function toAutopilot(value: JsonValue | undefined): Autopilot | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) return unknown("it is not an object");
  if ((member(value, "error") ?? undefined) !== undefined)
    return unknown("it reports an error of the Autopilot service");
  const mode = toMode(member(value, "mode"));
  if (mode === undefined) return unknown("its mode is none of DISABLED, MONITORING and ACTIVE");
  const parallelism = member(value, "runtimeParallelism") ?? undefined;
  if (parallelism !== undefined && !isCount(parallelism))
    return unknown("its runtimeParallelism is no positive number");
  const scaling = member(value, "scaling") ?? undefined;
  if (scaling !== undefined && typeof scaling !== "boolean") return unknown("its scaling is neither true nor false");
  return { mode, parallelism, scaling };
}

function toMode(value: unknown): "DISABLED" | "MONITORING" | "ACTIVE" | undefined {
  if (typeof value !== "string") return undefined;
  const word = value.startsWith(prefix) ? value.slice(prefix.length) : value;
  return modes.has(word) ? (word as "DISABLED" | "MONITORING" | "ACTIVE") : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function unknown(why: string): Autopilot {
  return { mode: "UNKNOWN", why };
}
