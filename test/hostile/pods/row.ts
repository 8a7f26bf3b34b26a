import type { JsonObject } from "../../../shared/core/json.ts";

/** What Pod Security refuses such a pod: every level but `privileged`, `restricted` alone, or none. */
export type RefusedFrom = "baseline" | "restricted" | "no level";

/** A pod template that somebody writes to get more out of a FlinkDeployment than Flink, and what becomes of it. */
export interface PodRow {
  readonly name: string;
  readonly why: string;
  /** `spec.podTemplate`, as JSON text, since no object of a program could say all of them. */
  readonly template: string;
  readonly verdict: Carried | Refused;
}

/** It goes into the Deployments as it is: whether a pod may be so is the namespace's Pod Security to say, for all pods alike. */
export interface Carried {
  readonly carried: RefusedFrom;
  /** Members of the template, as dotted paths, that Flink decides over it; `containers.NAME.args` for those of a list. */
  readonly decided?: readonly string[];
}

/** Nothing is made of it, and this is what a user reads. */
export interface Refused {
  readonly refused: RegExp;
}

type Templates = Readonly<Record<string, JsonObject | string>>;

/** Rows of one control of Pod Security, CIS or our own, each by its name. */
export function rowsOf(why: string, verdict: Carried | Refused, templates: Templates): PodRow[] {
  return Object.entries(templates).map(([name, template]) => ({
    name,
    why,
    template: typeof template === "string" ? template : JSON.stringify(template),
    verdict,
  }));
}

/** A template of a whole pod. */
export const pod = (spec: JsonObject): JsonObject => ({ spec });

/** A template of the container that runs Flink. */
export const main = (fields: JsonObject, spec: JsonObject = {}): JsonObject =>
  pod({ ...spec, containers: [{ name: "flink-main-container", ...fields }] });

/** A template with a volume that Flink's container has at a path. */
export const mounted = (source: JsonObject, mountPath = "/host"): JsonObject =>
  main({ volumeMounts: [{ name: "v", mountPath }] }, { volumes: [{ name: "v", ...source }] });

/** A template with a container beside Flink's. */
export const beside = (fields: JsonObject): JsonObject =>
  pod({ containers: [{ name: "beside", image: "x", ...fields }] });

/** A template with a container that runs before Flink. */
export const before = (fields: JsonObject): JsonObject =>
  pod({ initContainers: [{ name: "first", image: "x", ...fields }] });
