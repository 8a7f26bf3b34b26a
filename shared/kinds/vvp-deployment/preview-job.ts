import { equals } from "../../core/diff.ts";
import { at, textAt } from "../../core/json.ts";
import type { Change } from "./preview-change.ts";
import { type Asked, askedFor, toSentence } from "./preview-nonce.ts";
import { isStop } from "./restart.ts";

/** What becomes of the job: its state, then its template and restartNonce, which make one restart together (AMB-25). */
export function previewJob(change: Change): string[] {
  const from = textAt(change.held, "spec", "state");
  const to = textAt(change.outcome, "spec", "state");
  const asked = askedFor(change, "restart");
  const changesTemplate = !equals(at(change.held, "spec", "template"), at(change.outcome, "spec", "template"));
  const state = to === undefined || to === from ? [] : [previewState(change, from, to)];
  if (isStop(to)) return [...state, ...(changesTemplate ? [later] : []), ...(asked ? [pointless(asked, to)] : [])];
  if (state.length > 0) return state;
  return previewRestart(change, changesTemplate, asked);
}

const later = "the changed template holds from the next start of the job";

function pointless({ words }: Asked, to: string | undefined): string {
  return `restarts nothing, because the wanted state is ${to} (${words})`;
}

function previewState({ outcome, seen }: Change, from: string | undefined, to: string): string {
  const words = `(state ${from ?? "not given"} → ${to})`;
  if (to === "RUNNING")
    return seen === "RUNNING" ? `wants the job running ${words}` : `starts the job${originOf(outcome)} ${words}`;
  if (seen !== "RUNNING" && seen !== "TRANSITIONING") return `wants the job stopped ${words}`;
  return `stops the job ${to === "SUSPENDED" ? "through" : "without"} a savepoint ${words}`;
}

/** Where the platform is told to start from; nothing where that is left to it. */
function originOf(outcome: Change["outcome"]): string {
  const kind = textAt(outcome, "spec", "restoreStrategy", "kind");
  if (kind === "NONE") return " without state";
  if (kind === "LATEST_STATE") return " from its latest state";
  return kind === "LATEST_SAVEPOINT" ? " from its latest savepoint" : "";
}

function previewRestart({ outcome, seen }: Change, changesTemplate: boolean, asked: Asked | undefined): string[] {
  const upgrade = textAt(outcome, "spec", "upgradeStrategy", "kind");
  const request = (does: string) => (asked ? [toSentence(asked, [does, "restarts nothing"], seen)] : []);
  if (upgrade === "NONE") {
    const held = changesTemplate && asked?.fires !== "yes" ? [`${later} (upgradeStrategy NONE)`] : [];
    return [...held, ...request(`stops the job ${stopOf(outcome)} and starts it again`)];
  }
  const restarts = `restarts the job${wayOf(upgrade)}`;
  if (!changesTemplate) return request(restarts);
  if (seen !== "RUNNING" && seen !== "TRANSITIONING") {
    return [`sends the changed template; the job was ${seen ?? "not seen yet"}`, ...request(restarts)];
  }
  const strategy = upgrade === undefined ? "" : `, upgradeStrategy ${upgrade}`;
  if (asked?.fires === "yes") return [`${restarts} (template changes, ${asked.words}${strategy})`];
  return [`${restarts} (template changes${strategy})`, ...request(restarts)];
}

function stopOf(outcome: Change["outcome"]): string {
  return textAt(outcome, "spec", "restoreStrategy", "kind") === "NONE" ? "without a savepoint" : "through a savepoint";
}

function wayOf(upgrade: string | undefined): string {
  if (upgrade === "STATEFUL") return " through a savepoint";
  if (upgrade === "STATELESS") return " without its state";
  return upgrade === undefined ? " as its upgradeStrategy on the platform says" : "";
}
