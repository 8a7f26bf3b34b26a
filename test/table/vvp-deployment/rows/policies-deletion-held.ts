import { looks } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { gone, remembers, remove, removes, runs } from "./deletion-parts.ts";
import { fault, runs as runsOf, stateCall, writes } from "./nonce-parts.ts";
import { annotate, annotated, deletionPolicy } from "./policy-parts.ts";

const paused = { "weir.dev/paused": "true" };
const change = "The desired state changes from RUNNING to CANCELLED, then the deployment is deleted.";
const words = "AppManager answered 400 to patch deployment default/deployment-1: The platform failed.";
const wayOut =
  "Stop it on the platform, or set the annotation weir.dev/deletion-policy to Orphan to let the resource go without it.";

/** What stands in the way of a policy that brings the job down before the deletion. */
export const heldDeletionPolicyRows: readonly Row[] = [
  {
    name: "CancelThenDelete of a paused resource",
    why: "a deletion is a wish of its own, and the policy says how; a pause only keeps the spec from being projected (R94)",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "CancelThenDelete" }),
    steps: [
      ...runs,
      {
        when: "it is paused, and deleted",
        act: (world) => {
          annotate(paused)(world);
          remove(world);
        },
        rule: "stop-before-deletion",
        end: "moving",
        calls: [...looks, stateCall("CANCELLED"), writes({ ...remembers(3), input: "input-2" }), "api patch status"],
        status: runsOf({
          fields: { actualState: "TRANSITIONING", observedGeneration: 3, syncEnabled: false },
          conditions: {
            SpecAligned: `True/ConfigUpdated 0 ${change}`,
            DeletionBlocked: `True/DeploymentStillActive 5 The deployment is TRANSITIONING. It becomes CANCELLED first (${deletionPolicy}: CancelThenDelete).`,
          },
          healthySince: 5,
        }),
        record: { ...remembers(3), input: "input-2" },
      },
      { ...gone("it is CANCELLED", undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  },
  {
    name: "CancelThenDelete of a job that the platform refuses to stop",
    why: "R134: the message says what the platform said, and how to get out",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "CancelThenDelete" }),
    steps: [
      ...runs,
      {
        when: "it is deleted",
        act: (world) => {
          fault({ kind: "error", status: 400, method: "PATCH" })(world);
          remove(world);
        },
        rule: "stop-before-deletion",
        end: "settled",
        calls: [...looks, stateCall("CANCELLED", 400), writes(remembers(3)), "api patch status"],
        status: runsOf({
          fields: { observedGeneration: 3 },
          conditions: {
            SpecAligned: `False/ProjectionFailed 5 ${words}`,
            DeletionBlocked: `True/DeploymentStillActive 5 The deployment is RUNNING. The platform refuses to stop it: ${words} ${wayOut}`,
          },
          healthySince: 5,
        }),
        record: remembers(3),
      },
      gone("the policy is Orphan", annotate({ [deletionPolicy]: "Orphan" }), "leave-deployment", looks),
    ],
  },
];
