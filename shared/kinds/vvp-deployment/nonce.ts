import { parseDuration } from "../../core/duration.ts";
import { at } from "../../core/json.ts";
import type { Intent, NonceMemory, Nonces, OperatorRecord } from "../../core/record.ts";
import { nonceDeadlineAnnotation, noncePolicyAnnotation } from "./names.ts";
import { isDeleting, isPaused, type View, wantedState } from "./view.ts";

/** Which operation a nonce asks for; also the key of its intent. */
export type NonceName = "savepoint" | "restart";

/** Both, in the order in which they are carried out and named (AMB-24, AMB-25). */
export const nonceNames = ["savepoint", "restart"] as const satisfies readonly NonceName[];

/** The field of the spec, as users write it. */
export const nonceFields = { savepoint: "savepointNonce", restart: "restartNonce" } as const;

/** What a pass makes of one nonce, judged against the state that was read at its start. */
export type NonceVerdict =
  /** Nothing is asked, or nothing new. */
  | { readonly kind: "idle" }
  /** Accepted in an earlier pass and not settled yet. */
  | { readonly kind: "open"; readonly intent: Intent }
  | { readonly kind: "fire"; readonly value: number }
  /** Consumed without effect (R41, R43). */
  | { readonly kind: "block"; readonly value: number; readonly why: string }
  /** Not decided yet: nothing is consumed. */
  | { readonly kind: "wait"; readonly value: number; readonly why: string };

/** AMB-4: how long the first decision of a fresh resource waits for its job to come up, in milliseconds. */
const firstStartMs = 600_000;

/** How long `weir.dev/nonce-policy: Wait` waits where no deadline is given, in milliseconds. */
const defaultDeadlineMs = 600_000;

/** Values that are remembered as burnt at most; the oldest are usable again. */
const mostBurnt = 16;

/** The value that the spec asks for; undefined for null, absent (AMB-2), and what is no such number. */
export function wantedNonce({ object }: View, name: NonceName): number | undefined {
  const value = at(object.spec, nonceFields[name]);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** The accepted request that is not settled, if there is one. */
export function openNonce(record: OperatorRecord | undefined, name: NonceName): Intent | undefined {
  return record?.intents.find(({ key }) => key === name);
}

/** The value that an accepted request was about. */
export function requestedValue({ content }: Intent): number {
  return Number(content.slice(0, content.indexOf("#")));
}

/** AMB-1: fires when the value is new and not burnt, and the job can take it (R34–R45). */
export function judgeNonce(view: View, name: NonceName): NonceVerdict {
  const intent = openNonce(view.record, name);
  if (intent !== undefined) return { kind: "open", intent };
  const value = wantedNonce(view, name);
  const memory = view.record?.nonces?.[name];
  if (value === undefined || isDeleting(view)) return { kind: "idle" };
  if (value === memory?.observed || memory?.burnt.includes(value)) return { kind: "idle" };
  const held = heldBack(view);
  if (held !== undefined) return { kind: "wait", value, why: held };
  const why = obstacle(view);
  if (why === undefined) return { kind: "fire", value };
  return view.now < patienceEnd(view, memory, value) ? { kind: "wait", value, why } : { kind: "block", value, why };
}

/** Why nothing is decided on nonces in this pass at all. */
function heldBack(view: View): string | undefined {
  if (isPaused(view)) return "projection is switched off";
  if (view.violations.length > 0) return "the spec breaks a rule";
  return view.backend.found === "own" && view.record?.id !== undefined ? undefined : "there is no deployment yet";
}

/** Why the job cannot take a request now; undefined where it can. */
function obstacle({ backend }: View): string | undefined {
  const state = backend.found === "own" ? backend.deployment.state : "unknown";
  return state === "RUNNING" ? undefined : `the job was ${state}`;
}

function patienceEnd(view: View, memory: NonceMemory | undefined, value: number): number {
  const { annotations = {}, creationTimestamp = "" } = view.object.metadata;
  const fresh = memory?.observed === undefined && wantedState(view) === "RUNNING";
  const starting = view.backend.found === "own" && view.backend.deployment.state === "TRANSITIONING";
  const first = fresh && starting ? Date.parse(creationTimestamp) + firstStartMs : 0;
  if (annotations[noncePolicyAnnotation] !== "Wait") return first || 0;
  const since = memory?.waiting?.value === value ? memory.waiting.since : view.now;
  const deadline = parseDuration(annotations[nonceDeadlineAnnotation] ?? "") ?? defaultDeadlineMs;
  return Math.max(first || 0, since + deadline);
}

/** The requests that this pass accepts, as intents that were not sent yet, and the memory that goes with them. */
export function acceptNonces(view: View): { readonly intents: readonly Intent[]; readonly nonces: Nonces } {
  const before = view.record?.nonces ?? { accepted: 0 };
  let nonces: Nonces = before;
  const intents: Intent[] = [];
  for (const name of nonceNames) {
    const verdict = judgeNonce(view, name);
    if (verdict.kind !== "fire") continue;
    const accepted = nonces.accepted + 1;
    intents.push({ key: name, attempt: 0, at: view.now, content: `${verdict.value}#${accepted}` });
    nonces = { ...nonces, accepted, [name]: observed(nonces[name], verdict.value) };
  }
  return { intents, nonces };
}

function observed(memory: NonceMemory | undefined, value: number): NonceMemory {
  const { waiting: _waiting, ...rest } = memory ?? { burnt: [] };
  return { ...rest, observed: value };
}

/** The record once a request was submitted: the value counts, and every other one is usable again. */
export function submitted(record: OperatorRecord, name: NonceName, intent: Intent): OperatorRecord {
  const value = requestedValue(intent);
  const memory: NonceMemory = { observed: record.nonces?.[name]?.observed ?? value, processed: value, burnt: [] };
  return withMemory(record, name, memory);
}

/** The record once a value was consumed without effect. */
export function burnt(record: OperatorRecord, name: NonceName, value: number, why: string): OperatorRecord {
  const before = observed(record.nonces?.[name], value);
  const values = [...before.burnt.filter((one) => one !== value), value].slice(-mostBurnt);
  return withMemory(record, name, { ...before, burnt: values, blocked: why });
}

/** The record without the open request of that name. */
export function settled(record: OperatorRecord, name: NonceName): OperatorRecord {
  return { ...record, intents: record.intents.filter(({ key }) => key !== name) };
}

/** The record after this pass's verdicts that need no effect: what is blocked, and since when something waits. */
export function afterVerdicts(record: OperatorRecord, view: View): OperatorRecord {
  return nonceNames.reduce((after, name) => {
    const verdict = judgeNonce(view, name);
    if (verdict.kind === "block") return burnt(after, name, verdict.value, verdict.why);
    return verdict.kind === "wait" ? waiting(after, name, verdict.value, view) : after;
  }, record);
}

/** Only a deadline of the user's needs a beginning; all other waits are dated by something else. */
function waiting(record: OperatorRecord, name: NonceName, value: number, view: View): OperatorRecord {
  if (heldBack(view) !== undefined || view.object.metadata.annotations?.[noncePolicyAnnotation] !== "Wait")
    return record;
  const memory = record.nonces?.[name] ?? { burnt: [] };
  if (memory.waiting?.value === value) return record;
  return withMemory(record, name, { ...memory, waiting: { value, since: view.now } });
}

function withMemory(record: OperatorRecord, name: NonceName, memory: NonceMemory): OperatorRecord {
  return { ...record, nonces: { accepted: 0, ...record.nonces, [name]: memory } };
}
