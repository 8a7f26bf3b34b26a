import { at, type JsonObject } from "../core/json.ts";
import { type LifecycleState, lifecycleStates } from "./schema/life-cycle-status.ts";

/**
 * Which changes between two lifecycle states are timed (7.1), and from when on: the moment when the first one was entered
 * or left, or when what is being done there began.
 *
 * Weir is UPGRADING from the moment on in which it begins to stop a job, so that Suspend ends with SUSPENDED alone.
 */
const timed: readonly {
  readonly name: "Resume" | "Upgrade" | "Suspend" | "Stabilization" | "Rollback" | "Submission";
  readonly from: LifecycleState;
  readonly to: LifecycleState;
  readonly since: "entered" | "left" | "phase";
}[] = [
  { name: "Resume", from: "SUSPENDED", to: "STABLE", since: "left" },
  { name: "Upgrade", from: "STABLE", to: "STABLE", since: "left" },
  { name: "Suspend", from: "DEPLOYED", to: "SUSPENDED", since: "left" },
  { name: "Suspend", from: "STABLE", to: "SUSPENDED", since: "left" },
  { name: "Suspend", from: "ROLLED_BACK", to: "SUSPENDED", since: "left" },
  { name: "Stabilization", from: "DEPLOYED", to: "STABLE", since: "entered" },
  { name: "Rollback", from: "DEPLOYED", to: "ROLLED_BACK", since: "entered" },
  { name: "Submission", from: "UPGRADING", to: "DEPLOYED", since: "phase" },
  { name: "Submission", from: "ROLLING_BACK", to: "ROLLED_BACK", since: "phase" },
];

const states: ReadonlySet<unknown> = new Set(lifecycleStates);

/** Names of the transitions that are timed. */
export const timedTransitions = [...new Set(timed.map(({ name }) => name))];

/** The states in which a resource stays: what was before them is over. */
const resting: ReadonlySet<string> = new Set(["SUSPENDED", "STABLE", "ROLLED_BACK", "FAILED", "DELETING", "DELETED"]);

/** When a resource that moves entered and left states since it rested, in milliseconds since the epoch. */
export type Stays = ReadonlyMap<string, { readonly entered: number | undefined; readonly left: number }>;

/** What a change of the lifecycle state tells, in seconds. */
export interface LifeTimes {
  /** Where it stayed before; undefined where nobody knows since when. */
  readonly state: { readonly name: string; readonly seconds: number } | undefined;
  readonly transitions: readonly { readonly name: string; readonly seconds: number }[];
  /** What is to be remembered; empty for a resource that rests. */
  readonly stays: Stays;
}

/**
 * Times a write of a status at `now`, in milliseconds, by the status before it and what is remembered of the resource.
 *
 * Guarantees: total, never negative, and of no state that is none.
 * Caveats: a state of whose beginning nothing is remembered began with the last step of the deploy, as the status has it:
 * SUSPENDED when the job was stopped, DEPLOYED and STABLE when it was deployed, UPGRADING with what was done last. FAILED
 * began when Flink said so of the job.
 */
export function timeLife(stays: Stays, before: JsonObject | undefined, after: JsonObject, now: number): LifeTimes {
  const [from, to] = [before, after].map((status) => at(status, "lifecycleState"));
  if (typeof from !== "string" || typeof to !== "string" || from === to || !states.has(from))
    return { state: undefined, transitions: [], stays };
  const phase = phaseOf(before);
  const entered = stays.size > 0 ? Math.max(...[...stays.values()].map(({ left }) => left)) : beginOf(from, before);
  const known = new Map(stays).set(from, { entered, left: now });
  const transitions = timed.flatMap((one) => {
    const stay = known.get(one.from);
    if (one.to !== to || stay === undefined) return [];
    const seconds = secondsBetween({ ...stay, phase }[one.since], now);
    return seconds === undefined ? [] : [{ name: one.name, seconds }];
  });
  const seconds = secondsBetween(entered, now);
  return {
    state: seconds === undefined ? undefined : { name: from, seconds },
    transitions,
    stays: remembered(to, known, from),
  };
}

/** Of a resource that rests nothing, since it begins anew; of one that begins to upgrade what it comes from. */
function remembered(to: string, stays: Stays, from: string): Stays {
  if (resting.has(to)) return new Map();
  return to === "UPGRADING" ? new Map([...stays].filter(([state]) => state === from)) : stays;
}

/** When a state began of which nothing is remembered, as far as the status tells. */
function beginOf(state: string, status: JsonObject | undefined): number | undefined {
  if (state !== "FAILED") return phaseOf(status);
  const changed = Number(at(status, "jobStatus", "updateTime"));
  return at(status, "jobStatus", "state") === "FAILED" && changed > 0 ? changed : undefined;
}

function phaseOf(status: JsonObject | undefined): number | undefined {
  const since = at(status, "reconciliationStatus", "reconciliationTimestamp");
  return typeof since === "number" ? since : undefined;
}

function secondsBetween(since: number | undefined, now: number): number | undefined {
  return since === undefined || since > now ? undefined : (now - since) / 1_000;
}
