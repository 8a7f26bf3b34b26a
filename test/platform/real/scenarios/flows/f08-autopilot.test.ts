import { deploymentSpec } from "../../../../builders/vvp-deployment.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { job, running } from "./examples.ts";
import { type FlowRow, playing } from "./playing.ts";

const suppressed = "SpecAligned False/StateProjectionSuppressedAutopilot";
const managed = "ParallelismAligned False/AutopilotManaged";
const artifact = { kind: "JAR", jarUri: "s3://my-bucket/artifacts/MyJob.jar" };
const engineVersionName = "vera-4.1-flink-1.20";

const rows: readonly FlowRow[] = [
  {
    name: "Autopilot cannot be read",
    why: "F8, R121, R122, AMB-33: it counts as not active, so that a state that somebody changed is corrected, and Autopilot's own one is not left alone",
    subject: "blind",
    violates: ["no-state-while-scaling"],
    steps: [
      ...running("blind"),
      {
        when: "Autopilot becomes ACTIVE, its service fails, and the job is cancelled on the platform",
        act: (flow) => {
          flow.admin.setMode("default", "blind", "ACTIVE");
          flow.admin.configure({ autopilot: "error" });
          flow.admin.editSpec("default", "blind", { state: "CANCELLED" });
        },
        calls: ["PATCH deployment 200"],
        sent: { state: "RUNNING" },
        shows: ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"],
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
      {
        when: "Autopilot begins to scale, which nobody can see",
        act: (flow) => {
          flow.admin.startScaling("default", "blind", 8);
        },
        calls: ["PATCH deployment 200"],
        sent: { state: "RUNNING" },
        shows: ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"],
      },
      { when: "it runs once more", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
      {
        when: "Autopilot can be read again",
        act: (flow) => flow.admin.configure({ autopilot: "up" }),
        shows: [],
      },
    ],
  },
  {
    name: "a scaling, with edits in between",
    why: "F8, R83, R84, R93, R97, R99, R100, R101, R104, R111–R120, R123, AMB-5: the state is left to Autopilot, the rest goes on",
    subject: "scaled",
    steps: [
      ...running("scaled", deploymentSpec(job({ parallelism: 4 }))),
      {
        when: "Autopilot becomes ACTIVE",
        act: (flow) => {
          flow.admin.setMode("default", "scaled", "ACTIVE");
        },
        shows: [],
      },
      {
        when: "it begins to scale",
        act: (flow) => {
          flow.admin.startScaling("default", "scaled", 8);
        },
        holds: { state: "CANCELLED" },
        shows: [`TRANSITIONING: Healthy False/StateProjectionSuppressedAutopilot, ${suppressed}`],
      },
      {
        when: "the user edits flinkConfiguration",
        act: (flow) => flow.edit(job({ flinkConfiguration: { "state.backend": "rocksdb" } })),
        calls: ["PATCH deployment 200"],
        sent: {
          deploymentTargetName: "default",
          ...job({
            artifact,
            engineVersionName,
            parallelism: 4,
            flinkConfiguration: { "state.backend": "rocksdb" },
          }),
        },
        holds: { state: "CANCELLED" },
        shows: [],
      },
      {
        when: "the user asks for a savepoint and a restart",
        act: (flow) => flow.patch({ spec: { savepointNonce: 1, restartNonce: 1 } }),
        shows: [
          `TRANSITIONING: Healthy False/SubConditionsFailing, ${suppressed}, NonceAligned False/SavepointBlocked`,
        ],
      },
      {
        when: "it has scaled",
        act: (flow) => flow.move(),
        holds: { state: "RUNNING", "template.spec.parallelism": 4 },
        shows: [`RUNNING: Healthy False/SubConditionsFailing, NonceAligned False/SavepointBlocked, ${managed}`],
      },
      {
        when: "the user takes the nonces back",
        act: (flow) => flow.patch({ spec: { savepointNonce: null, restartNonce: null } }),
        shows: [`RUNNING: Healthy False/AutopilotManaged, ${managed}`],
      },
      {
        when: "the user asks for the parallelism that Autopilot runs",
        act: (flow) => flow.edit(job({ parallelism: 8 })),
        calls: ["PATCH deployment 200"],
        shows: ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"],
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
    ],
  },
];

onBothPlatforms("Autopilot (F8)", playing(rows));
