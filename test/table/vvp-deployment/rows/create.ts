import { hashOf } from "../../../../shared/core/hash.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { creation, definition, looks, record, status, unlinked } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { deploymentOf, firstLook, laterLook } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
const wasCreated = "True/ConfigUpdated 0 Deployment my-deployment is created in platform namespace default.";

function claimed(at = 0) {
  return record({ generation: 0, input: "", id: null, applied: null, intents: [creation(at)] });
}

/** The resource is applied, and its deployment is created from `body`: 4 calls, 2 of the platform, 3 writes. */
function creates(
  object: KubeObject,
  body: JsonObject,
  fields: { readonly [field: string]: null } = {},
  remembered: JsonObject = record(),
): Step {
  return {
    when: "it is applied",
    act: (world) => world.cluster.create(object),
    rule: "create",
    end: "settled",
    calls: [
      ...firstLook,
      { "api patch": { finalizers, record: claimed() } },
      { "platform POST default 201": definition(body) },
      { "api patch": { record: remembered } },
      "api patch status",
    ],
    status: status({ fields, conditions: { SpecAligned: wasCreated } }),
    record: remembered,
  };
}

const settles: Step = {
  when: "nothing changes",
  rule: "rest",
  end: "settled",
  calls: [...looks, "api patch status"],
  status: status(),
  record: "same",
};
const again: Step = { ...settles, when: "nothing changes again", calls: looks, status: "same" };

/** The creation body of the PATCH example with initFields over it. */
const merged = {
  metadata: { name: "my-deployment", namespace: "default", labels: { team: "blue" } },
  spec: {
    state: "CANCELLED",
    deploymentTargetName: "default",
    maxJobCreationAttempts: 7,
    template: {
      spec: {
        artifact: { kind: "JAR", jarUri: "s3://my-bucket/artifacts/First.jar" },
        engineVersionName: "vera-4.1-flink-1.20",
      },
    },
  },
};

/** What initFields set differently is no drift. */
const initialised = record({
  normalised: {
    "spec.template.spec.artifact.jarUri": hashOf("s3://my-bucket/artifacts/First.jar").slice(0, 16),
  },
});

/** How a deployment comes to be (F1). */
export const creationRows: readonly Row[] = [
  {
    name: "the PATCH example is created, then at rest",
    why: "F1, R66",
    steps: [creates(example("PATCH"), deploymentOf(example("PATCH"))), settles, again],
  },
  {
    name: "the PUT example is created, then at rest",
    why: "F1, R67; a PUT resource is created like any other",
    steps: [creates(example("PUT"), deploymentOf(example("PUT"))), settles, again],
  },
  {
    name: "initFields go over the deployment at creation in PATCH mode",
    why: "R29–R31, AMB-8: initFields win where both say something",
    steps: [creates(withInitFields("PATCH"), merged, {}, initialised), settles],
  },
  {
    name: "initFields are ignored in PUT mode",
    why: "R30",
    steps: [creates(withInitFields("PUT"), deploymentOf(example("PUT"))), settles],
  },
  {
    name: "a spec without a state leaves it to the platform in PATCH mode",
    why: "AMB-19: observedSpecState stays empty and no state is sent",
    steps: [creates(stateless("PATCH"), deploymentOf(stateless("PATCH")), { observedSpecState: null })],
  },
  {
    name: "a spec without a state is created CANCELLED in PUT mode",
    why: "AMB-19: a full definition has to say something, and nothing may start by accident",
    steps: [creates(stateless("PUT"), deploymentOf(example("PUT")), { observedSpecState: null })],
  },
  {
    name: "a resource in a namespace that is not watched is left alone",
    why: "R12: not a word, not a call beyond the read",
    settings: { namespaces: ["other"] },
    steps: [
      {
        when: "it is applied with this operator's own label",
        act: (world) => world.cluster.create(example("PATCH")),
        rule: undefined,
        end: "ignored",
        calls: ["api get"],
        status: null,
        record: null,
      },
    ],
  },
  {
    name: "a resource of another instance is left alone",
    why: "X4: not a word, not a call beyond the read",
    steps: [
      {
        when: "it is applied with another owner",
        act: (world) =>
          world.cluster.create(
            vvpDeployment("PATCH", { metadata: { labels: { "ververica.platform/owner": "another" } } }),
          ),
        rule: undefined,
        end: "ignored",
        calls: ["api get"],
        status: null,
        record: null,
      },
    ],
  },
  {
    name: "a fresh resource that is paused is not created until it is resumed",
    why: "F9: nothing is sent while projection is switched off, a creation included",
    steps: [
      {
        when: "it is applied with the annotation",
        act: (world) =>
          world.cluster.create(vvpDeployment("PATCH", { metadata: { annotations: { "weir.dev/paused": "true" } } })),
        rule: "pause",
        end: "settled",
        calls: [...firstLook, "api patch status"],
        status: unlinked({
          fields: { syncEnabled: false },
          conditions: { SpecAligned: "False/SyncDisabled 0 The annotation weir.dev/paused is set." },
        }),
        record: null,
      },
      {
        when: "the annotation goes",
        act: (world) => world.cluster.edit("my-deployment", { metadata: { annotations: { "weir.dev/paused": null } } }),
        after: 5_000,
        rule: "create",
        end: "settled",
        calls: [
          ...laterLook,
          { "api patch": { finalizers, record: claimed(5) } },
          { "platform POST default 201": definition(deploymentOf(example("PATCH"))) },
          { "api patch": { record: record({ input: "input-2" }) } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: "True/RecordIntact 5 The resource is linked to its deployment.",
            SpecAligned: wasCreated.replace(" 0 ", " 5 "),
            NonceAligned: "True/NoncesProcessed 5 No savepoint or restart is requested.",
            ParallelismAligned: "True/Aligned 5 The platform says nothing of Autopilot, which counts as not active.",
          },
          healthySince: 5,
        }),
        record: record({ input: "input-2" }),
      },
    ],
  },
];

function withInitFields(mode: "PATCH" | "PUT") {
  const template = { spec: { artifact: { jarUri: "s3://my-bucket/artifacts/First.jar" } } };
  const initFields = { metadata: { labels: { team: "blue" } }, spec: { maxJobCreationAttempts: 7, template } };
  return vvpDeployment(mode, { spec: { initFields } });
}

function stateless(mode: "PATCH" | "PUT") {
  return vvpDeployment(mode, { spec: { deployment: { spec: { state: null } } } });
}
