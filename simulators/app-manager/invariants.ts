import type { JsonValue } from "../../shared/core/json.ts";
import { SPEC_VERSION } from "./annotations.ts";
import { isTerminal } from "./jobs.ts";
import { ownerOf } from "./lock.ts";
import type { Savepoint } from "./objects.ts";
import type { Row, State } from "./state.ts";
import { textAt } from "./tree.ts";

/** Notes a deployment write that was accepted although the deployment belongs to somebody else. */
export function recordWrite(
  state: State,
  before: Row | undefined,
  write: {
    readonly method: string;
    readonly path: string;
    readonly operator?: string | undefined;
    readonly status: number;
    readonly body?: JsonValue | undefined;
  },
): void {
  if (before !== undefined && write.status < 300) recordCrossing(state, before, write);
  const owner = before === undefined ? undefined : ownerOf(before.deployment);
  if (owner === undefined || owner === write.operator || write.status >= 300) return;
  state.violations.push(
    `${write.method} ${write.path} by ${write.operator ?? "a user"} changed what belongs to ${owner}`,
  );
}

/** Notes a change of the desired state while Autopilot scales: it would end the job that is being scaled. */
function recordCrossing(
  state: State,
  before: Row,
  write: { readonly method: string; readonly path: string; readonly body?: JsonValue | undefined },
): void {
  const wanted = textAt(write.body, "spec", "state");
  if (before.autopilot?.scaling === undefined || wanted === undefined) return;
  if (wanted === textAt(before.deployment.spec, "state")) return;
  state.violations.push(`${write.method} ${write.path} wanted ${wanted} while Autopilot was scaling`);
}

/**
 * What must never be true of the platform or of its one operator (2.9), one line each; empty when all is well:
 * two live jobs of a deployment, a foreign write on a locked deployment, a change of the desired state while Autopilot scales, two savepoints under one
 * idempotency mark.
 */
export function findViolations(state: State): readonly string[] {
  return [...state.violations, ...findSecondJobs(state), ...findLostJobs(state), ...findDoubleSavepoints(state)];
}

function findSecondJobs(state: State): readonly string[] {
  const live = [...state.jobs.values()].filter((job) => !isTerminal(job.status.state));
  const counts = new Map<string, number>();
  for (const { metadata } of live) counts.set(metadata.deploymentId, (counts.get(metadata.deploymentId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([id, count]) => `deployment ${id} has ${count} live jobs`);
}

function findLostJobs(state: State): readonly string[] {
  return [...state.jobs.values()]
    .filter((job) => !isTerminal(job.status.state))
    .filter((job) => state.rows.get(job.metadata.deploymentId)?.jobId !== job.metadata.id)
    .map((job) => `job ${job.metadata.id} runs without its deployment`);
}

function findDoubleSavepoints(state: State): readonly string[] {
  const marks = [...state.savepoints.values()].map(markOf).filter((mark) => mark !== undefined);
  const seen = new Set<string>();
  const doubled = new Set(marks.filter((mark) => seen.has(mark) || !seen.add(mark)));
  return [...doubled].map((mark) => `two savepoints carry the mark ${mark}`);
}

/** The client's annotations of a requested savepoint, taken as its idempotency mark; undefined without any. */
function markOf({ metadata }: Savepoint): string | undefined {
  if (metadata.origin !== "USER_REQUEST") return undefined;
  const own = Object.entries(metadata.annotations).filter(([key]) => key !== SPEC_VERSION);
  return own.length === 0 ? undefined : `${metadata.deploymentId} ${JSON.stringify(own.sort())}`;
}
