import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { AppManagerAction, DeploymentRef } from "../../ports/app-manager.ts";
import { claimOf } from "./accept-nonces.ts";
import { isScaling } from "./autopilot.ts";
import { makePatchBody, makeReplacementBody } from "./body.ts";
import { driftOf, hasAddition } from "./drift.ts";
import { driftPolicy } from "./policies.ts";
import { ours, type View } from "./view.ts";

/** Milliseconds between two corrections at least, however the retry is set. */
const shortestPaceMs = 60_000;

/**
 * When drift may be corrected next, in milliseconds since the epoch.
 *
 * A value that comes back as often as it is corrected has somebody behind it; the two then take turns at this pace.
 */
export function nextCorrection({ record, settings }: Pick<View, "record" | "settings">): number {
  return record?.corrected === undefined ? 0 : record.corrected.at + Math.max(shortestPaceMs, settings.rejectedRetryMs);
}

/**
 * Sends again what the resource gives, as a PATCH in both modes: AMB-7 keeps a changed mode for the next edit. What was
 * added beside a whole definition only goes with another one.
 */
export const correctDrift: Decision<View, Plan<AppManagerAction>> = {
  name: "correct-drift",
  why: "AMB-18: only where the user asks for it, last of all effects, and not while a savepoint is being taken.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined || isScaling(view) || driftPolicy(view.object, view.settings) !== "Correct")
      return undefined;
    if (view.record?.nonces?.taking !== undefined || (view.record?.intents.length ?? 0) > 0) return undefined;
    if (view.now < nextCorrection(view) || driftOf(view).length === 0) return undefined;
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    const why = "What was changed on the platform is projected again.";
    return { why, ...claimOf(view), recheck: "always", actions: [correction(view, ref)] };
  },
};

function correction(view: View, ref: DeploymentRef): AppManagerAction {
  const { caller, owner } = view;
  if (!hasAddition(view)) return { type: "app-manager/patch", caller, ref, body: makePatchBody(view) };
  return { type: "app-manager/replace", caller, ref, body: makeReplacementBody(view), owner };
}
