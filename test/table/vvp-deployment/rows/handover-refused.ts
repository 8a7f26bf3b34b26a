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

/** The resource is handed over by another instance. */
export function handOver(world: World, patch: JsonObject = {}): void {
  markFor(world, "other-operator");
  const allowed = { metadata: { annotations: { "weir.dev/allow-handover": "my-operator" } } };
  world.cluster.edit("my-deployment", mergePatch(allowed, patch) as JsonObject);
}

/** The same on a platform that refuses the next PATCH. */
export function handOverRefused(code: number, patch: JsonObject = {}) {
  return (world: World) => {
    fault({ kind: "error", status: code, method: "PATCH" })(world);
    handOver(world, patch);
  };
}

/** What the platform says to a mark that it refuses. */
export const words = (code: number) =>
  `AppManager answered ${code} to patch deployment default/deployment-1: The platform failed.`;

/** What `Consistent` says of that. */
export const refusal = (said: string) =>
  "The platform refuses to hand the deployment over from operator instance other-operator to my-operator, and nothing " +
  `else is sent until it does: ${said} Give the resource back by setting the label ververica.platform/owner and ` +
  "the annotation weir.dev/allow-handover to other-operator, or ask the platform's administrator. It is tried again now " +
  "and then, and when the spec or the annotation weir.dev/reconcile-requested-at changes.";

const known = (code: number) =>
  record({
    generation: 2,
    input: "input-2",
    rejected: { hash: "my-operator/request-2", at: 10, message: words(code) },
  });

const ignored = "deployment my-deployment did not take the mark of this resource";
const knownIgnored = record({
  input: "input-2",
  rejected: { hash: "my-operator/request-1", at: 10, message: ignored },
});

/** A platform that takes every PATCH of a mark for one that says nothing. */
function ignoreMarks(world: World): void {
  world.way.through = (usual) => ({
    ...usual,
    send: (request) => usual.send(request.method === "PATCH" ? { ...request, body: "{}" } : request),
  });
  world.boot();
  handOver(world);
}

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
    conditions: { Consistent: `False/HandoverRefused 10 ${refusal(words(code))}` },
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
export const refusedHandoverRows: readonly Row[] = [
  ...[400, 409].map(isTriedAgain),
  {
    name: "a platform that answers 200 and leaves the mark as it was has not handed over",
    why: "F16, AMB-31: inferred, so that the answer has to show the mark; not sent and told of at every look",
    given: "PATCH",
    steps: [
      {
        when: "it is handed over",
        act: ignoreMarks,
        after: 10_000,
        rule: "take-over",
        end: "settled",
        calls: [
          ...looksAnew,
          { "platform PATCH default/deployment-1 200": {} },
          { "api patch": { record: knownIgnored } },
          "api patch status",
        ],
        status: status({
          conditions: { Consistent: `False/HandoverRefused 10 ${refusal(`${ignored}.`)}` },
          healthySince: 10,
        }),
        record: knownIgnored,
      },
      { ...isHeld, after: 20_000, calls: looks },
    ],
  },
];

function isTriedAgain(code: number): Row {
  return {
    name: `a handover that the platform refuses with ${code} is told and tried again later`,
    why: "F16, R134: what holds the spec back is no secret, and the same is not sent at every look",
    given: "PATCH",
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
  };
}
