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

/** The audit log: its newest entries and the number of actions so far. */
export type Audit = { traces: number; readonly entries: AuditEntry[] };

/** What is the same in both entries of an action; `at` is in milliseconds since the epoch. */
export type Action = {
  readonly at: number;
  readonly actionName: string;
  readonly namespace: string;
  readonly path: string;
  readonly token: string;
  readonly operator: string | undefined;
};

/** Newest entries that are kept; older ones are forgotten in steps. */
export const KEPT_ENTRIES = 2_000;

/** Logs an action around its execution, and passes on what that answers. */
export function audited<Answer extends { readonly status: number }>(
  audit: Audit,
  { at, operator, ...about }: Action,
  execute: () => Answer,
): Answer {
  audit.traces += 1;
  const traceId = audit.traces.toString(16).padStart(32, "0");
  const entry = { traceId, createdAt: toTimestamp(at), ...about, ...(operator === undefined ? {} : { operator }) };
  append(audit, { ...entry, phase: "ISSUED" });
  const answer = execute();
  append(audit, { ...entry, phase: "EXECUTED", httpCode: answer.status });
  return answer;
}

function append({ entries }: Audit, entry: AuditEntry): void {
  entries.push(entry);
  if (entries.length > KEPT_ENTRIES * 1.1) entries.splice(0, entries.length - KEPT_ENTRIES);
}
