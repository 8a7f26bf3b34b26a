import { append, type Log, readLog } from "./append-log.ts";
import { toTimestamp } from "./timestamp.ts";

/** One line of the audit log: an action is ISSUED and then EXECUTED under one trace id (2.1); the fields are ours [inv]. */
export type AuditEntry = {
  readonly traceId: string;
  readonly phase: "ISSUED" | "EXECUTED";
  readonly actionName: string;
  readonly createdAt: string;
  readonly namespace: string;
  readonly path: string;
  readonly token: string;
  readonly operator?: string;
  readonly httpCode?: number;
};

/** An action of a known token as it is remembered; `at` is in milliseconds since the epoch. */
export type Action = {
  readonly at: number;
  readonly actionName: string;
  readonly namespace: string;
  readonly path: string;
  readonly token: string;
  readonly operator: string | undefined;
  readonly httpCode: number;
};

/** The audit log: the newest actions, and the number of all so far. */
export type Audit = { count: number; readonly actions: Log<Action> };

/** Newest actions that are kept at least. */
export const KEPT_ACTIONS = 1_000;

/** An audit log without entries. */
export function makeAudit(): Audit {
  return { count: 0, actions: { items: [], length: 0 } };
}

/** An independent copy, in O(1). */
export function copyAudit({ count, actions }: Audit): Audit {
  return { count, actions: { ...actions } };
}

/** Remembers an action that was executed. */
export function recordAction(audit: Audit, action: Action): void {
  audit.count += 1;
  append(audit.actions, action, KEPT_ACTIONS);
}

/** The entries of the newest actions, two for each, oldest first. */
export function readAudit(audit: Audit): readonly AuditEntry[] {
  const actions = readLog(audit.actions);
  const first = audit.count - actions.length + 1;
  return actions.flatMap((action, index) => toEntries(action, first + index));
}

function toEntries({ at, operator, httpCode, ...about }: Action, trace: number): readonly AuditEntry[] {
  const traceId = trace.toString(16).padStart(32, "0");
  const entry = { traceId, createdAt: toTimestamp(at), ...about, ...(operator === undefined ? {} : { operator }) };
  return [
    { ...entry, phase: "ISSUED" },
    { ...entry, phase: "EXECUTED", httpCode },
  ];
}
