import { expect } from "vitest";
import { onBothPlatforms } from "../on-both-platforms.ts";
import { applied, created, job, running } from "./examples.ts";
import { type FlowRow, playing } from "./playing.ts";

const off = "Healthy False/SyncDisabled, SpecAligned False/SyncDisabled";
const drifted = "RUNNING: DriftDetected True/ConfigDrifted";

const rows: readonly FlowRow[] = [
  {
    name: "a resource is paused and resumed",
    why: "F9, R70, R83, R84, R94, AMB-26: nothing is sent meanwhile; then the newest spec goes out once",
    subject: "paused",
    steps: [
      applied("paused"),
      {
        when: "it is paused",
        act: (flow) => flow.annotate({ "weir.dev/paused": "true" }),
        shows: [`CANCELLED: ${off}`],
        status: { syncEnabled: false },
      },
      { when: "its parallelism changes", act: (flow) => flow.edit(job({ parallelism: 2 })), shows: [] },
      { when: "it changes once more", act: (flow) => flow.edit(job({ parallelism: 3 })), shows: [] },
      {
        when: "somebody changes the state on the platform",
        act: (flow) => void flow.admin.editSpec("default", "paused", { state: "SUSPENDED" }),
        shows: [`SUSPENDED: ${off}`],
      },
      {
        when: "a savepoint is asked for",
        act: (flow) => flow.patch({ spec: { savepointNonce: 1 } }),
        shows: [
          "SUSPENDED: Healthy False/SubConditionsFailing, SpecAligned False/SyncDisabled, NonceAligned Unknown/NoncesPending",
        ],
      },
      {
        when: "that wish is taken back",
        act: (flow) => flow.patch({ spec: { savepointNonce: null } }),
        shows: [`SUSPENDED: ${off}`],
      },
      {
        when: "it is resumed",
        act: (flow) => flow.annotate({ "weir.dev/paused": null }),
        calls: ["PATCH deployment 200"],
        holds: { state: "CANCELLED", "template.spec.parallelism": 3 },
        shows: created,
        status: { syncEnabled: true },
      },
    ],
  },
  {
    name: "somebody changes the deployment on the platform",
    why: "F11, R16, R18, AMB-18: who is not Weir is refused where the platform locks; where it does not, its state is projected again; the rest is told about, and corrected where that is wanted",
    subject: "drifts",
    steps: [
      ...running("drifts", { spec: { deployment: { spec: job({ parallelism: 2 }) } } }),
      {
        when: "a user changes it in the UI or by the API",
        act: async (flow) => {
          expect(await flow.asUser("PATCH", { spec: { state: "SUSPENDED" } })).toBe(403);
          expect(await flow.asUser("PUT", flow.deployment())).toBe(403);
          expect(await flow.asUser("DELETE")).toBe(403);
        },
        calls: ["PATCH deployment 403", "PUT deployment 403", "DELETE deployment 403"],
        shows: [],
      },
      {
        when: "the job is suspended",
        act: (flow) => {
          flow.admin.editSpec("default", "drifts", { state: "SUSPENDED" });
        },
        calls: ["PATCH deployment 200"],
        sent: { state: "RUNNING" },
        shows: ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"],
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
      {
        when: "its parallelism is changed",
        act: async (flow) => {
          flow.admin.editSpec("default", "drifts", job({ parallelism: 5 }));
          flow.move();
        },
        holds: { "template.spec.parallelism": 5 },
        shows: [drifted],
      },
      {
        when: "the user wants it corrected",
        act: (flow) => flow.annotate({ "weir.dev/drift-policy": "Correct" }),
        calls: ["PATCH deployment 200"],
        holds: { "template.spec.parallelism": 2 },
        shows: ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"],
      },
      { when: "it runs again", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
    ],
  },
];

onBothPlatforms("pause (F9) and drift (F11)", playing(rows));
