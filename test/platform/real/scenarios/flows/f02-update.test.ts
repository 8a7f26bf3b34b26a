import { deploymentSpec } from "../../../../builders/vvp-deployment.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, created, job, named, stays } from "./examples.ts";
import { type FlowRow, playing } from "./playing.ts";

const artifact = { kind: "JAR", jarUri: "s3://my-bucket/artifacts/MyJob.jar" };
const engineVersionName = "vera-4.1-flink-1.20";
const fixed = { deploymentTargetName: "default" };

const rows: readonly FlowRow[] = [
  {
    name: "an update in PATCH mode",
    why: "F2, R7, R19, R21, R23, R24, R46, R69, R91, R92, AMB-20, AMB-29: what the resource gives, but for the state that the platform wants already",
    subject: "partial",
    steps: [
      applied("partial"),
      {
        when: "its parallelism changes",
        act: (flow) => flow.edit(job({ parallelism: 3 })),
        calls: ["PATCH deployment 200"],
        sent: { ...fixed, ...job({ artifact, engineVersionName, parallelism: 3 }) },
        holds: { "template.spec.parallelism": 3, maxJobCreationAttempts: 4 },
        shows: created,
        status: { observedGeneration: 2 },
      },
      {
        when: "it gives no parallelism any more",
        act: (flow) => flow.edit(job({ parallelism: null })),
        calls: ["PATCH deployment 200"],
        sent: { ...fixed, ...job({ artifact, engineVersionName }) },
        holds: { "template.spec.parallelism": 3 },
        shows: created,
      },
      {
        when: "its name on the platform is changed",
        act: (flow) => flow.refuses({ spec: { deployment: { metadata: { name: "other" } } } }, "is immutable"),
        shows: [],
      },
      {
        when: "the platform refuses a change",
        act: (flow) => flow.edit(job({ engineVersionName: "none" })),
        calls: ["PATCH deployment 400"],
        holds: { "template.spec.engineVersionName": engineVersionName },
        shows: ["CANCELLED: Healthy False/ProjectionFailed, SpecAligned False/ProjectionFailed"],
        status: { observedGeneration: 4 },
      },
      stays,
      {
        when: "the platform is down when it is corrected",
        act: (flow) => {
          flow.admin.configure({ next: [{ kind: "error", status: 503, method: "PATCH" }] });
          return flow.edit(job({ engineVersionName, parallelism: 4 }));
        },
        calls: ["PATCH deployment 503", "PATCH deployment 200"],
        holds: { "template.spec.parallelism": 4 },
        shows: [
          "CANCELLED: Healthy False/SubConditionsFailing, Consistent Unknown/AppManagerUnreachable, SpecAligned False/ProjectionFailed",
          ...created,
        ],
        status: { observedGeneration: 5 },
      },
    ],
  },
  {
    name: "an update in PUT mode",
    why: "F3, R25, R26: the full definition, which resets what is left out",
    subject: "whole",
    steps: [
      applied("whole", "PUT", deploymentSpec(job({ parallelism: 3 }))),
      {
        when: "it gives no parallelism any more",
        act: (flow) => flow.edit(job({ parallelism: null })),
        calls: ["PUT deployment 200"],
        holds: { "template.spec.parallelism": undefined, "template.spec.numberOfTaskManagers": 1 },
        shows: created,
      },
      {
        when: "it gives no logging any more",
        act: (flow) => flow.refuses(deploymentSpec(job({ logging: null })), "is required in PUT mode"),
        shows: [],
      },
    ],
  },
  {
    name: "a switched mode",
    why: "F4, R27, R28, R65, AMB-7: it holds from the next change on",
    subject: "switched",
    steps: [
      {
        when: "it is applied in PATCH mode, with all that PUT needs but a size",
        act: (flow) =>
          flow.apply(
            named("switched", "PUT", {
              spec: { syncingMode: "PATCH", deployment: { spec: job({ numberOfTaskManagers: null }) } },
            }),
          ),
        calls: ["POST deployment 201"],
        shows: created,
      },
      {
        when: "the mode becomes PUT",
        act: (flow) => flow.refuses({ spec: { syncingMode: "PUT" } }, "numberOfTaskManagers"),
        shows: [],
      },
      {
        when: "a size is given",
        act: (flow) => flow.edit(job({ parallelism: 2, numberOfTaskManagers: 2 })),
        calls: ["PATCH deployment 200"],
        shows: created,
      },
      {
        when: "the mode becomes PUT, and nothing else changes",
        act: async (flow) => {
          await flow.patch({ spec: { syncingMode: "PUT" } });
        },
        shows: [],
        status: { observedGeneration: 3 },
      },
      {
        when: "the content changes",
        act: (flow) => flow.edit(job({ numberOfTaskManagers: null })),
        calls: ["PUT deployment 200"],
        holds: { "template.spec.numberOfTaskManagers": undefined },
        shows: created,
      },
      {
        when: "the mode becomes PATCH, and the content changes with it",
        act: (flow) =>
          flow.patch({ spec: { syncingMode: "PATCH", deployment: { spec: { maxJobCreationAttempts: null } } } }),
        calls: ["PATCH deployment 200"],
        holds: { maxJobCreationAttempts: 3 },
        shows: created,
      },
    ],
  },
];

onBothPlatforms("updates: PATCH (F2), PUT (F3), and the switch between them (F4)", playing(rows));
