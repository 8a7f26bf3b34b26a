import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, marker, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { markFor } from "./deletion-orphans.ts";
import { gone, remove, removes } from "./deletion-parts.ts";
import { deploymentOf, nothingMore } from "./parts.ts";

const mark = { metadata: { annotations: marker } };
const takesOver = { "platform PATCH default/deployment-1 200": mark };
const lost = "AppManager did not answer patch deployment default/deployment-1: ECONNRESET";

const allows = (to: string) => ({ metadata: { annotations: { "weir.dev/allow-handover": to } } });

/** The resource and its deployment as another instance leaves them when its user changes the label. */
function handOver(to: string, patch: JsonObject = {}) {
  return (world: World) => {
    markFor(world, "other-operator");
    world.cluster.edit("my-deployment", mergePatch(allows(to), patch) as JsonObject);
  };
}

const seen = record({ input: "input-2" });
const deleted = record({ generation: 2, input: "input-2" });
const projected = record({ generation: 2, input: "input-2", applied: "content-2" });

const taken: Step = {
  when: "its label and its annotation name this instance now",
  act: handOver("my-operator"),
  after: 10_000,
  rule: "take-over",
  end: "moving",
  calls: [...looks, takesOver, { "api patch": { record: seen } }],
  status: "same",
  record: seen,
};

const foreign =
  "Deployment my-deployment is managed by operator instance other-operator. Let that instance hand it over, or contact " +
  "your platform administrator.";

function refused(name: string, why: string, to: string): Row {
  return {
    name,
    why,
    given: "PATCH",
    steps: [
      {
        when: "its mark names another instance",
        act: handOver(to),
        after: 10_000,
        rule: "refuse-claim",
        end: "settled",
        calls: [...looks, { "api patch": { record: seen } }, "api patch status"],
        status: status({
          fields: { actualState: null },
          conditions: { Consistent: `False/AppManagerRecordNotFound 10 ${foreign}` },
          healthySince: 10,
        }),
        record: seen,
      },
    ],
  };
}

/** F16: from one operator instance to another. */
export const handoverRows: readonly Row[] = [
  {
    name: "a resource that is handed over goes on with the same deployment",
    why: "F16: record and finalizer stay, nothing is made anew; the mark is moved in the name of who has it",
    given: "PATCH",
    steps: [taken, nothingMore("the next look")],
  },
  {
    name: "what is edited with the handover goes out after it",
    why: "F16, AMB-31: the platform refuses whoever its mark does not name",
    given: "PATCH",
    steps: [
      {
        ...taken,
        act: handOver("my-operator", wanted("RUNNING")),
        calls: [...looks, takesOver, "api patch status"],
        status: status({ fields: { observedSpecState: "RUNNING" } }),
        record: record(),
      },
      {
        when: "the next look",
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": deploymentOf(vvpDeployment("PATCH", wanted("RUNNING"))) },
          { "api patch": { record: projected } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 2, observedSpecState: "RUNNING", actualState: "TRANSITIONING" },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
        record: projected,
      },
    ],
  },
  {
    name: "a handover whose reply is lost is seen at the next look",
    why: "F15, F16: the mark is the only thing that moved, and it is read every time",
    given: "PATCH",
    steps: [
      {
        ...taken,
        act: (world) => {
          handOver("my-operator")(world);
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "PATCH" }] });
        },
        end: "waiting",
        calls: [...looks, { "platform PATCH default/deployment-1 0": mark }, "api patch status"],
        status: status({
          conditions: { Consistent: `Unknown/AppManagerUnreachable 10 ${lost}` },
          healthySince: 10,
        }),
        record: record(),
      },
      {
        when: "the next look",
        after: 1_000,
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: seen } }, "api patch status"],
        status: status({
          conditions: { Consistent: "True/RecordIntact 11 The resource is linked to its deployment." },
          healthySince: 11,
        }),
        record: seen,
      },
    ],
  },
  {
    name: "a resource that is handed over and deleted takes its deployment with it",
    why: "F16: the deletion is the new instance's, so the mark comes first",
    given: "PATCH",
    steps: [
      {
        ...taken,
        act: (world) => {
          handOver("my-operator")(world);
          remove(world);
        },
        calls: [...looks, takesOver, { "api patch": { record: deleted } }, "api patch status"],
        status: status({ fields: { observedGeneration: 2 } }),
        record: deleted,
      },
      gone("the next look", undefined, "delete-deployment", [...looks, removes]),
    ],
  },
  {
    name: "nothing is taken over while projection is off",
    why: "R94: a pause holds back every write",
    given: "PATCH",
    steps: [
      {
        when: "it is handed over and paused",
        act: handOver("my-operator", { metadata: { annotations: { "weir.dev/paused": "true" } } }),
        after: 10_000,
        rule: "pause",
        end: "settled",
        calls: [...looks, { "api patch": { record: seen } }, "api patch status"],
        status: status({
          fields: { syncEnabled: false },
          conditions: { SpecAligned: "False/SyncDisabled 10 The annotation weir.dev/paused is set." },
          healthySince: 10,
        }),
        record: seen,
      },
    ],
  },
  refused("a handover to a third instance is none to this one", "F16: the annotation names who takes over", "third"),
  refused("a handover to nobody is none", "AMB-27", ""),
];
