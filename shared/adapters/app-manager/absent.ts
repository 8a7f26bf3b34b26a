import { OperatorError } from "../../core/error.ts";
import type { AppManager } from "../../ports/app-manager.ts";
import { makeAppManager } from "./port.ts";

/**
 * The port of an installation without a platform, as where Flink's kinds alone are used.
 *
 * Guarantees: every call is `Rejected` before anything is read or sent, so that nobody follows what cannot pass by itself.
 */
export function absentAppManager(): AppManager {
  const words = "no platform is configured: WEIR_APPMANAGER_URL is empty (appManager.url in the chart)";
  const limits = { timeoutMs: 0, largest: 0, values: 0 };
  const call = async () => Promise.reject(new OperatorError("Rejected", words));
  return makeAppManager({ call, now: () => 0, one: limits, many: limits });
}
