import { expect } from "vitest";
import type { JsonObject } from "../../../../../shared/core/json.ts";
import { deploymentSpec } from "../../../../builders/vvp-deployment.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, created, job, named, tick } from "./examples.ts";
import { refused } from "./flow.ts";
import { type FlowRow, playing } from "./playing.ts";

const initFields = { spec: { initFields: { spec: { maxJobCreationAttempts: 5, ...job({ parallelism: 2 }) } } } };
const unknown = deploymentSpec({ newInTheNextRelease: { deep: [1, { a: "b" }] } }) as { spec: JsonObject };
const artifact = { kind: "JAR", jarUri: "s3://my-bucket/artifacts/MyJob.jar" };
const engineVersionName = "vera-4.1-flink-1.20";
const failed =
  "no state: Healthy False/AppManagerCreateFailed, Consistent False/AppManagerCreateFailed, SpecAligned absent";

const rows: readonly FlowRow[] = [
  {
    name: "a resource is created",
    why: "F1, R5, R7, R9, R10, R19, R31, R68–R74: nothing of it is taken that admission refuses; then one POST, also with what Weir does not know",
    subject: "my-deployment",
    steps: [
      {
        when: "it is applied without the owner label",
        act: async ({ recorded }) => {
          const unowned = named("unowned", "PATCH", { metadata: { labels: null } });
          refused(await recorded.world.kubectl.apply(unowned, "unowned.yaml"), "ververica.platform/owner");
        },
        shows: [],
      },
      {
        when: "it is applied with initFields, and with a field that nobody knows",
        act: (flow) => flow.apply(named("my-deployment", "PATCH", { spec: { ...initFields.spec, ...unknown.spec } })),
        calls: ["POST deployment 201"],
        sent: {
          state: "CANCELLED",
          deploymentTargetName: "default",
          maxJobCreationAttempts: 5,
          newInTheNextRelease: { deep: [1, { a: "b" }] },
          ...job({ artifact, engineVersionName, parallelism: 2 }),
        },
        shows: created,
        status: {
          observedGeneration: 1,
          syncEnabled: true,
          observedSpecState: "CANCELLED",
          actualState: "CANCELLED",
          vvpNamespace: "default",
          instanceId: "my-operator",
        },
      },
      {
        when: "a tick",
        act: async (flow) => {
          await flow.tick();
          const stored = await flow.recorded.world.resource(flow.name);
          expect(stored?.status).toMatchObject({ deploymentId: flow.deployment()?.metadata.id });
        },
        shows: [],
      },
    ],
  },
  {
    name: "a resource is created in PUT mode",
    why: "F1, R30, R67: without its initFields",
    subject: "whole",
    steps: [
      {
        when: "it is applied with initFields",
        act: (flow) => flow.apply(named("whole", "PUT", initFields)),
        calls: ["POST deployment 201"],
        holds: { maxJobCreationAttempts: 3, "template.spec.parallelism": undefined },
        shows: created,
      },
    ],
  },
  {
    name: "a resource whose deployment has another name",
    why: "R15: names and namespaces here and there have nothing to do with one another",
    subject: "here",
    steps: [applied("here", "PATCH", { spec: { deployment: { metadata: { name: "there" } } } })],
  },
  {
    name: "the platform refuses the creation",
    why: "F1 step 4', R89: once, until the spec changes",
    subject: "refused",
    steps: [
      {
        when: "it is applied with an engine that the platform does not have",
        act: (flow) => flow.apply(named("refused", "PATCH", deploymentSpec(job({ engineVersionName: "none" })))),
        calls: ["POST deployment 400"],
        shows: [failed],
        status: { deploymentId: undefined },
      },
      tick,
      {
        when: "the engine is corrected",
        act: (flow) => flow.edit(job({ engineVersionName })),
        calls: ["POST deployment 201"],
        shows: created,
      },
    ],
  },
  {
    name: "the answer to the creation is lost",
    why: "F1 step 4'': what carries our mark is linked, and nothing is sent twice",
    subject: "lost",
    steps: [
      {
        when: "it is applied",
        act: (flow) => {
          flow.admin.configure({ next: [{ kind: "resetAfterCommit", method: "POST" }] });
          return flow.apply(named("lost", "PATCH"));
        },
        calls: ["POST deployment 0"],
        shows: [
          "no state: Healthy False/CreationUnconfirmed, Consistent Unknown/CreationUnconfirmed, SpecAligned absent",
          "CANCELLED: well",
        ],
      },
    ],
  },
  {
    name: "a deployment that was made in the UI is not claimed",
    why: "F12, R17, AMB-13: it stays as it is; once its name is free, the resource's own is made",
    subject: "claimed",
    steps: [
      {
        when: "a resource of its name is applied",
        act: (flow) => {
          flow.admin.createDeployment("default", "claimed", { deploymentTargetName: "default" });
          return flow.apply(named("claimed", "PATCH"));
        },
        shows: [`${failed}, NonceAligned absent, ParallelismAligned absent`],
      },
      tick,
      {
        when: "the other one is removed",
        act: (flow) => void flow.admin.deleteDeployment("default", "claimed"),
        calls: ["POST deployment 201"],
        shows: created,
      },
    ],
  },
];

onBothPlatforms("creation (F1), and what is not claimed (F12)", playing(rows));
