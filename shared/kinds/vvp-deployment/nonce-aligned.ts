import { conditionOf, conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { conditionsOf } from "../../core/kind.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import { toTime } from "./instant.ts";
import { judgeNonce, nonceFields, wantedNonce } from "./nonce.ts";
import { type NonceName, nonceNames, requestedValue } from "./nonce-memory.ts";
import { openIntent } from "./open-intents.ts";
import { afterOutcomes } from "./remember.ts";
import { nextStart } from "./restart.ts";
import { ours, type View, type VvpFinding } from "./view.ts";

/** Whether what was asked for by nonces was done (R95–R99). */
export const nonceAligned = conditionRow<VvpFinding>()({
  type: "NonceAligned",
  healthyWhen: "True",
  summary: "Whether the latest savepoint and restart nonces were processed.",
  reasons: {
    NoncesProcessed: { status: "True", meaning: "Every request was processed, or there is none." },
    SavepointBlocked: {
      status: "False",
      meaning: "A savepoint was requested while the job was not RUNNING or Autopilot was scaling.",
      action: "When the job runs again, set savepointNonce to a new value; the blocked value is consumed.",
    },
    RestartBlocked: {
      status: "False",
      meaning: "A restart was requested while the job was not RUNNING or Autopilot was scaling.",
      action: "When the job runs again, set restartNonce to a new value; the blocked value is consumed.",
    },
    NoncesPending: {
      status: "Unknown",
      meaning: "A request waits for its turn, or is not confirmed by the platform yet; nothing is consumed.",
      action: "Wait; where the message says that the platform refuses to start the job again, correct the reason.",
      documented: false,
    },
  },
  judge: (finding) => {
    const { view, rule } = finding;
    if (rule === "create") return pending(view, undefined) ?? none;
    if (isDeleting(view)) return frozen;
    if (ours(view) === undefined || rule === "report-lost") return ofLost(view);
    const record = afterOutcomes(finding);
    return blocked(view, record) ?? pending(view, record) ?? processed(view, record);
  },
});

/**
 * Of a deployment that is lost, what was said stays, but for a request that is asked for no more; while neither the record nor
 * the platform tells of what is asked for, just where nothing is.
 */
function ofLost(view: View) {
  const { record, backend } = view;
  const said = conditionOf(conditionsOf(view.object), "NonceAligned")?.reason;
  if (said?.endsWith("Blocked") !== true) return frozen;
  if (nonceNames.every((name) => wantedNonce(view, name) === undefined)) return none;
  if (record === undefined || backend.found === "unknown") return frozen;
  return blocked(view, record) ?? pending(view, record) ?? processed(view, record);
}

const none = { status: "True", reason: "NoncesProcessed", message: "No savepoint or restart is requested." } as const;

/** AMB-24: with both blocked, the reason is the savepoint's and the message names both. */
function blocked(view: View, record: OperatorRecord | undefined) {
  const texts = nonceNames.map((name) => blockedText(name, view, record));
  const message = texts.filter((text) => text !== undefined).join(" ");
  if (message === "") return undefined;
  const reason = texts[0] === undefined ? "RestartBlocked" : "SavepointBlocked";
  return { status: "False", reason, message } as const;
}

/** What the condition says of one nonce; undefined unless the value that is asked for was consumed without effect. */
export function blockedText(name: NonceName, view: View, record: OperatorRecord | undefined): string | undefined {
  const memory = record?.nonces?.[name];
  const value = wantedNonce(view, name);
  if (value === undefined || memory?.burnt.includes(value) !== true) return undefined;
  const why = memory.observed === value ? memory.blocked : undefined;
  const advice = `When the job is RUNNING, set ${nonceFields[name]} to a new value; ${value} is consumed.`;
  return `The ${name} was not made, because ${why ?? "this value was blocked before"}. ${advice}`;
}

function pending(view: View, record: OperatorRecord | undefined) {
  const texts = nonceNames.flatMap((name) => waitText(view, name) ?? openText(name, record, view.settings) ?? []);
  if (texts.length === 0) return undefined;
  return { status: "Unknown", reason: "NoncesPending", message: texts.join(" ") } as const;
}

/** Of a value that is not decided yet, or stands in line behind the one before it. */
function waitText(view: View, name: NonceName): string | undefined {
  const verdict = judgeNonce(view, name);
  if (verdict.kind !== "wait") return undefined;
  const until = verdict.until === undefined ? "" : ` until ${toTime(verdict.until)} at most`;
  return `The ${name} for ${nonceFields[name]} ${verdict.value} waits${until}, because ${verdict.why}.`;
}

/** Of a request that is accepted; one for a savepoint is submitted once the platform has confirmed it. */
function openText(
  name: NonceName,
  record: OperatorRecord | undefined,
  { quarantineMs }: View["settings"],
): string | undefined {
  const open = openIntent(record, name);
  if (open === undefined) return undefined;
  const asked = `The ${name} for ${nonceFields[name]} ${requestedValue(open)}`;
  if (open.refused !== undefined) return `${asked} ${refusedText(name, open, open.refused, quarantineMs)}`;
  const behind = name === "restart" && record?.nonces?.taking !== undefined;
  const how = behind ? "follows when the savepoint is taken" : "is accepted and not confirmed yet";
  return `${asked} ${how}.`;
}

function refusedText(name: NonceName, open: Intent, why: string, quarantineMs: number): string {
  if (name === "restart") {
    const again = `It is tried again after ${toTime(nextStart(open))}; correct the spec where it is the reason.`;
    return `has stopped the job, and the platform refuses to start it again: ${why}. ${again}`;
  }
  const again = `It is asked for again after ${toTime(open.at + quarantineMs)}.`;
  return `was not taken: ${why}. Check the token and its rights. ${again}`;
}

const failure = "the platform has taken the request and says that the savepoint FAILED; a new value asks for another";

function processed(view: View, record: OperatorRecord | undefined) {
  const done = nonceNames.flatMap((name) => {
    const { processed: value, failed } = record?.nonces?.[name] ?? {};
    if (value === undefined || value !== wantedNonce(view, name)) return [];
    return [`${nonceFields[name]} ${value}${failed === value ? ` (${failure})` : ""}`];
  });
  if (done.length === 0) return none;
  return { status: "True", reason: "NoncesProcessed", message: `Processed: ${done.join(", ")}.` } as const;
}
