import type { Outcome } from "../../core/action.ts";
import { at } from "../../core/json.ts";
import type { OperatorRecord, Rejection } from "../../core/record.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import type { View } from "./view.ts";

/** The refusal on record of just what would be sent now. */
export function heldRefusal({ record, request }: View): Rejection | undefined {
  const rejected = record?.rejected;
  return rejected !== undefined && rejected.hash === request() ? rejected : undefined;
}

/** Milliseconds until content that the platform refused is sent again although it is the same; 0 when it may go. */
export function refusalLeft(view: View): number {
  const rejected = heldRefusal(view);
  return rejected === undefined ? 0 : Math.max(0, rejected.at + view.settings.rejectedRetryMs - view.now);
}

/**
 * True when what the platform holds may not be what the spec says: other content, a refusal since (its retry may have been
 * accepted), an earlier attempt of this pass that sent something nobody could record, or a generation that no pass came
 * to a verdict about. A change and its revert lie between such generations, and the change may have been sent.
 */
export function isOutdated(view: View): boolean {
  const { record, content } = view;
  return record === undefined || record.applied !== content || record.rejected !== undefined || hasGap(view);
}

/** True when something may have been sent that no record tells of. */
export function hasGap({ record, unrecorded, object }: View): boolean {
  return unrecorded || (record !== undefined && (object.metadata.generation ?? 0) - record.generation > 1);
}

/**
 * How long what is on record of one replacement stands for the next one as well, in milliseconds: each write is an event, and
 * a platform that refuses for now must not have the operator wake itself up.
 */
const lateStepMs = 5_000;

/** Until when a replacement may be under way that went on record, in milliseconds since the epoch; 0 where none is. */
export function definitionUnderWay({ record }: Pick<View, "record">): number {
  return record?.late?.creates === true ? record.late.at + lateStepMs : 0;
}

/** True while an update of unknown outcome may be applied still, and at the first look after that. */
export function mayBeOvertaken({ record }: Pick<View, "record">): boolean {
  return record?.late !== undefined;
}

/** Until when an unanswered update may make the deployment anew, in milliseconds since the epoch; 0 where none can. */
export function createsUntil({ record, settings }: Pick<View, "record" | "settings">): number {
  const late = record?.late;
  return late?.creates === true ? late.at + settings.quarantineMs : 0;
}

/** The record with the doubt that an earlier attempt of the pass could not note: an update that nobody answered. */
export function withDoubtOf(
  sent: readonly Outcome<AppManagerAction>[],
  record: OperatorRecord,
  now: number,
): OperatorRecord {
  const isDoubtful = sent.some(({ action, result }) => result === "unknown" && action.type !== "app-manager/create");
  return isDoubtful ? { ...record, late: { ...record.late, at: now } } : record;
}

/** The record without an update that can no longer be applied; what it left behind may wait for a savepoint. */
export function withoutLate(record: OperatorRecord, { now, settings }: Pick<View, "now" | "settings">): OperatorRecord {
  if (record.late === undefined) return record;
  const { late, ...rest } = record;
  return now < late.at + settings.quarantineMs || record.nonces?.taking !== undefined ? record : rest;
}

/** AMB-12: only a resource that never had a deployment may get one. */
export function isFresh(view: Pick<View, "record" | "object">): boolean {
  const linked = view.record?.id ?? at(view.object.status, "deploymentId");
  return linked === undefined || linked === null || linked === "";
}
