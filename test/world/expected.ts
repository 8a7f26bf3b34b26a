import { isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";

/** What a step may say about a status that is otherwise that of a healthy, settled resource. */
export interface StatusChange {
  /** Fields of the status; null takes one out. */
  readonly fields?: { readonly [field: string]: JsonValue };
  /** Conditions by type as `Status/Reason second message`; null takes one out. */
  readonly conditions?: { readonly [type: string]: string | null };
  /** When Healthy changed last, in seconds. */
  readonly healthySince?: number;
}

/** Conditions of a resource with which all is well; those that were true from the beginning. */
export const well = {
  Consistent: "True/RecordIntact 0 The resource is linked to its deployment.",
  SpecAligned: "True/SpecUnchanged 0 Nothing changed since the last projection.",
  NonceAligned: "True/NoncesProcessed 0 No savepoint or restart is requested.",
  ParallelismAligned: "True/Aligned 0 The platform says nothing of Autopilot, which counts as not active.",
} as const;

const order = [
  "Consistent",
  "SpecAligned",
  "NonceAligned",
  "ParallelismAligned",
  "DeletionBlocked",
  "DriftDetected",
  "InitialSavepointRegistered",
];

const fields = {
  instanceId: "my-operator",
  vvpNamespace: "default",
  syncEnabled: true,
  observedSpecState: "CANCELLED",
  observedGeneration: 1,
  actualState: "CANCELLED",
  deploymentId: "deployment-1",
};

/** The exact status of the examples' resource; Healthy follows from the other conditions by R81–R84. */
export function status({ fields: other = {}, conditions = {}, healthySince = 0 }: StatusChange = {}): JsonObject {
  const all: Record<string, string | null> = { ...well, ...conditions };
  const present = order.flatMap((type) => (typeof all[type] === "string" ? [toWaiting(`${type} ${all[type]}`)] : []));
  const rest = Object.entries({ ...fields, ...other }).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(rest), conditions: [healthyLine(present, healthySince), ...present] };
}

/** What follows on every message about a platform that could not be asked; rows do not repeat it. */
const again: Readonly<Record<string, string>> = {
  AuthenticationFailed: "The platform is asked again at each tick, with the token that the Secret then holds.",
  AppManagerUnreachable: "The platform is asked again by itself.",
};

/** The same of a creation. */
export const createdAgain = "Unless the deployment shows up, it is created again when the quarantine is over.";

function toWaiting(line: string): string {
  const [, reason = ""] = /^Consistent Unknown\/(\w+) /.exec(line) ?? [];
  return Object.hasOwn(again, reason) && !line.endsWith(createdAgain)
    ? `${line.replace(/\.?$/, ".")} ${again[reason]}`
    : line;
}

/** As it is before the platform ever knew of the resource. */
export function unlinked({ fields: other = {}, conditions = {}, healthySince = 0 }: StatusChange = {}): JsonObject {
  const none = { Consistent: null, SpecAligned: null, NonceAligned: null, ParallelismAligned: null };
  return status({
    fields: { deploymentId: null, actualState: null, ...other },
    conditions: { ...none, ...conditions },
    healthySince,
  });
}

function healthyLine(lines: readonly string[], since: number): string {
  const counting = lines.filter((line) => !line.startsWith("InitialSavepointRegistered "));
  const failing = counting.filter((line) => !line.includes(" True/") || line.startsWith("DeletionBlocked True/"));
  const [first] = failing.map((line) => /^(\w+) \w+\/(\w+) [\d.]+ (.*)$/s.exec(line) ?? []);
  if (first === undefined) return `Healthy True/AllConditionsMet ${since} All conditions are met.`;
  const message = failing.map((line) => line.replace(/^(\w+) \w+\/(\w+) [\d.]+ /, "$1: $2: ")).join(" | ");
  return `Healthy False/${failing.length === 1 ? first[2] : "SubConditionsFailing"} ${since} ${message}`;
}

/** Where the examples' deployment is, as it was at creation. */
export const target = { namespace: "default", name: "my-deployment", deploymentTargetName: "default" };

const nonces = { accepted: 0 };

/** The exact record of the examples' resource, settled, with other values for some of it; null takes one out. */
export function record(other: { readonly [field: string]: JsonValue } = {}): JsonObject {
  const settled = {
    generation: 1,
    input: "input-1",
    id: "deployment-1",
    target,
    applied: "content-1",
    intents: [],
    nonces,
  };
  return Object.fromEntries(Object.entries({ ...settled, ...other }).filter(([, value]) => value !== null));
}

/** An intent to create, sent at a second. */
export function creation(at: number, attempt = 1, content = "content-1"): JsonObject {
  return { key: "create", attempt, at, content };
}

/** The list by whose answer a deployment that is not found counts as gone. */
export const listed = "platform GET default 200";

/** What is said where even that list is not found. */
export const notListed =
  "AppManager answered 404 to list deployments of default; check WEIR_APPMANAGER_URL, and that the platform has namespace default";

/** What is said where that list holds what was just not found. */
export const contradicted = "AppManager answered 404 to get deployment default/deployment-1, and then listed it";

/** The two looks with which every pass over a linked resource begins. */
export const looks = ["api get", "platform GET default/deployment-1 200"] as const;

/** The marker that Weir sends with a definition. */
export const marker = {
  "ververica.platform/managed-by-operator": "my-operator",
  "ververica.platform/cr-uid": "uid-1",
};

/** A definition as it is on the wire, with the marker among its annotations. */
export function definition({ metadata, spec }: JsonObject): JsonObject {
  const known = isObject(metadata) ? metadata : {};
  const annotations = { ...(isObject(known.annotations) ? known.annotations : {}), ...marker };
  return { kind: "Deployment", apiVersion: "v1", metadata: { ...known, annotations }, spec: spec ?? {} };
}
