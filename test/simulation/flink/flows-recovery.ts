import { flinkApplication, flinkSession } from "../../builders/flink-deployment.ts";
import {
  args,
  broken,
  fiveMinutes,
  foreignDeployment,
  keepSavepoint,
  kill,
  lastState,
  loseRecord,
  mended,
  oldMetadata,
  redeploy,
  removeJobManager,
  removeMetadata,
  rollsBack,
  running,
  suspended,
} from "./acts.ts";
import type { Flow } from "./flow.ts";

/** Stories of things that go wrong, and of deletions. */
export const recoveries: readonly Flow[] = [
  {
    name: "JobManager killed, with high availability",
    why: "8.1/41: the job goes on by itself, from its last checkpoint",
    start: flinkApplication(lastState),
    steps: [{ act: kill }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "JobManager taken away, with high availability",
    why: "8.1/42: brought back with its state",
    start: flinkApplication(lastState),
    steps: [{ act: removeJobManager }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "JobManager taken away, standalone",
    why: "8.1/42: its TaskManagers would stay for ever, so they are taken away before all of it is made anew",
    start: flinkApplication({ mode: "standalone", ...lastState }),
    steps: [{ act: removeJobManager }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "JobManager taken away, without metadata",
    why: "8.1/42: no silent empty start",
    start: flinkApplication(),
    steps: [{ act: removeJobManager }],
    end: { lifecycle: "FAILED", starts: 1, running: 0 },
  },
  {
    name: "a broken image, then a good one",
    why: "8.1/18: nothing ran, so nothing is lost",
    start: flinkApplication(),
    steps: [{ edit: broken }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "the way out of a state that nobody knows: a path and a new nonce",
    why: "8.1/34, 42",
    start: flinkApplication(),
    steps: [{ act: keepSavepoint }, { act: removeJobManager }, { edit: redeploy(1) }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "the way out of lost metadata: stateless",
    why: "8.1/43: only an explicit word discards state",
    start: flinkApplication(lastState),
    steps: [
      { edit: suspended },
      { act: removeMetadata },
      { edit: { spec: { job: { state: "running", upgradeMode: "stateless" } } } },
    ],
    end: { lifecycle: "STABLE", starts: 2, running: 1, loses: true },
  },
  {
    name: "a record that is lost, then an upgrade",
    why: "D5: the job runs on, and its state survives the next change",
    start: flinkApplication(),
    steps: [{ act: loseRecord }, { edit: args }],
    end: { lifecycle: "STABLE", starts: 2, running: 1 },
  },
  {
    name: "record and status lost",
    why: "D5: nothing is stopped and nothing is started",
    start: flinkApplication(),
    steps: [
      {
        act: (world) => {
          loseRecord(world);
          world.cluster.edit("orders", { status: { reconciliationStatus: null, jobStatus: null } });
        },
      },
      { edit: args },
    ],
    end: { lifecycle: "FAILED", starts: 1, running: 1 },
  },
  {
    name: "a Deployment of somebody else under the name",
    why: "what is not ours is not touched, and holds up no deletion",
    start: flinkApplication({ job: { state: "suspended" } }),
    steps: [{ act: foreignDeployment }, { edit: running }, { remove: true }],
    end: { lifecycle: undefined, starts: 0, running: 0, objects: ["Deployment orders"] },
  },
  {
    name: "a Deployment of somebody else in the place of a suspended job's",
    why: "what is not ours does not go with the resource",
    start: flinkApplication(),
    steps: [{ edit: suspended }, { act: foreignDeployment }, { remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, objects: ["Deployment orders"] },
  },
  {
    name: "metadata that an earlier resource of the name left",
    why: "its job must not run beside the new one",
    start: flinkApplication({ ...lastState, job: { state: "suspended" } }),
    steps: [{ act: oldMetadata }, { edit: running }],
    end: { lifecycle: "STABLE", starts: 1, running: 1 },
  },
  {
    name: "a change that does not come up is rolled back",
    why: "8.1/45: the last stable spec runs again, with its state",
    start: flinkApplication(rollsBack),
    steps: [{ edit: broken }, { act: fiveMinutes }],
    end: { lifecycle: "ROLLED_BACK", starts: 2, running: 1 },
  },
  {
    name: "the next good change after a rollback",
    why: "8.1/45: leaves that state",
    start: flinkApplication(rollsBack),
    steps: [{ edit: broken }, { act: fiveMinutes }, { edit: mended }],
    end: { lifecycle: "STABLE", starts: 3, running: 1 },
  },
  {
    name: "deletion",
    why: "8.1/47: nothing is left behind",
    start: flinkApplication(lastState),
    steps: [{ remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, objects: [] },
  },
  {
    name: "deletion in the middle of the first deploy",
    why: "8.1/47: what may still come into being is waited for",
    start: flinkApplication(lastState),
    looks: 1,
    steps: [{ remove: true }],
    end: { lifecycle: undefined, running: 0, objects: [], orphans: 0 },
  },
  {
    name: "deletion of a standalone cluster",
    why: "8.1/47, 3.8",
    start: flinkApplication({ mode: "standalone" }),
    steps: [{ remove: true }],
    end: { lifecycle: undefined, starts: 1, running: 0, objects: [] },
  },
  {
    name: "session cluster, changed and deleted",
    why: "8.1/20",
    start: flinkSession(),
    steps: [{ edit: mended }, { remove: true }],
    end: { lifecycle: undefined, starts: 0, running: 0, objects: [] },
  },
];
