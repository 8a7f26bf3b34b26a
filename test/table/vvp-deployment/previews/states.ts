import { type Row, restore, running, seen, suspended, template, toState } from "./parts.ts";

/** Previews of a changed state. */
export const states: readonly Row[] = [
  {
    name: "RUNNING → SUSPENDED",
    why: "F5",
    before: running,
    edit: { ...running, ...toState("SUSPENDED") },
    says: ["stops the job through a savepoint (state RUNNING → SUSPENDED)"],
  },
  {
    name: "RUNNING → CANCELLED",
    why: "the state of the job is not kept",
    before: running,
    edit: { ...running, ...toState("CANCELLED") },
    says: ["stops the job without a savepoint (state RUNNING → CANCELLED)"],
  },
  {
    name: "no state → CANCELLED, of a job that runs",
    why: "it is stopped all the same",
    before: { ...seen("RUNNING"), ...toState(undefined) },
    edit: toState("CANCELLED"),
    says: ["stops the job without a savepoint (state not given → CANCELLED)"],
  },
  {
    name: "RUNNING → CANCELLED, of a job that failed",
    why: "there is nothing to stop",
    before: { ...seen("FAILED"), ...toState("RUNNING") },
    edit: toState("CANCELLED"),
    says: ["wants the job stopped (state RUNNING → CANCELLED)"],
  },
  {
    name: "SUSPENDED → RUNNING",
    why: "where from is left to the platform",
    before: suspended,
    edit: toState("RUNNING"),
    says: ["starts the job (state SUSPENDED → RUNNING)"],
  },
  {
    name: "no state → RUNNING, of a job that runs",
    why: "it is not started",
    before: { ...seen("RUNNING"), ...toState(undefined) },
    edit: toState("RUNNING"),
    says: ["wants the job running (state not given → RUNNING)"],
  },
  ...[
    ["LATEST_STATE", " from its latest state"],
    ["LATEST_SAVEPOINT", " from its latest savepoint"],
    ["NONE", " without state"],
    ["NEW_KIND", ""],
  ].map(([kind = "", from]) => ({
    name: `SUSPENDED → RUNNING with restoreStrategy ${kind}`,
    why: "it says where from",
    before: { ...suspended, ...restore(kind) },
    edit: { ...toState("RUNNING"), ...restore(kind) },
    says: [`starts the job${from} (state SUSPENDED → RUNNING)`],
  })),
  {
    name: "SUSPENDED → CANCELLED with another template and a restart",
    why: "a stop leaves nothing to restart",
    before: suspended,
    edit: { ...toState("CANCELLED"), ...template, "spec.restartNonce": 1 },
    says: [
      "wants the job stopped (state SUSPENDED → CANCELLED)",
      "the changed template holds from the next start of the job",
      "restarts nothing, because the wanted state is CANCELLED (restartNonce 1)",
    ],
  },
  {
    name: "a start with another template",
    why: "one start with the new template",
    before: suspended,
    edit: { ...toState("RUNNING"), ...template },
    says: ["starts the job (state SUSPENDED → RUNNING)"],
  },
];
