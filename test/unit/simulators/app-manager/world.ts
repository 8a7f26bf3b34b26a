import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import type { Deployment } from "../../../../simulators/app-manager/objects.ts";
import type { Reply } from "../../../../simulators/app-manager/reply.ts";
import { makeState, type State } from "../../../../simulators/app-manager/state.ts";
import { step } from "../../../../simulators/app-manager/step.ts";

/** Start of every test, in milliseconds since the epoch. */
export const T0 = 1_700_000_000_000;

/** Path of the deployments of namespace `default`. */
export const DEPLOYMENTS = "/api/v1/namespaces/default/deployments";

/** Marker annotations of operator `op-1` and resource `uid-1`. */
export const MARKER = {
  "ververica.platform/managed-by-operator": "op-1",
  "ververica.platform/cr-uid": "uid-1",
};

/** The smallest spec that the platform accepts, in a desired state. */
export function makeSpec(state: string, extra: JsonObject = {}, template: JsonObject = {}): JsonObject {
  const artifact = { kind: "JAR", jarUri: "s3://jobs/a.jar" };
  return {
    state,
    deploymentTargetName: "default",
    template: { spec: { artifact, engineVersionName: "vera-4.1-flink-1.20", ...template } },
    ...extra,
  };
}

/** A spec with everything a PUT has to carry (R57–R63). */
export function makeFullSpec(state: string, extra: JsonObject = {}): JsonObject {
  const logging = {
    loggingProfile: "default",
    log4jLoggers: { "": "INFO" },
    logReservePolicy: { openHistory: true, expirationDays: 7 },
  };
  const spec = makeSpec(state, { maxJobCreationAttempts: 3, maxSavepointCreationAttempts: 3, ...extra });
  const template = spec.template as { readonly spec: JsonObject };
  return { ...spec, template: { metadata: {}, spec: { ...template.spec, numberOfTaskManagers: 1, logging } } };
}

/** A platform with exact delays (start 1500, cancel 1000, savepoint 700, stop 300 ms) and a clock that tests move. */
export function makeWorld() {
  const state: State = makeState(7, new Map([["secret", { namespace: "default", role: "editor" }]]));
  state.delays = { ...state.delays, jitter: 0 };
  let now = T0;
  const send = (method: string, path: string, body?: JsonValue, operator?: string, token = "secret"): Reply =>
    step(state, { method, path, body, operator, token }, now);
  return {
    state,
    send,
    now: () => now,
    wait: (ms: number) => {
      now += ms;
    },
    create: (name: string, spec: JsonObject, metadata: JsonObject = {}, operator?: string): Reply =>
      send("POST", DEPLOYMENTS, { metadata: { name, ...metadata }, spec }, operator),
    read: (name: string): Deployment => send("GET", `${DEPLOYMENTS}/${name}`).body as unknown as Deployment,
    patch: (name: string, body: JsonObject, operator?: string): Reply =>
      send("PATCH", `${DEPLOYMENTS}/${name}`, body, operator),
    list: (path: string): readonly JsonObject[] =>
      (send("GET", `/api/v1/namespaces/default/${path}`).body as { items: readonly JsonObject[] }).items,
  };
}

/** Attributes and reasons of a 400, as `attribute reason`. */
export function problemsOf(reply: Reply): readonly string[] {
  const { errors = [] } = reply.body as { errors?: readonly { attribute: string; reason: string }[] };
  return errors.map(({ attribute, reason }) => `${attribute} ${reason}`);
}

/** The `reason` of an error reply. */
export function reasonOf(reply: Reply): unknown {
  return (reply.body as JsonObject).reason;
}
