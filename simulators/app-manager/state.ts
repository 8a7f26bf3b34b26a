import type { JsonObject } from "../../shared/core/json.ts";
import type { Random } from "../shell/random.ts";
import { type Audit, copyAudit, makeAudit } from "./audit.ts";
import { GLOBAL_DEFAULTS } from "./defaults.ts";
import type { Deployment, DeploymentTarget, Event, Job, Savepoint } from "./objects.ts";
import type { Violation } from "./violation.ts";

/** What a token may do in its namespace. */
export type Role = "viewer" | "editor" | "owner";

/** An API token; times are in milliseconds since the epoch. One without a name is not listed by the API. */
export type Token = {
  readonly namespace: string;
  readonly role: Role;
  readonly expiresAt?: number;
  readonly name?: string;
  readonly createdAt?: number;
};

/** Length of each phase in milliseconds; `jitter` 0.2 spreads a length by ±20 %. */
export type Delays = {
  readonly startMs: number;
  readonly cancelMs: number;
  readonly savepointMs: number;
  readonly stopMs: number;
  readonly jitter: number;
};

/** How jobs of one artifact behave; without an entry they start, run for ever and take savepoints. */
export type Behaviour = {
  readonly broken?: boolean | undefined;
  readonly failedStarts?: number | undefined;
  readonly finishesAfterMs?: number | undefined;
  readonly failsAfterMs?: number | undefined;
  readonly failedSavepoints?: number | undefined;
  readonly withoutSavepoints?: boolean | undefined;
};

/** What the platform is doing with a deployment; anything but `settled` shows as TRANSITIONING. */
export type Phase =
  | { readonly kind: "settled" }
  | { readonly kind: "starting"; readonly attempt: number }
  | { readonly kind: "saving"; readonly attempt: number; readonly savepointId: string }
  | { readonly kind: "stopping" };

/** Autopilot of one deployment; `scaling` is the change that is under way, first down, then up again. */
export type AutopilotState = {
  readonly mode: AutopilotMode;
  readonly runtimeParallelism?: number | undefined;
  readonly scaling?: { readonly target: number; readonly stage: "down" | "up" } | undefined;
};

/** What Autopilot may do: nothing, recommend, or scale. */
export type AutopilotMode = "DISABLED" | "MONITORING" | "ACTIVE";

/** How the platform tells of Autopilot: all, all but whether it scales, nothing, an error, or rubbish. */
export type AutopilotVoice = "up" | "vague" | "silent" | "error" | "garbage";

/** A stored deployment with what the wire does not show. `jobId` names its only non-terminal job, `jobs` all of them. */
export type Row = {
  readonly deployment: Deployment;
  readonly phase: Phase;
  readonly ticket: number;
  readonly jobId: string | undefined;
  readonly upgrade: "STATEFUL" | "STATELESS" | undefined;
  readonly failures: number;
  readonly jobs: readonly string[];
  readonly savepoints: readonly string[];
  readonly autopilot?: AutopilotState | undefined;
};

/** Something that becomes due at a time; a phase whose ticket is no longer the row's is void. */
export type Task =
  | { readonly at: number; readonly kind: "phase"; readonly deploymentId: string; readonly ticket: number }
  | { readonly at: number; readonly kind: "savepoint"; readonly savepointId: string }
  | { readonly at: number; readonly kind: "deletion"; readonly savepointId: string }
  | { readonly at: number; readonly kind: "job"; readonly jobId: string; readonly outcome: "finish" | "fail" };

/**
 * Everything the simulated platform knows.
 *
 * Guarantees: tables are changed in place (read-only ones are replaced), but a stored row or object is replaced, never
 * changed; hence `copyState` is cheap and a reply stays what it was.
 * Assumptions: callers treat rows and replies as frozen and pass times that do not run backwards.
 */
export type State = {
  random: Random;
  tickets: number;
  namespaces: ReadonlySet<string>;
  /** Targets of every namespace, and those that were made in one. */
  targets: ReadonlySet<string>;
  ownTargets: ReadonlyMap<string, DeploymentTarget>;
  engineVersions: ReadonlySet<string>;
  tokens: Map<string, Token>;
  defaults: JsonObject;
  namespaceDefaults: ReadonlyMap<string, JsonObject>;
  delays: Delays;
  refusedDeleteStatus: 400 | 409;
  /** Reply to a DELETE that is carried out: 200 with the object, or 204 without a body. */
  deleteStatus: 200 | 204;
  /** What null does in a PATCH: it removes its key, as in a JSON merge patch, or nothing. */
  nullInPatch: "removes" | "ignored";
  autopilotVoice: AutopilotVoice;
  /** Items of a page of a list; 0 for all items at once, as AppManager v1 sends them. */
  pageSize: number;
  /** Dotted paths that a PATCH must not name, because they belong to the creation alone. */
  creationOnlyPaths: readonly string[];
  artifacts: Map<string, Behaviour>;
  rows: Map<string, Row>;
  names: Map<string, string>;
  jobs: Map<string, Job>;
  savepoints: Map<string, Savepoint>;
  events: Event[];
  tasks: Task[];
  violations: Violation[];
  audit: Audit;
};

/** Lengths close to a small cluster: 1.5 s to start, 1 s to cancel or to suspend with its savepoint. */
export const DEFAULT_DELAYS: Delays = { startMs: 1500, cancelMs: 1000, savepointMs: 700, stopMs: 300, jitter: 0.1 };

/** An empty platform: namespace and target `default`, three engine versions, and the given tokens by secret. */
export function makeState(seed: number, tokens: ReadonlyMap<string, Token>): State {
  return {
    random: { seed: seed >>> 0 },
    tickets: 0,
    namespaces: new Set(["default"]),
    targets: new Set(["default"]),
    ownTargets: new Map(),
    engineVersions: new Set(["vera-4.1-flink-1.20", "vera-4.0-flink-1.20", "vera-3.0-flink-1.17"]),
    tokens: new Map(tokens),
    defaults: GLOBAL_DEFAULTS,
    namespaceDefaults: new Map(),
    delays: DEFAULT_DELAYS,
    refusedDeleteStatus: 400,
    deleteStatus: 200,
    nullInPatch: "removes",
    autopilotVoice: "up",
    pageSize: 0,
    creationOnlyPaths: [],
    artifacts: new Map(),
    rows: new Map(),
    names: new Map(),
    jobs: new Map(),
    savepoints: new Map(),
    events: [],
    tasks: [],
    violations: [],
    audit: makeAudit(),
  };
}

/** An independent copy; O(number of stored objects), the objects themselves are shared. */
export function copyState(state: State): State {
  return {
    ...state,
    random: { ...state.random },
    tokens: new Map(state.tokens),
    artifacts: new Map(state.artifacts),
    rows: new Map(state.rows),
    names: new Map(state.names),
    jobs: new Map(state.jobs),
    savepoints: new Map(state.savepoints),
    events: [...state.events],
    tasks: [...state.tasks],
    violations: [...state.violations],
    audit: copyAudit(state.audit),
  };
}

/** The key of a deployment's name in `names`. */
export function nameKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

/** The row under a name or an id of one namespace; a value that is an id is looked up as an id first. */
export function findRow(state: State, namespace: string, nameOrId: string): Row | undefined {
  const byId = state.rows.get(nameOrId);
  if (byId !== undefined && byId.deployment.metadata.namespace === namespace) return byId;
  const id = state.names.get(nameKey(namespace, nameOrId));
  return id === undefined ? undefined : state.rows.get(id);
}

/** Stores a row under its id and name. */
export function putRow(state: State, row: Row): Row {
  const { id, namespace, name } = row.deployment.metadata;
  if (!state.rows.has(id)) state.names.set(nameKey(namespace, name), id);
  state.rows.set(id, row);
  return row;
}

/** Removes a row with its jobs and savepoints; its events stay. */
export function dropRow(state: State, row: Row): void {
  const { id, namespace, name } = row.deployment.metadata;
  state.rows.delete(id);
  state.names.delete(nameKey(namespace, name));
  for (const savepointId of row.savepoints) state.savepoints.delete(savepointId);
  for (const jobId of row.jobs) state.jobs.delete(jobId);
}
