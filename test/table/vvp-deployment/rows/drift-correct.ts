import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { drifts, other, policy, reported, why } from "./drift-parts.ts";
import { nothingMore, patchOf } from "./parts.ts";
import { annotate } from "./policy-parts.ts";

const corrected = (at: number, calls: Step["calls"]): Step => ({
  ...drifts,
  rule: "correct-drift",
  end: "settled",
  calls: [
    ...calls,
    "api get",
    { "platform PATCH default/deployment-1 200": patchOf(vvpDeployment("PATCH")) },
    { "api patch": { record: record({ corrected: { at } }) } },
    "api patch status",
  ],
  status: status({
    conditions: { SpecAligned: "True/ConfigUpdated 0 What was changed on the platform is projected again." },
  }),
  record: record({ corrected: { at } }),
});

/** What was changed on the platform is projected again (`weir.dev/drift-policy: Correct`). */
export const driftCorrectionRows: readonly Row[] = [
  {
    name: "Correct: what was changed is projected again, and once more after ten minutes",
    why: "two that correct one another take turns at the pace of WEIR_REJECTED_RETRY, which stops no tick",
    given: "PATCH",
    with: policy("Correct"),
    steps: [
      corrected(10, looks),
      {
        ...nothingMore("nothing more is wrong"),
        calls: [...looks, "api patch status"],
        status: status(),
      },
      {
        ...reported,
        when: "the value is back",
        status: status({
          conditions: {
            DriftDetected: why(
              "They came back after a correction; they are projected again after 2026-01-01T00:10:10Z.",
            ).replace(" 10 ", " 20 "),
          },
        }),
      },
      {
        ...corrected(611, ["api get", "api secret my-vvp-apikey", "platform GET default/deployment-1 200"]),
        act: () => {},
        after: 591_000,
      },
    ],
  },
  {
    name: "Correct sends a PATCH in PUT mode, too",
    why: "AMB-7: what the resource leaves out may have been left by the other mode, until the next edit",
    given: "PUT",
    with: policy("Correct"),
    steps: [
      {
        ...corrected(10, looks),
        calls: [
          ...looks,
          "api get",
          { "platform PATCH default/deployment-1 200": patchOf(vvpDeployment("PUT")) },
          { "api patch": { record: record({ corrected: { at: 10 } }) } },
          "api patch status",
        ],
      },
    ],
  },
  {
    name: "a refused correction waits like any refused projection",
    why: "no retry storm; the reason is the platform's",
    given: "PATCH",
    with: policy("Correct"),
    steps: [
      {
        ...drifts,
        act: (world) => {
          other(world);
          world.admin.configure({ next: [{ kind: "error", method: "PATCH", status: 400 }] });
        },
        rule: "correct-drift",
        end: "settled",
        calls: [
          ...looks,
          "api get",
          { "platform PATCH default/deployment-1 400": patchOf(vvpDeployment("PATCH")) },
          { "api patch": { record: record({ rejected: refused(10) }) } },
          "api patch status",
        ],
        status: status({
          conditions: {
            SpecAligned: `False/ProjectionFailed 10 ${refused(10).message} Correct the spec; it is sent again when it changes, and slowly while it does not.`,
            DriftDetected: why("They are projected again as soon as that is possible."),
          },
          healthySince: 10,
        }),
        record: record({ rejected: refused(10) }),
      },
    ],
  },
  {
    name: "a paused resource tells of drift and corrects none",
    why: "F9: no write at all while projection is switched off",
    given: "PATCH",
    with: policy("Correct"),
    steps: [
      {
        ...drifts,
        act: (world) => {
          other(world);
          annotate({ "weir.dev/paused": "true" })(world);
        },
        rule: "pause",
        end: "settled",
        calls: [...looks, { "api patch": { record: record({ input: "input-2" }) } }, "api patch status"],
        status: status({
          fields: { syncEnabled: false },
          conditions: {
            SpecAligned: "False/SyncDisabled 10 The annotation weir.dev/paused is set.",
            DriftDetected: why("They are projected again as soon as that is possible."),
          },
          healthySince: 10,
        }),
        record: record({ input: "input-2" }),
      },
    ],
  },
];

function refused(at: number) {
  return {
    hash: "request-1",
    at,
    message: "AppManager answered 400 to patch deployment default/deployment-1: The platform failed.",
  };
}
