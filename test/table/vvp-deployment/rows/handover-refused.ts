import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, marker, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { markFor } from "./deletion-orphans.ts";
import { fault } from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

const mark = { metadata: { annotations: marker } };

/** The resource is handed over by another instance, to a platform that refuses the next PATCH. */
export function handOverRefused(code: number, patch: JsonObject = {}) {
  return (world: World) => {
    markFor(world, "other-operator");
    fault({ kind: "error", status: code, method: "PATCH" })(world);
    const allowed = { metadata: { annotations: { "weir.dev/allow-handover": "my-operator" } } };
    world.cluster.edit("my-deployment", mergePatch(allowed, patch) as JsonObject);
  };
}

const words = (code: number) =>
  `AppManager answered ${code} to patch deployment default/deployment-1: The platform failed.`;

const refusal = (code: number) =>
  "The platform refuses to hand the deployment over from operator instance other-operator to my-operator, and nothing " +
  `else is sent until it does: ${words(code)} Give the resource back by setting the label ververica.platform/owner and ` +
  "the annotation weir.dev/allow-handover to other-operator, or ask the platform's administrator. It is tried again now " +
  "and then, and when the spec or the annotation weir.dev/reconcile-requested-at changes.";

const known = (code: number) =>
  record({
    generation: 2,
    input: "input-2",
    rejected: { hash: "my-operator/request-2", at: 10, message: words(code) },
  });

const running = deploymentOf(vvpDeployment("PATCH", wanted("RUNNING")));
const applied = record({ generation: 2, input: "input-2", applied: "content-2" });

const isRefused = (code: number): Step => ({
  when: "it is handed over and edited",
  act: handOverRefused(code, wanted("RUNNING")),
  after: 10_000,
  rule: "take-over",
  end: "settled",
  calls: [
    ...looks,
    { [`platform PATCH default/deployment-1 ${code}`]: mark },
    { "api patch": { record: known(code) } },
    "api patch status",
  ],
  status: status({
    fields: { observedGeneration: 2, observedSpecState: "RUNNING" },
    conditions: { Consistent: `False/HandoverRefused 10 ${refusal(code)}` },
    healthySince: 10,
  }),
  record: known(code),
});

/** A look so long after the one before that the token is read anew. */
const looksAnew = [looks[0], "api secret my-vvp-apikey", looks[1]] as const;

const isHeld: Step = {
  when: "a tick",
  after: 60_000,
  rule: "take-over",
  end: "settled",
  calls: looksAnew,
  status: "same",
  record: "same",
};

/** F16 where the platform says no. */
export const refusedHandoverRows: readonly Row[] = [400, 409].map((code) => ({
  name: `a handover that the platform refuses with ${code} is told and tried again later`,
  why: "F16, R134: what holds the spec back is no secret, and the same is not sent at every look",
  given: "PATCH" as const,
  steps: [
    isRefused(code),
    isHeld,
    {
      when: "ten minutes later",
      after: 600_000,
      rule: "take-over",
      end: "moving",
      calls: [...looksAnew, { "platform PATCH default/deployment-1 200": mark }, "api patch status"],
      status: status({
        fields: { observedGeneration: 2, observedSpecState: "RUNNING" },
        conditions: { Consistent: "True/RecordIntact 670 The resource is linked to its deployment." },
        healthySince: 670,
      }),
      record: known(code),
    },
    {
      when: "the next look",
      rule: "project-spec",
      end: "moving",
      calls: [
        ...looks,
        { "platform PATCH default/deployment-1 200": running },
        { "api patch": { record: applied } },
        "api patch status",
      ],
      status: status({
        fields: { observedGeneration: 2, observedSpecState: "RUNNING", actualState: "TRANSITIONING" },
        conditions: {
          Consistent: "True/RecordIntact 670 The resource is linked to its deployment.",
          SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
        },
        healthySince: 670,
      }),
      record: applied,
    },
  ],
}));
