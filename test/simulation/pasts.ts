import type { FlowDeed } from "./exhaustive/deeds.ts";

/** What a resource has been through when a schedule begins. */
interface PastRow {
  /** What it is then, in words. */
  readonly what: string;
  /** How it began. */
  readonly mode: "PATCH" | "PUT";
  /** What happened to it, in milliseconds since its beginning; all is at rest long before the schedule begins. */
  readonly deeds: readonly (readonly [at: number, deed: FlowDeed])[];
}

const running = [10_000, "run"] as const;

/** Every state that a resource can rest in has its own deeds to fear; each is made once by the code that is tested. */
const rows = {
  PATCH: { what: "a job that runs, of a resource of mode PATCH", mode: "PATCH", deeds: [running] },
  PUT: { what: "a job that runs, of a resource of mode PUT", mode: "PUT", deeds: [running] },
  made: { what: "a deployment that never ran", mode: "PATCH", deeds: [] },
  "made by PUT": { what: "a deployment that never ran, of mode PUT", mode: "PUT", deeds: [] },
  suspended: { what: "a suspended job", mode: "PATCH", deeds: [running, [60_000, "suspend"]] },
  "suspended by PUT": { what: "a suspended job, of mode PUT", mode: "PUT", deeds: [running, [60_000, "suspend"]] },
  cancelled: { what: "a cancelled job", mode: "PATCH", deeds: [running, [60_000, "cancel"]] },
  "cancelled by PUT": { what: "a cancelled job, of mode PUT", mode: "PUT", deeds: [running, [60_000, "cancel"]] },
  saved: { what: "a job with a savepoint by nonce", mode: "PATCH", deeds: [running, [60_000, "askSavepoint"]] },
  restarted: { what: "a job restarted by nonce", mode: "PATCH", deeds: [running, [60_000, "askRestart"]] },
  "restarted by PUT": {
    what: "a job restarted by nonce, of mode PUT",
    mode: "PUT",
    deeds: [running, [60_000, "askRestart"]],
  },
  "never upgraded": {
    what: "a job that edits do not restart",
    mode: "PATCH",
    deeds: [running, [60_000, "neverUpgrade"]],
  },
  refused: {
    what: "a job whose last edit the platform refused",
    mode: "PATCH",
    deeds: [running, [60_000, "breakSpec"]],
  },
  paused: { what: "a job whose resource is paused", mode: "PATCH", deeds: [running, [60_000, "pause"]] },
  failed: { what: "a job that failed for good", mode: "PATCH", deeds: [running, [60_000, "failJob"]] },
  "failed by PUT": {
    what: "a job that failed for good, of mode PUT",
    mode: "PUT",
    deeds: [running, [60_000, "failJob"]],
  },
  finished: { what: "a job that ended by itself", mode: "PATCH", deeds: [running, [60_000, "finishJob"]] },
  drifted: {
    what: "a job with a value that somebody changed",
    mode: "PATCH",
    deeds: [running, [60_000, "driftValue"]],
  },
  scaled: {
    what: "a job that Autopilot has scaled",
    mode: "PATCH",
    deeds: [running, [60_000, "turnAutopilotOn"], [61_000, "scaleByAutopilot"]],
  },
  lost: { what: "a resource whose deployment is gone", mode: "PATCH", deeds: [running, [60_000, "loseDeployment"]] },
  leaving: { what: "a job whose resource waits to be deleted", mode: "PATCH", deeds: [running, [60_000, "remove"]] },
} as const satisfies { readonly [name: string]: PastRow };

/** The name of a past. */
export type PastName = keyof typeof rows;

export const pasts: Readonly<Record<PastName, PastRow>> = rows;

/** All of them. */
export const pastNames = Object.keys(rows) as [PastName, ...PastName[]];
