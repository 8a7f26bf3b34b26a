import * as z from "zod";
import type { Settings } from "../core/settings.ts";
import { flinkVariables } from "./flink-variables.ts";
import { quarantineProblem } from "./quarantine.ts";
import { duration, oneOf, onOrOff, platformUrl, url, whole, words } from "./values.ts";
import type { FunctionName, Variable } from "./variable.ts";

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const all = ["reconcile", "refresh", "autoscale", "admission"] as const;
const acting = ["reconcile", "refresh"] as const;
const sweeping = ["refresh", "autoscale"] as const;

/** Every variable that a function reads, in the order of the documentation. */
export const variables = [
  {
    name: "PORT",
    default: "8080",
    about: "Port that the function listens on; Knative sets it.",
    functions: all,
    schema: whole(0, 65_535),
  },
  {
    name: "KUBECONFIG",
    default: "",
    about:
      "File that says how to reach the API server; empty means the pod's service account; admission reads only JSON with a token or certificate.",
    functions: all,
    schema: z.string(),
  },
  {
    name: "WEIR_INSTANCE_ID",
    default: undefined,
    about: "Name of this operator; it acts only on resources whose label `ververica.platform/owner` has this value.",
    functions: all,
    schema: z
      .string()
      .max(63, "is longer than 63 characters")
      .regex(/^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, "is not a label value"),
  },
  {
    name: "WEIR_NAMESPACES",
    default: "",
    about: "Kubernetes namespaces to look at, separated by commas; empty means all.",
    functions: all,
    schema: words.refine(
      (list) => list.every((one) => one.length <= 63 && label.test(one)),
      "holds a word that is no namespace",
    ),
  },
  {
    name: "WEIR_KINDS",
    default: "",
    about: "Kinds to serve, separated by commas; empty means all that this version knows.",
    functions: all,
    schema: words,
  },
  {
    name: "WEIR_APPMANAGER_URL",
    default: "",
    about:
      "Address of the Ververica Platform, without /api; its AppManager is asked and told there. Empty where only Flink's " +
      "own kinds are used: a VvpDeployment then says that there is no platform.",
    functions: acting,
    schema: z.union([z.literal(""), platformUrl]),
  },
  {
    name: "WEIR_APPMANAGER_QPS",
    default: "50",
    about:
      "Requests a second that one pod sends to the platform at most, tries included; a request waits for its turn within its time limit.",
    functions: acting,
    schema: whole(1, 10_000),
  },
  {
    name: "WEIR_APPMANAGER_BURST",
    default: "100",
    about: "Requests that one pod may send to the platform at once after a rest.",
    functions: acting,
    schema: whole(1, 10_000),
  },
  {
    name: "WEIR_APPMANAGER_TIMEOUT",
    default: "5s",
    about:
      "How long one request may take until the platform's answer; a list may take six times as long. An answer that comes later counts as unknown. Above 5s, an event about a resource may take as long.",
    functions: acting,
    schema: duration(500, 20_000),
  },
  {
    name: "WEIR_SELF_URL",
    default: "",
    about:
      "The function's own service address, for following what moves and for the rest of a sweep; empty leaves that to the tick.",
    functions: ["reconcile", "refresh", "autoscale"],
    schema: z.union([z.literal(""), url]),
  },
  {
    name: "WEIR_QUARANTINE",
    default: "60s",
    about:
      "How long a creation or savepoint of unknown outcome is looked for before it is sent again; longer than any late answer of the platform.",
    functions: acting,
    schema: duration(30_000, 3_600_000),
  },
  {
    name: "WEIR_REJECTED_RETRY",
    default: "10m",
    about: "How long a spec that the platform refused is not sent again while it stays the same.",
    functions: acting,
    schema: duration(0, 86_400_000),
  },
  {
    name: "WEIR_INFORMATIONAL_CONDITIONS",
    default: "",
    about:
      "Condition types, separated by commas, that are shown and do not count for `Healthy`, such as `ParallelismAligned`; empty means that every condition counts.",
    functions: acting,
    schema: words.refine(
      (list) => list.every((one) => /^[A-Z][A-Za-z]{0,62}$/.test(one)),
      "holds a word that is no condition type",
    ),
  },
  {
    name: "WEIR_DELETION_POLICY",
    default: "Delete",
    about:
      "`Delete`, `Orphan`, `CancelThenDelete` or `SuspendThenDelete`: what becomes of the deployment of a deleted resource that has no annotation `weir.dev/deletion-policy`.",
    functions: acting,
    schema: oneOf("Delete", "Orphan", "CancelThenDelete", "SuspendThenDelete"),
  },
  {
    name: "WEIR_DRIFT_POLICY",
    default: "Report",
    about:
      "`Report`, `Correct` or `Ignore`: what follows from drift of a resource that has no annotation `weir.dev/drift-policy`.",
    functions: acting,
    schema: oneOf("Report", "Correct", "Ignore"),
  },
  {
    name: "WEIR_AUTOPILOT_CAP",
    default: "30m",
    about:
      "How long Autopilot is taken to scale at most where it is active, the platform does not say whether it scales, and " +
      "wants another state than was asked for; 0s means that nothing is guessed.",
    functions: acting,
    schema: duration(0, 86_400_000),
  },
  {
    name: "WEIR_AUTOPILOT_MEMORY",
    default: "0s",
    about:
      "How long a scaling that the platform has told of goes on being respected while nothing can be read of Autopilot; 0s " +
      "means not at all.",
    functions: acting,
    schema: duration(0, 3_600_000),
  },
  ...flinkVariables,
  {
    name: "WEIR_SWEEP_PAGE",
    default: "500",
    about: "Resources that a sweep reads at once; `autoscale` reads 100 at most.",
    functions: sweeping,
    schema: whole(1, 10_000),
  },
  {
    name: "WEIR_SWEEP_BUDGET",
    default: "200s",
    about: "How long one sweep may take before it hands its place in the list to a new event.",
    functions: sweeping,
    schema: duration(1_000, 280_000),
  },
  {
    name: "WEIR_PREVIEW",
    default: "on",
    about: "Whether `kubectl apply` prints, as warnings, what the change will do: on or off.",
    functions: ["admission"],
    schema: onOrOff,
  },
  {
    name: "WEIR_API_KEY_VALIDATION",
    default: "on",
    about:
      "Whether admission looks up the Secret that a resource names and refuses the resource without a token there: on or off.",
    functions: ["admission"],
    schema: onOrOff,
  },
  {
    name: "WEIR_LOG_LEVEL",
    default: "info",
    about: "Least level that is logged: debug, info, warn or error.",
    functions: all,
    schema: z.enum(["debug", "info", "warn", "error"], "is none of debug, info, warn, error"),
  },
] as const satisfies readonly Variable[];

type Row = (typeof variables)[number];

/** The values of all variables of a function, by name. */
export type Config = { readonly [R in Row as R["name"]]: z.infer<R["schema"]> };

/** Values, or what is wrong: one text a variable, none of them quoting the value (it may be a misplaced secret). */
export type ConfigReading = { readonly config: Config } | { readonly problems: readonly string[] };

/** Variables of the TLS front, and those that Kubernetes makes from Services whose names start with weir-. */
const foreign = /^WEIR_FRONT_|_SERVICE_(HOST|PORT)|_PORT(_|$)/;

/**
 * Reads the environment of a function against the table. A variable of ours that nobody reads is a problem too: it is a
 * misspelt one.
 */
export function readConfig(name: FunctionName, env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const known = new Set<string>(variables.map((variable) => variable.name));
  const strangers = Object.keys(env).filter((key) => key.startsWith("WEIR_") && !known.has(key) && !foreign.test(key));
  const problems = strangers.map((key) => `${key} is not a variable of Weir`);
  const config: Record<string, unknown> = {};
  for (const variable of variables) {
    const concerned = (variable.functions as readonly string[]).includes(name);
    const text = env[variable.name] ?? variable.default ?? (concerned ? undefined : "");
    const result = text === undefined ? undefined : variable.schema.safeParse(text);
    if (result?.success) config[variable.name] = result.data;
    else if (concerned)
      problems.push(`${variable.name} ${result === undefined ? "must be set" : result.error.issues[0]?.message}`);
  }
  if (problems.length > 0) return { problems };
  const whole = config as Config;
  const together = quarantineProblem(whole.WEIR_QUARANTINE, whole.WEIR_APPMANAGER_TIMEOUT);
  return together === undefined ? { config: whole } : { problems: [together] };
}

/** The part of a configuration that kinds look at, with what the operator's file of Flink's kinds holds. */
export function toSettings(config: Config, flinkConfiguration: Settings["flinkConfiguration"] = {}): Settings {
  return {
    instanceId: config.WEIR_INSTANCE_ID,
    namespaces: config.WEIR_NAMESPACES,
    quarantineMs: config.WEIR_QUARANTINE,
    rejectedRetryMs: config.WEIR_REJECTED_RETRY,
    informationalConditions: config.WEIR_INFORMATIONAL_CONDITIONS,
    deletionPolicy: config.WEIR_DELETION_POLICY,
    driftPolicy: config.WEIR_DRIFT_POLICY,
    scalingCapMs: config.WEIR_AUTOPILOT_CAP,
    scalingMemoryMs: config.WEIR_AUTOPILOT_MEMORY,
    flinkDefaults: config.WEIR_FLINK_DEFAULTS,
    flinkConfiguration,
  };
}
