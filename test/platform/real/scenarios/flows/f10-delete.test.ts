import { deploymentSpec } from "../../../../builders/vvp-deployment.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, running, stays } from "./examples.ts";
import { type FlowRow, type FlowStep, playing } from "./playing.ts";

const active = "Healthy False/DeploymentStillActive, DeletionBlocked True/DeploymentStillActive";
const deletes: FlowStep = {
  when: "it is deleted",
  act: (flow) => flow.delete(),
  calls: ["DELETE deployment 200"],
  shows: ["gone"],
};

const rows: readonly FlowRow[] = [
  {
    name: "a deployment that does not run",
    why: "F10 step 3, R19, R109: it goes with its resource",
    subject: "idle",
    steps: [applied("idle"), deletes],
  },
  {
    name: "a deployment that runs",
    why: "F10 steps 1 and 2, R107, R108, R110, AMB-22: deletion waits for its user, and then completes by itself",
    subject: "busy",
    steps: [
      ...running("busy"),
      { when: "it is deleted", act: (flow) => flow.delete(), shows: [`RUNNING: ${active}`] },
      stays,
      {
        when: "CANCELLED is asked for",
        act: (flow) => flow.edit({ state: "CANCELLED" }),
        calls: ["PATCH deployment 200"],
        shows: [
          "TRANSITIONING: Healthy False/DeploymentStillActive, SpecAligned True/ConfigUpdated, DeletionBlocked True/DeploymentStillActive",
          `TRANSITIONING: ${active}`,
        ],
      },
      {
        when: "it is CANCELLED",
        act: (flow) => flow.move(),
        calls: ["DELETE deployment 200"],
        shows: ["gone"],
      },
    ],
  },
  {
    name: "a job that failed for good",
    why: "F10 step 4, AMB-21: the platform deletes only what is not wanted RUNNING any more",
    subject: "failed",
    steps: [
      ...running("failed", deploymentSpec({ maxJobCreationAttempts: 1 })),
      {
        when: "the job fails",
        act: (flow) => flow.endJob("fail"),
        shows: ["FAILED: well"],
      },
      {
        ...deletes,
        calls: ["PATCH deployment 200", "DELETE deployment 200"],
        shows: ["CANCELLED: SpecAligned True/ConfigUpdated", "gone"],
      },
    ],
  },
  {
    name: "a resource whose Secret is gone",
    why: "F10 step 5: it is not let go without its deployment, until its user says so",
    subject: "locked",
    steps: [
      applied("locked"),
      {
        when: "the Secret is gone, and it is deleted",
        act: async (flow) => {
          await flow.loseSecret("gone");
          await flow.delete();
        },
        shows: ["CANCELLED: Healthy False/AuthenticationFailed, Consistent Unknown/AuthenticationFailed"],
      },
      {
        when: "the deployment is given up",
        act: (flow) => flow.annotate({ "weir.dev/deletion-policy": "Orphan" }),
        holds: { state: "CANCELLED" },
        shows: ["gone"],
      },
    ],
  },
];

onBothPlatforms("deletion (F10)", playing(rows));
