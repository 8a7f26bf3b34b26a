import { inputHash } from "../../core/input.ts";
import type { Inputs } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { refusedScale } from "../../flink/decide-rescale.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { forgetOvercome } from "../../flink/failed-stop.ts";
import { errorLimitsOf } from "../../flink/failure.ts";
import { type FlinkMemory, memoryOf, toMemory } from "../../flink/memory.ts";
import { noteEnd } from "../../flink/note-end.ts";
import { afterShowing, showsSnapshots } from "../../flink/snapshot-history.ts";
import { noteSpec } from "../../flink/spec-change.ts";
import { refusedIn } from "./refusal.ts";
import type { JobFinding, View } from "./view.ts";

/** What counts as input besides the spec: every annotation, since the guide forces a pass by any of them. */
export const inputs: Inputs = { labels: [], annotations: "any" };

/** The record that goes out with a plan, before its first action (D6); a run may start a job after its sender has died. */
export function claimed({ view, plan }: Pick<JobFinding, "view" | "plan">): OperatorRecord | undefined {
  const { intents, memory, actions } = plan;
  if (intents === undefined && memory?.before === undefined) return undefined;
  const { record, object, now } = view;
  const before = record ?? { v: 1, uid: object.metadata.uid ?? "", generation: 0, input: "", intents: [] };
  return {
    ...before,
    intents: intents ?? before.intents,
    ...(memory?.before !== undefined && { memory: memory.before }),
    ...(actions.some(({ type }) => type === "flink/run") && { late: { at: now, creates: true as const } }),
  };
}

/** The record as it stands once the outcomes of a pass are known. */
export function remember(finding: JobFinding): OperatorRecord | undefined {
  const { view, rule, plan, outcomes } = finding;
  const before = claimed(finding) ?? view.record;
  if (before === undefined) return undefined;
  if (showsSnapshots(rule)) return settled(view, afterShowing(before, { ...view, rule, outcomes }));
  const { late: _late, rejected: _rejected, ...rest } = before;
  const done = outcomes.every(({ result }) => result === "done");
  const refused = refusedScale(view, memoryOf(rest), outcomes);
  const after = done ? plan.memory?.done : refused && toMemory(refused);
  const known = after === undefined ? rest : { ...rest, memory: after };
  const [late, rejected] = [lateAfter(finding, before), rejectedAfter(finding, before)];
  return settled(view, { ...known, ...(late !== undefined && { late }), ...(rejected !== undefined && { rejected }) });
}

/** A run stays in doubt until its job is seen, or can no longer come; what main() did before it threw shows at the next look. */
function lateAfter({ view, outcomes }: JobFinding, { late }: OperatorRecord): OperatorRecord["late"] {
  const run = outcomes.find(({ action }) => action.type === "flink/run");
  const isAnswered = run !== undefined && (run.result !== "unknown" || run.fault.code === "Rejected");
  if (view.job.found === "job" || isAnswered) return undefined;
  return run === undefined && doubtLeft(view) === 0 ? undefined : late;
}

function rejectedAfter({ view, outcomes }: JobFinding, { rejected }: OperatorRecord): OperatorRecord["rejected"] {
  const hash = view.wanted?.spec ?? "";
  const refused = refusedIn(outcomes);
  if (refused !== undefined) return { hash, at: view.now, message: refused.message };
  return rejected?.hash === hash && outcomes.length === 0 ? rejected : undefined;
}

/** What ran well, and how a job ended by itself: Flink tells of the latter for an hour. */
function settled(view: View, record: OperatorRecord): OperatorRecord {
  const { object } = view;
  const memory = memoryOf(record);
  const { generation = 0 } = object.metadata;
  const seen = memory === undefined ? undefined : withWhatWasSeen(view, noteSpec(memory, view.inForce, view.wanted));
  return {
    ...record,
    generation,
    input: inputHash(object, inputs),
    ...(seen !== undefined && { memory: toMemory(seen) }),
  };
}

function withWhatWasSeen(view: View, memory: FlinkMemory): FlinkMemory {
  const { job, failure, wanted, now, settings } = view;
  if (memory.phase !== "deployed" || job.found !== "job") return memory;
  const { state } = job.job;
  const noted = noteEnd(memory, {
    job,
    namesMode: wanted?.namesMode !== false,
    now,
    failure,
    most: errorLimitsOf(settings).causes,
  });
  if (state !== "RUNNING" && state !== "FINISHED") return noted;
  return { ...forgetOvercome(noted, view), ran: true, stable: memory.spec };
}
