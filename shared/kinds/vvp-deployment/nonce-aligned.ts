import { conditionRow, frozen } from "../../core/condition.ts";
import type { NonceMemory, OperatorRecord } from "../../core/record.ts";
import { judgeNonce, type NonceName, nonceFields, nonceNames, wantedNonce } from "./nonce.ts";
import { remember } from "./remember.ts";
import { isConfirmed } from "./savepoint.ts";
import type { View, VvpFinding } from "./view.ts";

const titles = { savepoint: "savepoint", restart: "restart" } as const;

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
      meaning: "A request is accepted or waits, and is not submitted yet; nothing is consumed.",
      documented: false,
    },
  },
  judge: (finding) => {
    const { view, rule } = finding;
    if (view.backend.found === "missing" && rule === "create") return pending(view) ?? none;
    if (view.backend.found !== "own") return frozen;
    const record = remember(finding);
    return blocked(view, record) ?? pending(view, record) ?? processed(view, record);
  },
});

const none = { status: "True", reason: "NoncesProcessed", message: "No savepoint or restart is requested." } as const;

/** AMB-24: with both blocked, the reason is the savepoint's and the message names both. */
function blocked(view: View, record: OperatorRecord | undefined) {
  const names = nonceNames.filter((name) => isBurnt(record?.nonces?.[name], wantedNonce(view, name)));
  const [first] = names;
  if (first === undefined) return undefined;
  const texts = names.map((name) => blockedText(name, record?.nonces?.[name]?.blocked, wantedNonce(view, name)));
  const reason = first === "savepoint" ? "SavepointBlocked" : "RestartBlocked";
  return { status: "False", reason, message: texts.join(" ") } as const;
}

function isBurnt(memory: NonceMemory | undefined, value: number | undefined): boolean {
  return value !== undefined && memory?.burnt.includes(value) === true;
}

function blockedText(name: NonceName, why: string | undefined, value: number | undefined): string {
  const advice = `When the job is RUNNING, set ${nonceFields[name]} to a new value; ${value} is consumed.`;
  return `The ${titles[name]} was not made, because ${why ?? "the job was not RUNNING"}. ${advice}`;
}

function pending(view: View, record?: OperatorRecord) {
  const texts = nonceNames.flatMap((name) => waitText(view, name, record) ?? []);
  if (texts.length === 0) return undefined;
  return { status: "Unknown", reason: "NoncesPending", message: texts.join(" ") } as const;
}

function waitText(view: View, name: NonceName, record: OperatorRecord | undefined): string | undefined {
  const verdict = judgeNonce(view, name);
  if (verdict.kind === "wait") return `The ${titles[name]} waits, because ${verdict.why}.`;
  const open = record?.intents.find(({ key }) => key === name);
  if (open === undefined || (name === "savepoint" && isConfirmed(record, open))) return undefined;
  return `The ${titles[name]} is accepted and not confirmed yet.`;
}

function processed(view: View, record: OperatorRecord | undefined) {
  const done = nonceNames.flatMap((name) => {
    const value = record?.nonces?.[name]?.processed;
    return value !== undefined && value === wantedNonce(view, name) ? [`${nonceFields[name]} ${value}`] : [];
  });
  if (done.length === 0) return none;
  return { status: "True", reason: "NoncesProcessed", message: `Processed: ${done.join(", ")}.` } as const;
}
