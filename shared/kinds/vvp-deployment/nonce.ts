import { isDeleting } from "../../core/deletion-rules.ts";
import { parseDuration } from "../../core/duration.ts";
import { member } from "../../core/json.ts";
import type { NonceMemory } from "../../core/nonces.ts";
import { onceInARow } from "../../core/once-per.ts";
import type { Intent } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { isScaling } from "./autopilot.ts";
import { nonceDeadlineAnnotation, noncePolicyAnnotation } from "./names.ts";
import { type NonceName, requestedValue } from "./nonce-memory.ts";
import { openIntent } from "./open-intents.ts";
import { isMoving, isPaused, ours, type View, wantedState } from "./view.ts";

/** The field of the spec, as users write it. */
export const nonceFields = { savepoint: "savepointNonce", restart: "restartNonce" } as const;

/** What a pass makes of one nonce, judged against the state that was read at its start (AMB-25). */
export type NonceVerdict =
  /** Nothing is asked, or nothing new. */
  | { readonly kind: "idle" }
  /** Accepted in an earlier pass and not settled yet. */
  | { readonly kind: "open"; readonly intent: Intent }
  | { readonly kind: "fire"; readonly value: number }
  /** Consumed without effect (R41, R43). */
  | { readonly kind: "block"; readonly value: number; readonly why: string }
  /** Not decided yet, and nothing is consumed; `until` is in milliseconds, absent where no deadline ends the wait. */
  | { readonly kind: "wait"; readonly value: number; readonly why: string; readonly until?: number };

/** AMB-4: how long the first decision of a fresh resource waits for its job to come up, in milliseconds. */
const firstStartMs = 600_000;

/** How long `weir.dev/nonce-policy: Wait` waits where no deadline is given, in milliseconds. */
const defaultDeadlineMs = 600_000;

/** How often a savepoint is asked for at most: a platform that loses every mark would take one each time. */
const mostSendings = 5;

const idle = { kind: "idle" } as const;

/** The value that the spec asks for; undefined for null, absent (AMB-2), and what is no such number (AMB-3). */
export function wantedNonce({ object }: Pick<View, "object">, name: NonceName): number | undefined {
  const value = member(object.spec, nonceFields[name]);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/**
 * AMB-1: fires when the value is new and not burnt, and the job can take it (R34–R45), which it cannot while Autopilot
 * scales (R116, R117).
 */
export function judgeNonce(view: View, name: NonceName): NonceVerdict {
  return verdictsOn(view)[name];
}

/** What both come to is asked for by decisions, record and conditions alike. */
const verdictsOn = onceInARow((view: View) => ({
  savepoint: judge(view, "savepoint"),
  restart: judge(view, "restart"),
}));

function judge(view: View, name: NonceName): NonceVerdict {
  const intent = openIntent(view.record, name);
  if (intent !== undefined) return judgeOpen(view, name, intent);
  const value = wantedNonce(view, name);
  const memory = view.record?.nonces?.[name];
  if (value === undefined || isDeleting(view)) return idle;
  if (value === memory?.observed || memory?.burnt.includes(value)) return idle;
  const held = heldBack(view) ?? (name === "savepoint" ? behindAnother(view) : undefined);
  if (held !== undefined) return { kind: "wait", value, why: held };
  const state = ours(view)?.state;
  const scaling = isScaling(view);
  if (state === "RUNNING" && !scaling) return { kind: "fire", value };
  const [subject, doing] = scaling ? ["Autopilot", "scaling"] : ["the job", state];
  const until = patienceEnd(view, memory, value);
  if (view.now < until) return { kind: "wait", value, why: `${subject} is ${doing}`, until };
  const still = until > 0 ? "still " : "";
  return { kind: "block", value, why: `${subject} was ${still}${doing}` };
}

/**
 * A request that was accepted and has not been carried out is blocked where that has become impossible.
 *
 * A savepoint that may have been asked for is only given up once the quarantine is over and the platform shows none; a
 * restart only while nothing of it was sent.
 */
function judgeOpen(view: View, name: NonceName, intent: Intent): NonceVerdict {
  const deployment = ours(view);
  const open = { kind: "open", intent } as const;
  if (deployment === undefined || heldBack(view) !== undefined || isDeleting(view)) return open;
  const pending = name === "savepoint" ? !isResendable(view, intent) : intent.attempt > 0;
  const scaling = isScaling(view);
  const runs = !scaling && (name === "savepoint" ? deployment.state === "RUNNING" : isUp(deployment));
  if (!pending && intent.attempt >= mostSendings) {
    const no = intent.refused === undefined ? "" : `: ${intent.refused}`;
    const why = `the platform has confirmed none of ${mostSendings} requests${no}`;
    return { kind: "block", value: requestedValue(intent), why };
  }
  if (pending || runs) return open;
  const subject = scaling ? "Autopilot was scaling" : `the job was ${deployment.state}`;
  return { kind: "block", value: requestedValue(intent), why: `${subject} when its turn came` };
}

/** True once a savepoint request may be sent: for the first time, or again because the earlier one has led to nothing. */
export function isResendable({ savepoint, settings, now }: View, { at: sentAt, attempt }: Intent): boolean {
  return attempt === 0 || (savepoint.found === "none" && now >= sentAt + settings.quarantineMs);
}

/** True for a job that runs, or is about to. */
function isUp(deployment: Deployment): boolean {
  return deployment.state === "RUNNING" || isComingUp(deployment);
}

/** True while the platform is on its way to RUNNING, whether or not its status shows that already. */
function isComingUp(deployment: Deployment): boolean {
  return deployment.desiredState === "RUNNING" && deployment.state !== "RUNNING" && isMoving(deployment);
}

/** Why nothing is decided on nonces in this pass at all. */
function heldBack(view: View): string | undefined {
  if (isPaused(view)) return "projection is switched off";
  if (view.violations.length > 0) return "the spec breaks a rule";
  return ours(view) === undefined || view.record?.id === undefined ? "there is no deployment yet" : undefined;
}

function behindAnother({ record }: View): string | undefined {
  return record?.nonces?.taking === undefined ? undefined : "the one before it is still being taken";
}

/** Until when a value may wait for the job to run, in milliseconds since the epoch; 0 where it may not. */
function patienceEnd(view: View, memory: NonceMemory | undefined, value: number): number {
  const { annotations = {}, creationTimestamp = "" } = view.object.metadata;
  const begun = memory?.waiting?.value === value ? memory.waiting.since : undefined;
  const created = Date.parse(creationTimestamp);
  const first = isFirstStart(view, memory, begun) && Number.isFinite(created) ? created + firstStartMs : 0;
  if (annotations[noncePolicyAnnotation] !== "Wait") return first;
  const deadline = parseDuration(annotations[nonceDeadlineAnnotation] ?? "") ?? defaultDeadlineMs;
  return Math.max(first, (begun ?? view.now) + deadline);
}

/** AMB-4: the job of a resource comes up for the first time, and was given this value at creation, before any other. */
function isFirstStart(view: View, memory: NonceMemory | undefined, begun: number | undefined): boolean {
  if (memory?.observed !== undefined || (view.object.metadata.generation !== 1 && begun === undefined)) return false;
  const deployment = ours(view);
  return wantedState(view) === "RUNNING" && deployment !== undefined && isComingUp(deployment);
}
