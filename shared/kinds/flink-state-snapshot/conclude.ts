import { judgeAll } from "../../core/condition.ts";
import { isObject } from "../../core/json.ts";
import { type Conclusion, conditionsOf } from "../../core/kind.ts";
import { judgeProgress } from "../../core/progress.ts";
import { ready } from "../../flink/conditions.ts";
import { announce } from "./announce.ts";
import { conditions } from "./conditions.ts";
import { remember } from "./remember.ts";
import { project } from "./status.ts";
import type { Act, SnapshotFinding } from "./view.ts";

/** What a pass leaves behind: the record, the status, and whether to come back soon. */
export function conclude(finding: SnapshotFinding): Conclusion<Act> {
  const { view, rule, plan, outcomes } = finding;
  const { status: before } = view.object;
  if (rule === "unheld") return { record: undefined, status: isObject(before) ? before : {}, revisit: undefined };
  const record = remember(finding);
  const failed = outcomes.some(({ result }) => result !== "done");
  const revisit = failed ? "waiting" : plan.revisit;
  const circumstances = {
    previous: conditionsOf(view.object),
    now: view.now,
    generation: view.object.metadata.generation,
    conclusive: !failed,
  };
  const judged = judgeAll(conditions, ready, finding, circumstances);
  const moving = revisit === "moving" ? plan.why : undefined;
  const movement = { moving, revisited: revisit !== undefined, ended: undefined };
  const shown = [...judged, ...judgeProgress(conditions, ready, judged, movement, circumstances)];
  const { revisitAfterMs } = failed ? {} : plan;
  return {
    record,
    status: project(finding, record, shown),
    revisit,
    ...(revisitAfterMs !== undefined && { revisitAfterMs }),
    announcements: announce(finding, record),
  };
}
