import { describe, expect, it } from "vitest";
import { readSettings } from "../../../functions/front/settings.ts";

const cluster = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };

describe("readSettings", () => {
  it("needs nothing but a cluster", () => {
    expect(readSettings(cluster)).toEqual({
      settings: {
        WEIR_ADMISSION_URL: "http://admission.weir-system.svc.cluster.local",
        WEIR_ADMISSION_TIMEOUT: 12_000,
        WEIR_FRONT_SERVICE: "weir-front",
        WEIR_FRONT_SECRET: "weir-front-tls",
        WEIR_FRONT_WEBHOOK: "weir-admission",
        WEIR_FRONT_CERTIFICATE_LIFE: 90 * 24 * 3_600_000,
        WEIR_FRONT_CHECK_INTERVAL: 60_000,
        WEIR_FRONT_SETTLE: 15_000,
        WEIR_FRONT_DRAIN: 3_000,
        WEIR_FRONT_TLS_PORT: 8443,
        WEIR_FRONT_ACCOUNT_DIR: "/var/run/secrets/kubernetes.io/serviceaccount",
        PORT: 8080,
        KUBERNETES_SERVICE_HOST: "10.0.0.1",
        KUBERNETES_SERVICE_PORT: 443,
      },
    });
  });

  const rows = [
    { name: "no cluster", env: { KUBERNETES_SERVICE_HOST: undefined }, says: "KUBERNETES_SERVICE_HOST: is not set" },
    { name: "no address", env: { WEIR_ADMISSION_URL: "admission" }, says: "WEIR_ADMISSION_URL: must be an http" },
    { name: "another protocol", env: { WEIR_ADMISSION_URL: "ftp://x" }, says: "WEIR_ADMISSION_URL: must be an http" },
    { name: "no duration", env: { WEIR_ADMISSION_TIMEOUT: "12" }, says: 'WEIR_ADMISSION_TIMEOUT: "12" is no duration' },
    {
      name: "no time at all",
      env: { WEIR_ADMISSION_TIMEOUT: "0s" },
      says: 'WEIR_ADMISSION_TIMEOUT: "0s" is no duration',
    },
    {
      name: "a life too short to renew in time",
      env: { WEIR_FRONT_CERTIFICATE_LIFE: "4m" },
      says: "WEIR_FRONT_CERTIFICATE_LIFE: must be more than three times",
    },
    { name: "no port", env: { PORT: "80800" }, says: "PORT: " },
  ];

  it.each(rows)("refuses $name in one line", ({ env, says }) => {
    const result = readSettings({ ...cluster, ...env });
    expect(result).toHaveProperty("error", expect.stringContaining(says));
    expect("error" in result && result.error.includes("\n")).toBe(false);
  });

  it("names every variable that is wrong", () => {
    const result = readSettings({ WEIR_ADMISSION_TIMEOUT: "x", PORT: "x" });
    expect("error" in result && result.error.split("; ")).toHaveLength(3);
  });
});
