import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { advice, gone, remove, removes } from "./deletion-parts.ts";
import { done, quiet, remembered, runs, stateCall, writes } from "./nonce-parts.ts";
import { annotated, deletionPolicy } from "./policy-parts.ts";
import { merged, never, open, stops } from "./toggle-parts.ts";

const pending = "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.";
const cancelled =
  "True/ConfigUpdated 0 The desired state changes from SUSPENDED to CANCELLED, then the deployment is deleted.";
const over = remembered(3, { restart: done(1), accepted: 1 });

/** The status of a deletion that waits; NonceAligned stays as it was when the deletion began. */
function waits(state: string, fields = {}, { does = advice, conditions = {} } = {}) {
  const message = `The deployment is ${state}. ${does}`;
  return runs({
    fields: { observedGeneration: 3, actualState: state, ...fields },
    conditions: { NonceAligned: pending, DeletionBlocked: `True/DeploymentStillActive 2 ${message}`, ...conditions },
    healthySince: 2,
  });
}

/** The resource is deleted while its job stops for a restart, and the job is started once it has stopped. */
const startsFirst: readonly Step[] = [
  stops("SUSPENDED"),
  {
    when: "it is deleted while the job stops",
    act: remove,
    after: 300,
    rule: "finish-restart",
    end: "moving",
    calls: [...looks, writes(open(1, 3)), "api patch status"],
    status: waits("TRANSITIONING"),
    record: open(1, 3),
  },
  {
    when: "it has stopped",
    after: 1_000,
    rule: "finish-restart",
    end: "moving",
    calls: [...looks, writes(open(2, 3)), stateCall("RUNNING"), writes(over), "api patch status"],
    status: waits("TRANSITIONING", { lastProcessedTriggerNonce: 1 }),
    record: over,
  },
];

/** A deletion that begins between the stop and the start of a restart. */
export const toggleDeletionRows: readonly Row[] = [
  {
    name: "a resource that is deleted in the middle of a restart",
    why: "R107: a moment later the deletion would have waited for the running job; the restart's stop is nobody's wish for its end",
    given: "PATCH",
    with: never,
    steps: [
      ...startsFirst,
      quiet("it runs again", {
        after: 2_000,
        rule: "block-deletion",
        calls: [...looks, "api patch status"],
        status: waits("RUNNING", { lastProcessedTriggerNonce: 1 }),
      }),
    ],
  },
  {
    name: "a deployment that is left in the middle of a restart",
    why: "Orphan leaves it as it is, and down is not how its user had it",
    given: "PATCH",
    with: merged(never, annotated({ [deletionPolicy]: "Orphan" })),
    steps: [...startsFirst, gone("the next look", undefined, "leave-deployment", looks)],
  },
  {
    name: "a deployment that is cancelled in the middle of a restart",
    why: "the policy wants the job down, so that it is not started for that",
    given: "PATCH",
    with: merged(never, annotated({ [deletionPolicy]: "CancelThenDelete" })),
    steps: [
      stops("SUSPENDED"),
      {
        when: "it is deleted while the job stops",
        act: remove,
        after: 300,
        rule: "stop-before-deletion",
        end: "moving",
        calls: [...looks, stateCall("CANCELLED"), writes(open(1, 3)), "api patch status"],
        status: waits(
          "TRANSITIONING",
          {},
          {
            does: `It becomes CANCELLED first (${deletionPolicy}: CancelThenDelete).`,
            conditions: { SpecAligned: cancelled },
          },
        ),
        record: open(1, 3),
      },
      { ...gone("it is CANCELLED", undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  },
];
