import type { JsonObject } from "../../../../shared/core/json.ts";
import { looks, marker, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { gone, remove } from "./deletion-parts.ts";
import { handOver, handOverRefused, refusal, words } from "./handover-refused.ts";
import { annotate, annotated, deletionPolicy, managementPolicy } from "./policy-parts.ts";

const known = record({
  generation: 2,
  input: "input-2",
  rejected: { hash: "my-operator/request-1", at: 10, message: words(400) },
});

const letGo = (annotations: { readonly [key: string]: string }): Row => ({
  name: `a resource that is handed over and deleted with ${Object.entries(annotations).join().replace(",", ": ")} is let go unmarked`,
  why: "F10 step 5, F16: such a deletion promises that nothing is written, so that no mark is needed",
  given: "PATCH",
  steps: [
    gone(
      "it is handed over and deleted",
      (world) => {
        handOver(world, annotated(annotations) as JsonObject);
        remove(world);
      },
      "leave-deployment",
      looks,
    ),
  ],
});

/** F16 and F10 together. */
export const deletedHandoverRows: readonly Row[] = [
  letGo({ [managementPolicy]: "ObserveOnly" }),
  letGo({ [deletionPolicy]: "Orphan" }),
  {
    name: "a deletion that waits for a refused handover ends with Orphan",
    why: "F10 step 5, R134: the message names the way out, and it is one",
    given: "PATCH",
    steps: [
      {
        when: "it is handed over and deleted",
        act: (world) => {
          handOverRefused(400)(world);
          remove(world);
        },
        after: 10_000,
        rule: "take-over",
        end: "settled",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 400": { metadata: { annotations: marker } } },
          { "api patch": { record: known } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 2 },
          conditions: {
            Consistent: `False/HandoverRefused 10 ${refusal(words(400))}`,
            DeletionBlocked:
              "True/DeploymentStillActive 10 The deployment is CANCELLED. The platform refuses to hand it over; the " +
              "condition Consistent says why. To let the resource go without it, set the annotation " +
              "weir.dev/deletion-policy to Orphan.",
          },
          healthySince: 10,
        }),
        record: known,
      },
      gone("its user says Orphan", annotate({ [deletionPolicy]: "Orphan" }), "leave-deployment", looks),
    ],
  },
];
