import { at } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { adoptIntent } from "./adoption.ts";
import { createIntent } from "./creation.ts";
import { nonceNames, requestedValue } from "./nonce-memory.ts";
import { beforeOutcomes } from "./remember.ts";
import { isRestarted, isStop, phases } from "./restart.ts";
import { isSavepoint, ours, type VvpFinding, wantedState } from "./view.ts";

/** Words for what an intent is about, in the order in which they are told; documented but for an adoption (X6). */
const linked = [
  [createIntent, "created deployment"],
  [adoptIntent, "adopted deployment"],
] as const;
const requested = [
  ["savepoint", "triggered savepoint"],
  ["restart", "triggered job restart"],
] as const;

/** How a projection is sent. */
const modes: { readonly [Type in AppManagerAction["type"]]?: string } = {
  "app-manager/patch": "PATCH",
  "app-manager/replace": "PUT",
};

/**
 * What happened on the platform, in its order.
 *
 * An effect with an intent is told of when the intent is settled by it: in the pass that sent it, or, where its answer was
 * lost, in the one that found it. Any other is told of when its answer came; the next pass repeats what had none.
 */
export function tellEffects(finding: VvpFinding, record: OperatorRecord | undefined): string[] {
  const { view } = finding;
  const found = settled(ownRecord(view.object), view.record).filter((one) => isFound(finding, one));
  const sent = settled(beforeOutcomes(finding), record).filter((one) => !isWithStop(finding, one));
  const effects = [...found, ...sent].filter((one) => !isVoid(record, one));
  const words = [...toWords(effects, linked), ...tellHandover(finding), ...tellProjections(finding)];
  return [...words, ...toWords(effects, requested)];
}

function toWords(intents: readonly Intent[], words: readonly (readonly [key: string, words: string])[]): string[] {
  if (intents.length === 0) return [];
  return words.filter(([key]) => intents.some((one) => one.key === key)).map(([, text]) => text);
}

function tellHandover({ outcomes }: VvpFinding): string[] {
  return outcomes.flatMap(({ action, result }) =>
    action.type === "app-manager/take-over" && result === "done"
      ? [`took over deployment from operator instance ${action.former}`]
      : [],
  );
}

function tellProjections(finding: VvpFinding): string[] {
  const { view, outcomes } = finding;
  const before = ours(view)?.desiredState;
  return outcomes.flatMap((outcome) => {
    const mode = modes[outcome.action.type];
    if (outcome.result !== "done" || mode === undefined || isOfRestart(finding, outcome.action)) return [];
    const after = isSavepoint(outcome.value) ? undefined : outcome.value?.desiredState;
    const changes = before !== undefined && after !== undefined && before !== after && tellsState(outcome.action);
    const change = changes ? `, including state change: ${before} → ${after}` : "";
    return [`projected deployment config (mode=${mode})${change}`];
  });
}

/** False for a PATCH that leaves the state to whoever changed it. */
function tellsState(action: AppManagerAction): boolean {
  return !("body" in action) || at(action.body, "spec", "state") !== undefined;
}

/** True for a PATCH of the template's mark alone, and for the stop and the start of a restart by way of the state. */
function isOfRestart({ plan }: VvpFinding, action: AppManagerAction): boolean {
  if (action.type !== "app-manager/patch" || Object.hasOwn(action.body, "metadata")) return false;
  const begun = plan.intents?.some(({ key, attempt }) => key === "restart" && attempt !== phases.due) === true;
  return begun || at(action.body, "spec", "state") === undefined;
}

/** Intents that were open before and are not any more. */
function settled(before: OperatorRecord | undefined, after: OperatorRecord | undefined): readonly Intent[] {
  if (before === undefined || before.intents.length === 0) return [];
  const open = new Set(after?.intents.map(({ key, content }) => `${key} ${content}`));
  return before.intents.filter(({ key, content }) => !open.has(`${key} ${content}`));
}

/** False for a restart that a stop of the user's made needless. */
function isFound({ view }: VvpFinding, intent: Intent): boolean {
  const deployment = ours(view);
  return intent.key !== "restart" || (deployment !== undefined && isRestarted(deployment, intent));
}

/** True for a restart that went out together with a stop that the user asked for in the same edit. */
function isWithStop({ view }: VvpFinding, { key }: Intent): boolean {
  return key === "restart" && isStop(wantedState(view));
}

/** True for what led to no deployment of ours, and for a nonce that was consumed without effect. */
function isVoid(record: OperatorRecord | undefined, intent: Intent): boolean {
  if (linked.some(([key]) => key === intent.key)) return record?.id === undefined;
  const name = nonceNames.find((one) => one === intent.key);
  return name === undefined || record?.nonces?.[name]?.burnt.includes(requestedValue(intent)) === true;
}
