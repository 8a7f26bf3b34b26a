import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, wanted } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  processed,
  quiet,
  remembered,
  request,
  runs,
  stateCall,
  writes,
} from "./nonce-parts.ts";

/** One merge patch over another. */
export const merged = (one: JsonObject, other: JsonObject) => mergePatch(one, other) as JsonObject;
/** A merge patch of the upgrade strategy. */
export const strategy = (kind: string) => deploymentSpec({ upgradeStrategy: { kind } });

/** A job whose platform was told not to upgrade, so that a changed template restarts nothing. */
export const never = merged(wanted("RUNNING"), strategy("NONE"));
/** A running job with that strategy. */
export const neverUpgraded = { given: "PATCH", with: never } as const satisfies Partial<Row>;

/** The open restart in a phase: 1 stopping, 2 starting. */
export function open(phase: number, generation = 2, at = 2, other: JsonObject = {}) {
  return remembered(
    generation,
    { restart: accepted(1), accepted: 1 },
    { intents: [request("restart", at, "1#1", phase)], ...other },
  );
}

/** The record once the restart for value 1 was submitted. */
export const over = remembered(2, { restart: done(1), accepted: 1 });
const pending = "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.";

/** The status while the restart is open. */
export function pendingStatus(generation: number, actualState: string, conditions: { [type: string]: string } = {}) {
  return runs({
    fields: { observedGeneration: generation, actualState },
    conditions: { NonceAligned: pending, ...conditions },
    healthySince: 2,
  });
}

/** The status once the restart was submitted. */
export function restartedStatus(
  at: number,
  actualState = "TRANSITIONING",
  conditions: { [type: string]: string } = {},
) {
  return runs({
    fields: { observedGeneration: 2, actualState, lastProcessedTriggerNonce: 1 },
    conditions: { ...processed("restartNonce 1", at), ...conditions },
    healthySince: at,
  });
}

/** The pass that begins a restart with the stop. */
export function stops(state: string, change: Partial<Step> = {}): Step {
  return {
    when: "restartNonce changes",
    act: ask({ restartNonce: 1 }),
    rule: "restart",
    end: "moving",
    calls: [...looks, writes(open(1, 1)), stateCall(state), writes(open(1)), "api patch status"],
    status: pendingStatus(2, "TRANSITIONING"),
    record: open(1),
    ...change,
  };
}

/** The pass that waits for the stop. */
export const stopping = quiet("the job stops", { after: 300, rule: "finish-restart", end: "moving" });

/** The pass that starts it again. */
export const starts: Step = {
  when: "it has stopped",
  after: 1_000,
  rule: "finish-restart",
  end: "moving",
  calls: [...looks, writes(open(2)), stateCall("RUNNING"), writes(over), "api patch status"],
  status: restartedStatus(3),
  record: over,
};

/** What is said of a restart whose stop or start the platform refused. */
export const no =
  "the platform refused it: AppManager answered 400 to patch deployment default/deployment-1: The platform failed";
/** The record of it. */
export const refused = remembered(2, { restart: blocked([1], no), accepted: 1 });

/** The status of it. */
export function refusedStatus(actualState: string, since: number, conditions: { [type: string]: string } = {}) {
  return runs({
    fields: { observedGeneration: 2, actualState },
    conditions: { NonceAligned: `False/RestartBlocked ${since} ${blockedText("restart", 1, no)}`, ...conditions },
    healthySince: 2,
  });
}
