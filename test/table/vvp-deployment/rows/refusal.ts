import { deploymentSpec, example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { creation, definition, record, status, target, unlinked } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { deploymentOf, firstLook, laterLook, nothingMore } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
const wrong = vvpDeployment("PATCH", deploymentSpec({ deploymentTargetName: "nowhere" }));
const wrongTarget = { namespace: "default", name: "my-deployment", deploymentTargetName: "nowhere" };
const said =
  "AppManager answered 400 to create deployment default/my-deployment: " +
  'spec.deploymentTargetName: "nowhere" does not exist';

function refusedRecord(at: number, message = said, other = {}) {
  return record({
    id: null,
    applied: null,
    target: wrongTarget,
    rejected: { hash: "request-1", at, message },
    ...other,
  });
}

function claimOf(at: number, previous = {}) {
  const first = { generation: 0, input: "", id: null, applied: null, target: wrongTarget, intents: [creation(at)] };
  return record({ ...first, ...previous });
}

const refused: Step = {
  when: "a target is asked for that the platform does not have",
  act: (world) => world.cluster.create(wrong),
  rule: "create",
  end: "settled",
  calls: [
    ...firstLook,
    { "api patch": { finalizers, record: claimOf(0) } },
    { "platform POST default 400": definition(deploymentOf(wrong)) },
    { "api patch": { record: refusedRecord(0) } },
    "api patch status",
  ],
  status: failed(said),
  record: refusedRecord(0),
};

function failed(message: string, fields = {}, at = 0) {
  return unlinked({
    fields,
    conditions: {
      Consistent: `False/AppManagerCreateFailed ${at} ${message}`,
      NonceAligned: "True/NoncesProcessed 0 No savepoint or restart is requested.",
      ParallelismAligned: "True/Aligned 0 The platform says nothing of Autopilot, which counts as not active.",
    },
    healthySince: at,
  });
}

const held: Step = { ...nothingMore("the events of its own writes arrive"), rule: "create", calls: laterLook };

function inUi(world: World): void {
  world.admin.createDeployment("default", "my-deployment", { state: "CANCELLED" });
  world.cluster.create(example("PATCH"));
}

const takenMessage =
  "Deployment my-deployment exists and is not managed by this resource. " +
  "Choose another name, remove the other one, or take it over with the annotation weir.dev/adoption-policy: Adopt.";
const claimRefused = unlinked({
  conditions: { Consistent: `False/AppManagerCreateFailed 0 ${takenMessage}` },
});

/** What the platform does not want to create (F1 4', F12). */
export const refusalRows: readonly Row[] = [
  {
    name: "a refused creation is said once and not sent again until WEIR_REJECTED_RETRY is over",
    why: "F1 4', R89: no retry storm, neither by its own echoes nor by ticks",
    steps: [
      refused,
      held,
      {
        ...held,
        when: "ticks pass",
        after: 590_000,
        calls: ["api get", "api secret my-vvp-apikey", ...laterLook.slice(1)],
      },
      {
        ...refused,
        when: "ten minutes are over",
        act: () => {},
        after: 11_000,
        calls: [
          ...laterLook,
          { "api patch": { record: claimOf(601, refusedRecord(0, said, { intents: [creation(601)] })) } },
          { "platform POST default 400": definition(deploymentOf(wrong)) },
          { "api patch": { record: refusedRecord(601) } },
        ],
        status: "same",
        record: refusedRecord(601),
      },
    ],
  },
  {
    name: "a corrected spec is sent at once, another identity included",
    why: "the platform refused that content, not this one; what was never created has no identity to keep",
    steps: [
      refused,
      {
        when: "the target is corrected",
        act: (world) => world.cluster.edit("my-deployment", deploymentSpec({ deploymentTargetName: "default" })),
        after: 5_000,
        rule: "create",
        end: "settled",
        calls: [
          ...laterLook,
          { "api patch": { record: refusedRecord(0, said, { target, intents: [creation(5, 1, "content-2")] }) } },
          { "platform POST default 201": definition(deploymentOf(example("PATCH"))) },
          { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 2 },
          conditions: {
            Consistent: "True/RecordIntact 5 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 5 Deployment my-deployment is created in platform namespace default.",
          },
          healthySince: 5,
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a token that may only read is a refusal of the creation",
    why: "R89: the message says whose token it is; the finalizer's and the record's events do not make it try again",
    steps: [
      {
        ...refused,
        when: "the token is a viewer's",
        act: (world) => {
          world.admin.createToken({ namespace: "default", role: "viewer", secret: "may-look" });
          world.cluster.secrets.set("my-deploy-namespace/my-vvp-apikey", { token: "may-look" });
          world.cluster.create(wrong);
        },
        calls: [
          ...firstLook,
          { "api patch": { finalizers, record: claimOf(0) } },
          { "platform POST default 403": definition(deploymentOf(wrong)) },
          { "api patch": { record: refusedRecord(0, viewer()) } },
          "api patch status",
        ],
        status: failed(viewer()),
        record: refusedRecord(0, viewer()),
      },
      held,
    ],
  },
  {
    name: "a deployment made in the UI is not claimed",
    why: "R17, F12, AMB-13: no call but the look, no finalizer, no record, no retry storm",
    steps: [
      {
        when: "the name is taken",
        act: inUi,
        rule: "refuse-claim",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", "platform GET default/my-deployment 200", "api patch status"],
        status: claimRefused,
        record: null,
      },
      {
        when: "its own status comes back as an event",
        rule: "refuse-claim",
        end: "settled",
        calls: ["api get", "platform GET default/my-deployment 200"],
        status: "same",
        record: null,
      },
      {
        when: "the other one is removed",
        act: (world) => world.admin.deleteDeployment("default", "my-deployment"),
        after: 30_000,
        rule: "create",
        end: "settled",
        calls: [
          ...laterLook,
          {
            "api patch": {
              finalizers,
              record: record({ generation: 0, input: "", id: null, applied: null, intents: [creation(30)] }),
            },
          },
          { "platform POST default 201": definition(deploymentOf(example("PATCH"))) },
          { "api patch": { record: record({ id: "deployment-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { deploymentId: "deployment-2" },
          conditions: {
            Consistent: "True/RecordIntact 30 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 30 Deployment my-deployment is created in platform namespace default.",
            NonceAligned: "True/NoncesProcessed 30 No savepoint or restart is requested.",
            ParallelismAligned: "True/Aligned 30 The platform says nothing of Autopilot, which counts as not active.",
          },
          healthySince: 30,
        }),
        record: record({ id: "deployment-2" }),
      },
    ],
  },
];

function viewer(): string {
  return (
    "AppManager answered 403 to create deployment default/my-deployment: A viewer token cannot change anything. " +
    "(the token is that of the Secret my-deploy-namespace/my-vvp-apikey)"
  );
}
