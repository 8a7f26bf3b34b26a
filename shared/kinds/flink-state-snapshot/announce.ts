import { conditionOf } from "../../core/condition.ts";
import type { Happening } from "../../core/happening.ts";
import { hashOf } from "../../core/hash.ts";
import { type Announcements, conditionsOf, ownRecord } from "../../core/kind.ts";
import { makeKubeEvent } from "../../core/kube-event.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { timestampOf } from "../../core/timestamp.ts";
import { memoryOf, type SnapshotMemory } from "./memory.ts";
import { names } from "./names.ts";
import type { Act, SnapshotFinding } from "./view.ts";

type Word = Pick<Happening, "id" | "type" | "reason" | "message">;

/** The Kubernetes Events that follow from a pass (7.2): each failure, the end with a snapshot or without, a deletion that waits. */
export function announce(finding: SnapshotFinding, record: OperatorRecord | undefined): Announcements<Act> {
  const { object, settings, now } = finding.view;
  const toAct = (word: Word): Act => {
    const happening = { ...word, at: timestampOf(now), subject: object.metadata.uid ?? "" };
    return {
      type: "kubernetes/event",
      event: makeKubeEvent(names, object, happening, settings.instanceId, "Reconcile"),
    };
  };
  return { afterRecord: ofRecord(finding, record).map(toAct), afterStatus: ofDeletion(finding).map(toAct) };
}

function ofRecord({ view }: SnapshotFinding, record: OperatorRecord | undefined): Word[] {
  const [before, after] = [memoryOf(ownRecord(view.object)), memoryOf(record)];
  if (after === undefined) return [];
  const { failures, phase, error = "" } = after;
  if (failures > (before?.failures ?? 0)) {
    const message = `Try ${failures} failed: ${error}`;
    return [{ id: `failure/${failures}`, type: "Warning", reason: "SnapshotError", message }];
  }
  if (phase === before?.phase) return [];
  if (phase === "abandoned") return [{ id: "abandoned", type: "Warning", reason: "SnapshotAbandoned", message: error }];
  return phase === "completed" ? [tellCompletion(after)] : [];
}

/** What existed before was not taken. */
function tellCompletion({ snapshot, attempt, path }: SnapshotMemory): Word {
  const what = attempt === 0 ? `The ${snapshot} is recorded` : `The ${snapshot} is complete`;
  const message = path === undefined ? `${what}; Flink does not tell where it is.` : `${what}: ${path}`;
  return { id: "completed", type: "Normal", reason: "SnapshotCompleted", message };
}

function ofDeletion({ view, rule, plan }: SnapshotFinding): Word[] {
  if ((rule !== "dispose" && rule !== "keep-needed") || plan.until === undefined) return [];
  const waiting = conditionOf(conditionsOf(view.object), "Waiting");
  if (waiting?.reason === "DisposalBlocked" && waiting.message.startsWith(plan.why)) return [];
  return [{ id: `cleanup/${hashOf(plan.why)}`, type: "Warning", reason: "CleanupFailed", message: plan.why }];
}
