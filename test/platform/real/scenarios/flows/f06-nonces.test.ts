import { onBothPlatforms } from "../on-both-platforms.ts";
import { moving, running } from "./examples.ts";
import { type FlowRow, type FlowStep, playing } from "./playing.ts";

const savepoint = "POST savepoint 201";
const update = "PATCH deployment 200";

/** A nonce that is blocked, and alone in it. */
function blocked(state: string, reason: "SavepointBlocked" | "RestartBlocked"): string {
  return `${state}: Healthy False/${reason}, NonceAligned False/${reason}`;
}

/** A user asks by a nonce. */
function asks(nonces: {
  savepointNonce?: number | null;
  restartNonce?: number | null;
}): Pick<FlowStep, "when" | "act"> {
  const text = Object.entries(nonces).map(([name, value]) => `${name} becomes ${value}`);
  return {
    when: text.join(", "),
    act: async (flow) => {
      await flow.patch({ spec: nonces });
    },
  };
}

/** The job comes to another state; what its nonces show stays. */
function goes(state: string, on: readonly string[], there: string): FlowStep[] {
  return [
    { when: `${state} is asked for`, act: (flow) => flow.edit({ state }), calls: [update], shows: on },
    { when: `it is ${state}`, act: (flow) => flow.move(), shows: [there] },
  ];
}

const stillBlocked = [
  "TRANSITIONING: Healthy False/SavepointBlocked, SpecAligned True/ConfigUpdated, NonceAligned False/SavepointBlocked",
  blocked("TRANSITIONING", "SavepointBlocked"),
];

const rows: readonly FlowRow[] = [
  {
    name: "savepoints",
    why: "F6, R8, R34, R36, R37, R39–R43, R45, R75, R95, R96, AMB-2: one for each value that is new while the job runs",
    subject: "saved",
    steps: [
      ...running("saved"),
      {
        ...asks({ savepointNonce: 7 }),
        calls: [savepoint],
        shows: [],
        status: { lastProcessedSavepointNonce: 7, lastProcessedTriggerNonce: undefined },
      },
      { when: "it is taken", act: (flow) => flow.move(), shows: [] },
      { ...asks({ savepointNonce: 7 }), shows: [] },
      ...goes("SUSPENDED", moving, "SUSPENDED: well"),
      {
        ...asks({ savepointNonce: 3 }),
        shows: [blocked("SUSPENDED", "SavepointBlocked")],
        status: { lastProcessedSavepointNonce: 7 },
      },
      ...goes("RUNNING", stillBlocked, blocked("RUNNING", "SavepointBlocked")),
      { ...asks({ savepointNonce: null }), shows: ["RUNNING: well"], status: { lastProcessedSavepointNonce: 7 } },
      { ...asks({ savepointNonce: 3 }), shows: [blocked("RUNNING", "SavepointBlocked")] },
      {
        ...asks({ savepointNonce: 0 }),
        calls: [savepoint],
        shows: ["RUNNING: well"],
        status: { lastProcessedSavepointNonce: 0 },
      },
      { when: "it is taken", act: (flow) => flow.move(), shows: [] },
    ],
  },
  {
    name: "restarts",
    why: "F7, R8, R35, R36, R41, R42, R44, R76, R98: the job restarts once for each value that is new while it runs",
    subject: "restarted",
    steps: [
      ...running("restarted"),
      {
        ...asks({ restartNonce: 1 }),
        calls: [update],
        shows: ["TRANSITIONING: well"],
        status: { lastProcessedTriggerNonce: 1, lastProcessedSavepointNonce: undefined },
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
      ...goes("CANCELLED", moving, "CANCELLED: well"),
      {
        ...asks({ restartNonce: 2 }),
        shows: [blocked("CANCELLED", "RestartBlocked")],
        status: { lastProcessedTriggerNonce: 1 },
      },
      {
        ...asks({ savepointNonce: 1 }),
        shows: [blocked("CANCELLED", "SavepointBlocked")],
        status: { lastProcessedSavepointNonce: undefined },
      },
      ...goes("RUNNING", stillBlocked, blocked("RUNNING", "SavepointBlocked")),
      {
        ...asks({ savepointNonce: 2 }),
        calls: [savepoint],
        shows: [blocked("RUNNING", "RestartBlocked")],
        status: { lastProcessedSavepointNonce: 2 },
      },
      { when: "it is taken", act: (flow) => flow.move(), shows: [] },
      {
        ...asks({ restartNonce: 3 }),
        calls: [update],
        shows: ["TRANSITIONING: well"],
        status: { lastProcessedTriggerNonce: 3 },
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
    ],
  },
];

onBothPlatforms("savepoints (F6) and restarts (F7)", playing(rows));
