import { hashOf } from "../../core/hash.ts";
import { at } from "../../core/json.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { shortened, unstopped } from "./foreign-words.ts";
import { refused } from "./nonce-memory.ts";
import { openIntent, withoutIntent } from "./open-intents.ts";
import { markOf, type SavepointPick } from "./savepoint.ts";
import { isSavepoint, type View, type VvpFinding } from "./view.ts";

/** Key of the intent of a registration. */
export const registerIntent = "register";

/** How often a savepoint is registered at most: a platform that loses every mark would get one each time. */
const mostSendings = 5;

/** A savepoint of somebody else's making that the deployment is to start from (X12). */
export interface Registration {
  readonly location: string;
  /** The same for the same location, so that a registration is found again whatever was forgotten in between; see `requestFor`. */
  readonly content: string;
}

/** What the spec asks to be registered; total on any spec. */
export function wantedRegistration({ object }: Pick<View, "object">): Registration | undefined {
  const location = at(object.spec, "initialSavepointSpec", "savepointLocation");
  if (typeof location !== "string" || location === "") return undefined;
  return { location, content: `initial/${hashOf(location).slice(0, 16)}` };
}

/** What the mark of a new request says: the generation that asks goes with it, so that it is not taken for one that failed. */
export function requestFor({ content }: Registration, { object }: Pick<View, "object">): string {
  return `${content}#${object.metadata.generation ?? 0}`;
}

/** The content of the registration that a request was for. */
function contentOf({ content }: Intent): string {
  return content.split("#", 1)[0] ?? "";
}

/** The registration that nothing final is known of. */
export function dueRegistration(view: Pick<View, "object" | "record">): Registration | undefined {
  const wanted = wantedRegistration(view);
  return wanted === undefined || view.record?.initial?.content === wanted.content ? undefined : wanted;
}

/** True in the states in which no job is there that the savepoint would come too late for. */
export function isDown({ state }: Deployment): boolean {
  return state === "CANCELLED" || state === "SUSPENDED";
}

/**
 * Picks what the registration that is due, or was sent, has led to from all savepoints of the deployment; undefined where
 * none is to be looked for. One that failed is only the answer to the request that is open.
 */
export function soughtRegistration(
  view: Pick<View, "object" | "record" | "backend" | "owner">,
): SavepointPick | undefined {
  const { backend, owner, record } = view;
  const due = dueRegistration(view);
  if (due === undefined || backend.found !== "own" || !isDown(backend.deployment)) return undefined;
  const ours = markOf(owner.uid, `${due.content}#`);
  const sent = markOf(owner.uid, openIntent(record, registerIntent)?.content ?? "");
  return (all) => {
    const made = all.filter(({ mark }) => mark?.startsWith(ours) === true);
    const sound = made.filter(({ state }) => state !== "FAILED");
    return sound.find(({ state }) => state === "COMPLETED") ?? sound[0] ?? made.find(({ mark }) => mark === sent);
  };
}

/** Judges what the spec asks for against what the platform shows at the start of the pass (D6): the mark is the proof. */
export function judgeRegistration(
  record: OperatorRecord | undefined,
  { object, registration: look, settings, now }: Pick<View, "object" | "registration" | "settings" | "now">,
): OperatorRecord | undefined {
  if (record === undefined) return undefined;
  const wanted = wantedRegistration({ object });
  const intent = openIntent(record, registerIntent);
  const over =
    intent !== undefined && contentOf(intent) !== wanted?.content && now >= intent.at + settings.quarantineMs;
  const open = over ? withoutIntent(record, registerIntent) : record;
  if (wanted === undefined) return forgotten(open);
  if (look.found === "none") return givenUp(open, wanted, now - settings.quarantineMs);
  if (look.found !== "one") return open;
  const { state } = look.savepoint;
  return state === "COMPLETED" || state === "FAILED" ? ended(open, wanted.content, state) : open;
}

/** The record once the last of the sendings has led to nothing either; `doubtful` is what was sent after that time. */
function givenUp(record: OperatorRecord, { content }: Registration, doubtful: number): OperatorRecord {
  const intent = openIntent(record, registerIntent);
  if (intent === undefined || intent.attempt < mostSendings || intent.at > doubtful) return record;
  const no = intent.refused === undefined ? "" : `: ${intent.refused}`;
  return ended(record, content, "FAILED", `The platform has confirmed none of ${mostSendings} requests${no}.`);
}

/** The record once a registration has come to an end, with the platform's words where it was refused. */
export function ended(
  record: OperatorRecord,
  content: string,
  state: "COMPLETED" | "FAILED",
  message?: string,
): OperatorRecord {
  const why = message === undefined ? {} : { message: shortened(message) };
  return { ...withoutIntent(record, registerIntent), initial: { content, state, ...why } };
}

/** Asked for again, it is looked for again; what was refused is then sent once more. */
function forgotten(record: OperatorRecord): OperatorRecord {
  if (record.initial === undefined) return record;
  const { initial: _forgotten, ...rest } = record;
  return rest;
}

/**
 * The record after the registration was sent: the platform's own no ends it, any other fault leaves it open (D6), with
 * what was said where certainly nothing was registered.
 */
export function afterRegistering(record: OperatorRecord, outcome: VvpFinding["outcomes"][number]): OperatorRecord {
  const intent = openIntent(record, registerIntent);
  if (intent === undefined) return record;
  if (outcome.result !== "done") {
    const { code, message, applied } = outcome.fault;
    if (code === "Rejected") return ended(record, contentOf(intent), "FAILED", message);
    return applied === "no" ? refused(record, intent, unstopped(message)) : record;
  }
  if (!isSavepoint(outcome.value)) return record;
  const { state } = outcome.value;
  return state === "COMPLETED" || state === "FAILED" ? ended(record, contentOf(intent), state) : record;
}

/** True for the action that registers a savepoint, false for one that takes one. */
export function isRegistering(action: AppManagerAction): boolean {
  return action.type === "app-manager/savepoint" && action.request.location !== undefined;
}
