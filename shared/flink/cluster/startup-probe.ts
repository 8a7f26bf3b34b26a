import type { JsonObject } from "../../core/json.ts";
import { readBoolean } from "../../core/notation/scalar.ts";
import type { OptionReader } from "./option-reader.ts";

/**
 * The probe that keeps a JobManager from being ready before its REST API answers, and never kills it (3.4); none where that
 * API wants a certificate of its caller, which the kubelet has not.
 */
export function makeStartupProbe(options: OptionReader): JsonObject | undefined {
  const isOn = (key: string) => options.read(key, readBoolean) ?? false;
  if (isOn("security.ssl.rest.authentication-enabled")) return undefined;
  const scheme = isOn("security.ssl.rest.enabled") ? { scheme: "HTTPS" } : {};
  return { httpGet: { path: "/config", port: "rest", ...scheme }, periodSeconds: 1, failureThreshold: 2_147_483_647 };
}
