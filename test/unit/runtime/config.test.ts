import { describe, expect, it } from "vitest";
import { readConfig, toSettings, variables } from "../../../shared/runtime/config.ts";
import type { FunctionName } from "../../../shared/runtime/variable.ts";

const functions: readonly FunctionName[] = ["reconcile", "refresh", "autoscale", "admission"];
const least = { WEIR_INSTANCE_ID: "my-operator", WEIR_APPMANAGER_URL: "https://vvp.example.com" };

function problemsOf(name: FunctionName, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const reading = readConfig(name, env);
  return "problems" in reading ? reading.problems : [];
}

/** A function that reads a variable. */
function readerOf(name: string): FunctionName {
  const [reader = "refresh"] = variables.find((variable) => variable.name === name)?.functions.toReversed() ?? [];
  return reader;
}

describe("the environment", () => {
  it.each(functions)("of %s needs one variable; the rest has defaults", (name) => {
    expect(problemsOf(name, { WEIR_INSTANCE_ID: "my-operator" })).toEqual([]);
    expect(problemsOf(name, {})).toEqual(["WEIR_INSTANCE_ID must be set"]);
  });

  it("is what kinds and functions see", () => {
    const reading = readConfig("refresh", {
      ...least,
      PORT: "9000",
      WEIR_NAMESPACES: " a, b ,,",
      WEIR_QUARANTINE: "1m30s",
      WEIR_REJECTED_RETRY: "0s",
      WEIR_SWEEP_PAGE: "50",
    });
    expect(reading).toMatchObject({
      config: {
        PORT: 9000,
        KUBECONFIG: "",
        WEIR_KINDS: [],
        WEIR_SELF_URL: "",
        WEIR_SWEEP_PAGE: 50,
        WEIR_SWEEP_BUDGET: 200_000,
        WEIR_LOG_LEVEL: "info",
      },
    });
    expect("config" in reading && toSettings(reading.config)).toEqual({
      instanceId: "my-operator",
      namespaces: ["a", "b"],
      quarantineMs: 90_000,
      rejectedRetryMs: 0,
      informationalConditions: [],
      deletionPolicy: "Delete",
      driftPolicy: "Report",
      scalingCapMs: 1_800_000,
      scalingMemoryMs: 0,
      flinkDefaults: "guide",
      flinkConfiguration: {},
    });
  });

  it.each<{ variable: string; value: string; problem: string }>([
    { variable: "PORT", value: "http", problem: "is not a whole number" },
    { variable: "PORT", value: "", problem: "is not a whole number" },
    { variable: "PORT", value: "70000", problem: "is not a number from 0 to 65535" },
    { variable: "WEIR_INSTANCE_ID", value: "", problem: "is not a label value" },
    { variable: "WEIR_INSTANCE_ID", value: "my operator", problem: "is not a label value" },
    { variable: "WEIR_INSTANCE_ID", value: "x".repeat(64), problem: "is longer than 63 characters" },
    { variable: "WEIR_NAMESPACES", value: "a,B", problem: "holds a word that is no namespace" },
    { variable: "WEIR_NAMESPACES", value: "x".repeat(64), problem: "holds a word that is no namespace" },
    {
      variable: "WEIR_INFORMATIONAL_CONDITIONS",
      value: "parallelism aligned",
      problem: "holds a word that is no condition type",
    },
    {
      variable: "WEIR_DELETION_POLICY",
      value: "orphan",
      problem: "is none of Delete, Orphan, CancelThenDelete, SuspendThenDelete",
    },
    { variable: "WEIR_DRIFT_POLICY", value: "", problem: "is none of Report, Correct, Ignore" },
    { variable: "WEIR_APPMANAGER_URL", value: "vvp.example.com", problem: "is not an http or https URL" },
    { variable: "WEIR_APPMANAGER_URL", value: "ftp://vvp", problem: "is not an http or https URL" },
    ...["/api", "/api/", "/api/v1", "/vvp/api/v1/namespaces/default"].map((path) => ({
      variable: "WEIR_APPMANAGER_URL",
      value: `http://vvp.example.com${path}`,
      problem: "ends in /api or below it; leave that out",
    })),
    {
      variable: "WEIR_APPMANAGER_TIMEOUT",
      value: "21s",
      problem: "is not a duration from 0.5s to 20s, such as 60s or 1m30s",
    },
    { variable: "WEIR_SELF_URL", value: "myself", problem: "is not an http or https URL" },
    { variable: "WEIR_QUARANTINE", value: "60", problem: "is not a duration from 30s to 1h, such as 60s or 1m30s" },
    { variable: "WEIR_QUARANTINE", value: "1s", problem: "is not a duration from 30s to 1h, such as 60s or 1m30s" },
    {
      variable: "WEIR_REJECTED_RETRY",
      value: "2 days",
      problem: "is not a duration from 0s to 24h, such as 60s or 1m30s",
    },
    { variable: "WEIR_SWEEP_PAGE", value: "0", problem: "is not a number from 1 to 10000" },
    { variable: "WEIR_SWEEP_PAGE", value: "1e3", problem: "is not a whole number" },
    { variable: "WEIR_SWEEP_BUDGET", value: "1h", problem: "is not a duration from 1s to 280s, such as 60s or 1m30s" },
    { variable: "WEIR_PREVIEW", value: "yes", problem: "is neither on nor off" },
    { variable: "WEIR_FLINK_DEFAULTS", value: "Guide", problem: "is none of guide, apache" },
    { variable: "WEIR_FLINK_HOSTS", value: "", problem: "is none of services, any" },
    { variable: "WEIR_LOG_LEVEL", value: "INFO", problem: "is none of debug, info, warn, error" },
  ])("$variable=$value $problem", ({ variable, value, problem }) => {
    expect(problemsOf(readerOf(variable), { ...least, [variable]: value })).toEqual([`${variable} ${problem}`]);
  });

  it.each(["", "/", "/vvp", "/apis", "/my-api/", "/api/vvp"])("may name a platform behind the path '%s'", (path) =>
    expect(problemsOf("reconcile", { ...least, WEIR_APPMANAGER_URL: `https://vvp.example.com${path}` })).toEqual([]),
  );

  it.each([
    { text: undefined, on: true },
    { text: "on", on: true },
    { text: "off", on: false },
  ])("with WEIR_PREVIEW=$text means $on", ({ text, on }) => {
    const reading = readConfig("admission", { ...least, WEIR_PREVIEW: text });
    expect("config" in reading && reading.config.WEIR_PREVIEW).toBe(on);
  });

  it.each([
    { quarantine: "30s", timeout: "5s", problems: [] },
    { quarantine: "45s", timeout: "20s", problems: [] },
    {
      quarantine: "44s",
      timeout: "20s",
      problems: ["WEIR_QUARANTINE must be at least 25s longer than WEIR_APPMANAGER_TIMEOUT, which makes 45s"],
    },
  ])("a quarantine of $quarantine with a time-out of $timeout: $problems", ({ quarantine, timeout, problems }) => {
    const env = { ...least, WEIR_QUARANTINE: quarantine, WEIR_APPMANAGER_TIMEOUT: timeout };
    expect(problemsOf("reconcile", env)).toEqual(problems);
  });

  it("has a row above for every variable that can be wrong", () => {
    const free = ["KUBECONFIG", "WEIR_KINDS", "WEIR_FLINK_CONFIGURATION", "WEIR_FLINK_CA"];
    const bad = Object.fromEntries(variables.map(({ name }) => [name, "?!"]));
    const wrong = functions.flatMap((name) => problemsOf(name, bad).map((problem) => problem.split(" ")[0] ?? ""));
    const all = variables.map(({ name }) => name).filter((name) => !free.includes(name));
    expect([...new Set(wrong)].sort()).toEqual(all.sort());
  });

  it("may hold wrong values of variables that a function does not read", () => {
    expect(problemsOf("admission", { ...least, WEIR_APPMANAGER_URL: "?", WEIR_SWEEP_PAGE: "?" })).toEqual([]);
    expect(problemsOf("reconcile", { ...least, WEIR_SWEEP_PAGE: "?" })).toEqual([]);
  });

  it("with a misspelt variable of ours is wrong, and says which", () => {
    expect(problemsOf("reconcile", { ...least, WEIR_INSTANCEID: "x", WEIR_QUARANTAINE: "1s" })).toEqual([
      "WEIR_INSTANCEID is not a variable of Weir",
      "WEIR_QUARANTAINE is not a variable of Weir",
    ]);
  });

  it.each([
    "WEIR_FRONT_SERVICE_HOST",
    "WEIR_RECONCILE_PORT_80_TCP_ADDR",
    "WEIR_FRONT_PORT",
    "WEIR_REFRESH_SERVICE_PORT",
  ])("may hold %s, which Kubernetes makes from a Service", (name) =>
    expect(problemsOf("reconcile", { ...least, [name]: "tcp://10.0.0.1:80" })).toEqual([]),
  );

  it("is never quoted, since a misplaced value may be a secret", () => {
    const secret = "s3cr3t value";
    for (const { name } of variables) {
      expect(problemsOf("refresh", { ...least, [name]: secret }).join(" ")).not.toContain("s3cr3t");
    }
  });

  it("is documented: each variable has a sentence and its functions", () => {
    for (const { name, about, functions: readers } of variables) {
      expect([name, about.endsWith(".") && readers.length > 0]).toEqual([name, true]);
    }
  });
});
