import { judgeAll } from "../../core/condition.ts";
import { isObject } from "../../core/json.ts";
import { type Conclusion, conditionsOf } from "../../core/kind.ts";
import { judgeProgress } from "../../core/progress.ts";
import { ready } from "../../flink/conditions.ts";
import { showsSnapshots } from "../../flink/snapshot-history.ts";
import { announce } from "./announce.ts";
import { conditions } from "./conditions.ts";
import { movementOf } from "./movement.ts";
import { isAside } from "./refusal.ts";
import { remember } from "./remember.ts";
import { project } from "./status.ts";
import type { Act, FlinkFinding } from "./view.ts";

/** What a pass leaves behind: the record, the status, and whether to come back soon. */
export function conclude(finding: FlinkFinding): Conclusion<Act> {
  const { view, rule, plan, outcomes } = finding;
  const { status: before } = view.object;
  if (rule === "unheld") return { record: undefined, status: isObject(before) ? before : {}, revisit: undefined };
  const record = remember(finding);
  const failed = showsSnapshots(rule) ? undefined : outcomes.find(({ result }) => result !== "done");
  // What to do about these the next look knows, which finds the refusal on record.
  const refused =
    failed !== undefined && failed.result !== "done" && failed.fault.code === "Rejected" && !isAside(rule);
  const revisit =
    failed === undefined ? (plan.revisit ?? movementOf(finding).revisit) : refused ? undefined : "waiting";
  const circumstances = {
    previous: conditionsOf(view.object),
    now: view.now,
    generation: view.object.metadata.generation,
    conclusive: failed === undefined,
  };
  const judged = judgeAll(conditions, ready, finding, circumstances);
  const movement = { ...movementOf(finding), revisited: revisit !== undefined };
  const shown = [...judged, ...judgeProgress(conditions, ready, judged, movement, circumstances)];
  const status = project(finding, record, shown);
  const { revisitAfterMs } = failed === undefined ? plan : {};
  const announcements = announce(finding, record, status);
  return { record, status, revisit, ...(revisitAfterMs !== undefined && { revisitAfterMs }), announcements };
}
