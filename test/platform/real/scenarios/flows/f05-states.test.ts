import { deploymentSpec } from "../../../../builders/vvp-deployment.ts";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, created, moving } from "./examples.ts";
import { type FlowRow, type FlowStep, playing } from "./playing.ts";

/** The user asks for a state, and the platform comes to it. */
function through(state: string): FlowStep[] {
  return [
    {
      when: `${state} is asked for`,
      act: (flow) => flow.edit({ state }),
      calls: ["PATCH deployment 200"],
      holds: { state },
      shows: moving,
      status: { observedSpecState: state, actualState: "TRANSITIONING" },
    },
    {
      when: `it is ${state}`,
      act: (flow) => flow.move(),
      shows: [`${state}: well`],
      status: { observedSpecState: state, actualState: state },
    },
  ];
}

/** A job that ends by itself. */
function ends(outcome: "finish" | "fail", state: string): FlowStep {
  return {
    when: `the job is ${state}`,
    act: (flow) => flow.endJob(outcome),
    shows: [`${state}: well`],
    status: { observedSpecState: "RUNNING", actualState: state },
  };
}

const rows: readonly FlowRow[] = [
  {
    name: "CANCELLED, RUNNING, SUSPENDED, RUNNING, CANCELLED",
    why: "F5, R20, R71, R72, R81: one write each; Healthy all the while",
    subject: "moves",
    steps: [
      applied("moves"),
      {
        when: "a state is asked for that is none",
        act: (flow) => flow.refuses(deploymentSpec({ state: "FINISHED" }), "spec.deployment.spec.state"),
        shows: [],
      },
      ...through("RUNNING"),
      ...through("SUSPENDED"),
      ...through("RUNNING"),
      ...through("CANCELLED"),
    ],
  },
  {
    name: "jobs that end by themselves",
    why: "F5, R6, R72, AMB-18: no write follows, and the resource stays Healthy",
    subject: "ends",
    steps: [
      applied("ends", "PATCH", deploymentSpec({ maxJobCreationAttempts: 1 })),
      ...through("RUNNING"),
      ends("finish", "FINISHED"),
      {
        when: "a restart is asked of it",
        act: (flow) => flow.patch({ spec: { restartNonce: 1 } }),
        shows: ["FINISHED: Healthy False/RestartBlocked, NonceAligned False/RestartBlocked"],
      },
      {
        when: "the wish is taken back, and CANCELLED is asked for",
        act: (flow) => flow.patch({ spec: { restartNonce: null, deployment: { spec: { state: "CANCELLED" } } } }),
        calls: ["PATCH deployment 200"],
        shows: created,
      },
      ...through("RUNNING"),
      ends("fail", "FAILED"),
    ],
  },
];

onBothPlatforms("states (F5)", playing(rows));
