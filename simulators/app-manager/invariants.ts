import { SPEC_VERSION } from "./annotations.ts";
import { isTerminal } from "./jobs.ts";
import type { Job, Savepoint } from "./objects.ts";
import type { State } from "./state.ts";
import { type Violation, violate } from "./violation.ts";

/** What must never be true of the platform or of its one operator (2.9) and is; empty when all is well. */
export function findBroken(state: State): readonly Violation[] {
  const live = [...state.jobs.values()].filter((job) => !isTerminal(job.status.state));
  return [
    ...state.violations,
    ...findSecondJobs(live),
    ...findLostJobs(state, live),
    ...findIdle(state),
    ...findDoubleSavepoints(state),
  ];
}

/** The broken invariants, one line each. */
export function findViolations(state: State): readonly string[] {
  return findBroken(state).map(({ message }) => message);
}

function findSecondJobs(live: readonly Job[]): readonly Violation[] {
  const counts = new Map<string, number>();
  for (const { metadata } of live) counts.set(metadata.deploymentId, (counts.get(metadata.deploymentId) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => violate("one-live-job", `deployment ${id} has ${count} live jobs`));
}

function findLostJobs(state: State, live: readonly Job[]): readonly Violation[] {
  return live
    .filter((job) => state.rows.get(job.metadata.deploymentId)?.jobId !== job.metadata.id)
    .map((job) => violate("no-lost-job", `job ${job.metadata.id} runs without its deployment`));
}

function findIdle(state: State): readonly Violation[] {
  return [...state.rows.values()]
    .filter(({ deployment }) => deployment.status.state === "RUNNING")
    .filter(({ jobId }) => jobId === undefined || state.jobs.get(jobId)?.status.state !== "STARTED")
    .map(({ deployment: { metadata } }) => violate("running-job", `deployment ${metadata.id} has no STARTED job`));
}

function findDoubleSavepoints(state: State): readonly Violation[] {
  const marks = [...state.savepoints.values()].map(markOf).filter((mark) => mark !== undefined);
  const seen = new Set<string>();
  const doubled = new Set(marks.filter((mark) => seen.has(mark) || !seen.add(mark)));
  return [...doubled].map((mark) => violate("one-savepoint-per-mark", `two savepoints carry the mark ${mark}`));
}

/** The client's annotations of a requested savepoint, taken as its idempotency mark; undefined without any. */
function markOf({ metadata }: Savepoint): string | undefined {
  if (metadata.origin !== "USER_REQUEST") return undefined;
  const own = Object.entries(metadata.annotations).filter(([key]) => key !== SPEC_VERSION);
  return own.length === 0 ? undefined : `${metadata.deploymentId} ${JSON.stringify(own.sort())}`;
}
