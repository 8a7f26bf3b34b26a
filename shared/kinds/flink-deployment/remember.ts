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
import { refusedIngress } from "./decide-ingress.ts";
import { brings } from "./refusal.ts";
import type { FlinkFinding, View } from "./view.ts";

/** What counts as input besides the spec: every annotation, since the guide forces a pass by any of them. */
export const inputs: Inputs = { labels: [], annotations: "any" };

/** The record that goes out with a plan, before its first action (D6); undefined where nothing must. */
export function claimed({ view, plan }: Pick<FlinkFinding, "view" | "plan">): OperatorRecord | undefined {
  const { intents, memory } = plan;
  if (intents === undefined && memory?.before === undefined) return undefined;
  const before = baseOf(view);
  return {
    ...before,
    // What is about to be sent may come into being after this process is no more.
    ...(plan.actions.some(brings) && { late: { at: view.now } }),
    intents: intents ?? before.intents,
    ...(memory?.before !== undefined && { memory: memory.before }),
  };
}

/** The record as it stands once the outcomes of a pass are known. */
export function remember(finding: FlinkFinding): OperatorRecord | undefined {
  const { view, rule, outcomes } = finding;
  const before = claimed(finding) ?? view.record;
  if (before === undefined) return undefined;
  const shows = showsSnapshots(rule);
  return settled(view, shows ? afterShowing(before, { ...view, rule, outcomes }) : afterOutcomes(finding, before));
}

function afterOutcomes({ view, plan, outcomes }: FlinkFinding, before: OperatorRecord): OperatorRecord {
  const done = outcomes.every(({ result }) => result === "done");
  const doubtful = outcomes.some(({ result, action }) => result !== "done" && brings(action));
  const [failed] = outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault]));
  const { late: _sending, rejected, ...rest } = before;
  const stillLate = doubtLeft(view) > 0 ? view.record?.late : undefined;
  const refused = refusedAside(view, memoryOf(rest), outcomes);
  const after = done ? plan.memory?.done : refused && toMemory(refused);
  const known = after === undefined ? rest : { ...rest, memory: after };
  const refusal =
    failed?.code === "Rejected" && refused === undefined
      ? { hash: view.wanted?.spec ?? "", at: view.now, message: failed.message }
      : rejected?.hash === view.wanted?.spec && outcomes.length === 0
        ? rejected
        : undefined;
  const lateNow = doubtful ? { at: view.now } : stillLate;
  return {
    ...known,
    ...(lateNow !== undefined && { late: lateNow }),
    ...(refusal !== undefined && { rejected: refusal }),
  };
}

/** What is remembered of a part that was refused without harm to the rest; undefined where none was. */
function refusedAside(view: View, memory: FlinkMemory | undefined, outcomes: FlinkFinding["outcomes"]) {
  return refusedIngress(view, memory, outcomes) ?? refusedScale(view, memory, outcomes);
}

/** What was seen of a deploy: that it ran well, that its job has ended, that a rollback is over. */
function settled(view: View, record: OperatorRecord): OperatorRecord {
  const { object, inForce } = view;
  const { generation = 0 } = object.metadata;
  const memory = memoryOf(record);
  const known = { ...record, generation, input: inputHash(object, inputs) };
  return memory === undefined
    ? known
    : { ...known, memory: toMemory(withWhatWasSeen(view, noteSpec(memory, inForce, view.wanted))) };
}

function withWhatWasSeen(view: View, memory: FlinkMemory): FlinkMemory {
  const { job, jobManager, wanted, now, failure, settings } = view;
  if (memory.phase !== "deployed") return memory;
  const running = job.found === "job" && (job.job.state === "RUNNING" || job.job.state === "FINISHED");
  const serves = wanted?.kind === "session" && jobManager.found === "present" && jobManager.available;
  const known = isCheckpointed(view, memory) ? { ...memory, checkpointed: true as const } : memory;
  const noted = noteEnd(known, {
    job,
    namesMode: wanted?.namesMode !== false,
    now,
    failure,
    most: errorLimitsOf(settings).causes,
  });
  if (memory.rollback === "rolling-back" && running) return { ...noted, rollback: "rolled-back" };
  if (!(running || serves)) return noted;
  const isNew = memory.ran !== true || memory.stable !== memory.spec;
  if (memory.rollback === undefined && isNew) return { ...noted, ran: true, stable: memory.spec };
  return forgetOvercome(noted, view);
}

/** Worth a note where Flink's metadata is all that tells of it once the JobManager has gone. */
function isCheckpointed({ job }: View, { ha }: FlinkMemory): boolean {
  return ha && job.found === "job" && job.checkpoints?.completed !== undefined;
}

function baseOf({ record, object }: View): OperatorRecord {
  return record ?? { v: 1, uid: object.metadata.uid ?? "", generation: 0, input: "", intents: [] };
}
