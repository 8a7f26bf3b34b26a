import { judgeAll } from "../../core/condition.ts";
import { isObject } from "../../core/json.ts";
import { type Conclusion, conditionsOf } from "../../core/kind.ts";
import { judgeProgress, type Movement } from "../../core/progress.ts";
import { ready } from "../../flink/conditions.ts";
import { isTerminal } from "../../flink/looks.ts";
import { paceOf } from "../../flink/patience.ts";
import { showsSnapshots } from "../../flink/snapshot-history.ts";
import { announce } from "./announce.ts";
import { conditions } from "./conditions.ts";
import { remember } from "./remember.ts";
import { project } from "./status.ts";
import type { Act, JobFinding } from "./view.ts";

/** What a pass leaves behind: the record, the status, and whether to come back soon. */
export function conclude(finding: JobFinding): Conclusion<Act> {
  const { view, rule, plan, outcomes } = finding;
  const { status: before } = view.object;
  if (rule === "unheld") return { record: undefined, status: isObject(before) ? before : {}, revisit: undefined };
  const record = remember(finding);
  const failed = showsSnapshots(rule) ? undefined : outcomes.find(({ result }) => result !== "done");
  const isRefused = failed !== undefined && record?.rejected !== undefined;
  const moving = plan.revisit === "moving" && !isRefused ? plan.why : whatMoves(finding);
  const { job } = view;
  const pace = job.found === "job" ? paceOf(job.job.lastModification, view.now) : "moving";
  const soon = plan.revisit ?? (moving === undefined ? undefined : pace);
  const afterFailure = isRefused ? undefined : "waiting";
  const revisit = failed === undefined ? soon : afterFailure;
  const circumstances = {
    previous: conditionsOf(view.object),
    now: view.now,
    generation: view.object.metadata.generation,
    conclusive: failed === undefined,
  };
  const judged = judgeAll(conditions, ready, finding, circumstances);
  const movement: Movement = { moving, revisited: revisit !== undefined, ended: endedOf(finding) };
  const shown = [...judged, ...judgeProgress(conditions, ready, judged, movement, circumstances)];
  const status = project(finding, record, shown);
  const { revisitAfterMs } = failed === undefined ? plan : {};
  const announcements = announce(finding, record, status);
  return { record, status, revisit, ...(revisitAfterMs !== undefined && { revisitAfterMs }), announcements };
}

function whatMoves({ view: { job, memory } }: JobFinding): string | undefined {
  if (memory?.phase !== "deployed" || job.found !== "job") return undefined;
  const { state } = job.job;
  return state === "RUNNING" || isTerminal(state) ? undefined : `The job is ${state}.`;
}

function endedOf({ view: { job } }: JobFinding): Movement["ended"] {
  const failed = job.found === "job" && job.job.state === "FAILED";
  return failed
    ? { status: "True", reason: "JobFailed", message: "The job has failed; status.error says why." }
    : undefined;
}
