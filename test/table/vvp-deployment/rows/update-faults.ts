import { deploymentSpec, example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { listed, looks, record, status, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { patchOf } from "./parts.ts";

type Shots = NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>;

const asking = "AppManager answered";
const secret = "my-deploy-namespace/my-vvp-apikey";
const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const reverted = deploymentSpec({ template: { spec: { parallelism: null } } });
const sent = patchOf(vvpDeployment("PATCH", parallel));

/** An update that was sent at the beginning may still be applied. */
const late = { at: 0 };

function failing(kind: Shots[number], answer: number, consistent: string, end = "waiting"): Step {
  return {
    when: "the update meets a fault",
    act: (world) => {
      world.admin.configure({ next: [{ ...kind, method: "PATCH" }] });
      world.cluster.edit("my-deployment", parallel);
    },
    rule: "project-spec",
    end,
    calls: [...looks, { [`platform PATCH default/deployment-1 ${answer}`]: sent }, "api patch status"],
    status: status({ conditions: { Consistent: consistent } }),
    record: "same",
  };
}

/** Of the same update when it may have been applied: what was projected before is no longer known to stand. */
function doubtful(kind: Shots[number], answer: number, consistent: string): Step {
  const step = failing(kind, answer, consistent);
  const doubted = record({ applied: null, late });
  return {
    ...step,
    calls: [...step.calls.slice(0, -1), { "api patch": { record: doubted } }, "api patch status"],
    record: doubted,
  };
}

const goesThrough: Step = {
  when: "the next look",
  after: 1_000,
  rule: "project-spec",
  end: "settled",
  calls: [
    ...looks,
    { "platform PATCH default/deployment-1 200": sent },
    { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
    "api patch status",
  ],
  status: status({
    fields: { observedGeneration: 2 },
    conditions: {
      Consistent: well.Consistent.replace(" 0 ", " 1 "),
      SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
    },
    healthySince: 1,
  }),
  record: record({ generation: 2, applied: "content-2" }),
};

/** The same after an update that may still be applied. */
const goesThroughLate: Step = {
  ...goesThrough,
  calls: [
    ...looks,
    { "platform PATCH default/deployment-1 200": sent },
    { "api patch": { record: record({ generation: 2, applied: "content-2", late }) } },
    "api patch status",
  ],
  record: record({ generation: 2, applied: "content-2", late }),
};

const put = "patch deployment default/deployment-1";

/** A fault between the look and the update: the wish is kept and sent again, because an update is idempotent. */
export const updateFaultRows: readonly Row[] = [
  {
    name: "an update whose reply is lost is sent again",
    why: "F2: the same content twice is the same",
    given: "PATCH",
    steps: [
      doubtful(
        { kind: "resetAfterCommit" },
        0,
        `Unknown/AppManagerUnreachable 0 AppManager did not answer ${put}: ECONNRESET`,
      ),
      goesThroughLate,
    ],
  },
  {
    name: "a change is reverted while it is not known whether it was applied",
    why: "comparing with what was projected last would leave the change on the platform for ever",
    given: "PATCH",
    steps: [
      doubtful(
        { kind: "resetAfterCommit" },
        0,
        `Unknown/AppManagerUnreachable 0 AppManager did not answer ${put}: ECONNRESET`,
      ),
      {
        ...goesThrough,
        when: "it is reverted",
        act: (world) => world.cluster.edit("my-deployment", reverted),
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": patchOf(example("PATCH")) },
          { "api patch": { record: record({ generation: 3, late }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 3 },
          conditions: {
            Consistent: well.Consistent.replace(" 0 ", " 1 "),
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
          },
          healthySince: 1,
        }),
        record: record({ generation: 3, late }),
      },
    ],
  },
  {
    name: "a change and its revert that no pass recorded",
    why: "the process may have died after it sent the change; a generation was left out, so the content is sent again",
    given: "PATCH",
    steps: [
      {
        ...goesThrough,
        when: "both happened since the last pass",
        act: (world) => {
          world.cluster.edit("my-deployment", parallel);
          world.cluster.edit("my-deployment", reverted);
        },
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": patchOf(example("PATCH")) },
          { "api patch": { record: record({ generation: 3 }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 3 },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
        record: record({ generation: 3 }),
      },
    ],
  },
  {
    name: "an update that is answered 503 is sent again",
    why: "F2: SpecAligned stays as it was",
    given: "PATCH",
    steps: [
      doubtful(
        { kind: "error", status: 503 },
        503,
        `Unknown/AppManagerUnreachable 0 ${asking} 503 to ${put}: The platform failed.`,
      ),
      goesThroughLate,
    ],
  },
  {
    name: "an update that meets a lost race on the platform is sent again",
    why: "409 is an answer: the link is intact, the next look says more",
    given: "PATCH",
    steps: [
      {
        ...failing({ kind: "error", status: 409 }, 409, well.Consistent),
        calls: [...looks, { "platform PATCH default/deployment-1 409": sent }],
        status: "same",
      },
      {
        ...goesThrough,
        status: status({
          fields: { observedGeneration: 2 },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
      },
    ],
  },
  {
    name: "an update that may not be made says whose access is missing",
    why: "403: no refusal of the content, so nothing is held back",
    given: "PATCH",
    steps: [
      failing(
        { kind: "error", status: 403 },
        403,
        `Unknown/AuthenticationFailed 0 ${asking} 403 to ${put}: The platform failed. (the token is that of the Secret ${secret})`,
        "settled",
      ),
      goesThrough,
    ],
  },
  {
    name: "a deployment that vanishes between the look and the update",
    why: "404 on a write is no missing Secret; the next look says what is gone, and nothing is made anew",
    given: "PATCH",
    steps: [
      {
        ...failing({ kind: "error", status: 404 }, 404, well.Consistent),
        calls: [...looks, { "platform PATCH default/deployment-1 404": sent }],
        status: "same",
      },
      {
        when: "the next look",
        act: (world) => void world.admin.deleteDeployment("default", "my-deployment"),
        after: 1_000,
        rule: "report-lost",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/deployment-1 404",
          listed,
          { "api patch": { record: record({ generation: 2 }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 2, actualState: null },
          conditions: {
            Consistent:
              "False/AppManagerRecordNotFound 1 Deployment my-deployment is gone from platform namespace default. " +
              "It was removed outside of Weir; delete the resource and create it anew.",
          },
          healthySince: 1,
        }),
        record: record({ generation: 2 }),
      },
    ],
  },
];
