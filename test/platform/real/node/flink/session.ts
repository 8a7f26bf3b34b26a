import { expect } from "vitest";
import { listVolume } from "./place.ts";
import { sessionEnd } from "./session-end.ts";
import type { SessionLife } from "./session-life.ts";
import { fileOf } from "./snapshots.ts";
import { sessionSpec } from "./spec.ts";
import { anotherJob, sameJob, sameRun, whileDying } from "./steps.ts";
import type { Step } from "./stories.ts";

/** A session cluster and a job that is uploaded to it, from before the cluster to its end. */
export function sessionSteps(): Step<SessionLife>[] {
  return [...running, ...snapshots, ...changes, ...sessionEnd];
}

const running: Step<SessionLife>[] = [
  {
    name: "a job whose cluster is not there waits for it (8.1/12)",
    act: async (life) => {
      await life.apply();
      await life.untilWaiting();
    },
  },
  {
    name: "the cluster comes up, and the job's jar is fetched, uploaded and run (8.1/20)",
    act: async (life) => {
      const start = await life.restart(() => life.session.apply(sessionSpec(life.wanted)));
      expect(start).toMatchObject({ what: "fresh", job: await life.jobId() });
      const status = await life.session.untilState("STABLE");
      expect(status.conditions).toContainEqual(expect.objectContaining({ type: "Running", status: "True" }));
      expect(await life.resource.jobs()).toMatchObject([{ jobId: start.job }]);
    },
  },
];

const snapshots: Step<SessionLife>[] = [
  {
    name: "a snapshot of it is taken (1.5)",
    act: async (life) => {
      const snapshot = await life.untilSnapshot("good", { savepoint: { disposeOnDelete: true } }, "COMPLETED");
      expect(await snapshot.status("path")).toContain(`${life.folder}/savepoints/savepoint-`);
    },
  },
  {
    name: "the snapshot's savepoint is disposed of with it (8.1/40)",
    act: async (life) => {
      const snapshot = life.snapshot("good");
      const path = fileOf(String(await snapshot.status("path")));
      expect(await listVolume(path)).not.toEqual([]);
      await snapshot.delete();
      expect(await listVolume(path)).toEqual([]);
    },
  },
  {
    name: "a snapshot that fails does so once, where it is not to be tried again (8.1/39)",
    act: async (life) => {
      const nowhere = { savepoint: { path: "file:///proc/nowhere" }, backoffLimit: 0 };
      const snapshot = await life.untilSnapshot("bad", nowhere, "FAILED");
      expect(await snapshot.status("failures")).toBe(1);
      await snapshot.untilTold("SnapshotError");
    },
  },
];

const changes: Step<SessionLife>[] = [
  {
    name: "it goes on from a savepoint with other arguments (8.1/23)",
    act: (life) => anotherJob(life, () => life.apply({ rate: 101 })),
  },
  {
    name: "it goes on from its last checkpoint with another parallelism (8.1/27)",
    act: async (life) => {
      const start = await life.restart(() => life.apply({ upgradeMode: "last-state", parallelism: 1 }));
      expect(start).toMatchObject({ what: "restored", job: await life.jobId() });
      const path = String(await life.resource.status("jobStatus", "upgradeSavepointPath"));
      expect(path).toContain(`${life.folder}/checkpoints/`);
    },
  },
  {
    name: "it goes on from a savepoint while Weir dies at each of its writes (8.1/23, 8.1/31)",
    act: async (life) => {
      const before = (await life.starts()).length;
      const apply = () => life.apply({ upgradeMode: "savepoint", parallelism: 2 });
      let deaths = 0;
      await anotherJob(life, async () => {
        deaths = await whileDying(life, apply, "the job starts", async () => (await life.starts()).length > before);
      });
      expect(deaths).toBeGreaterThan(2);
      await life.apply({ upgradeMode: "last-state" });
    },
  },
  {
    name: "its cluster takes another number of TaskManagers: standalone in place, native it goes on from its last checkpoint",
    act: async (life) => {
      const spec = sessionSpec(life.wanted);
      const apply = () => life.session.apply({ ...spec, taskManager: { ...spec.taskManager, replicas: 2 } });
      await (life.wanted.mode === "standalone" ? sameRun(life, apply) : sameJob(life, apply));
      await life.session.until("it has two", async () => (await life.session.ready("taskmanager")) === 2);
      await life.session.untilState("STABLE");
    },
  },
  {
    name: "it is suspended, when no snapshot is taken of it, and goes on from its last checkpoint (8.1/35, 8.1/39)",
    act: async (life) => {
      const start = await life.restart(async () => {
        await life.apply({}, { job: { state: "suspended" } });
        await life.resource.untilState("SUSPENDED");
        await life.untilSnapshot("late", { savepoint: {} }, "ABANDONED");
        await life.apply();
      });
      expect(start).toMatchObject({ what: "restored", job: await life.jobId() });
    },
  },
  {
    name: "it is suspended without state, and starts anew (8.1/25, 8.1/35)",
    act: async (life) => {
      const start = await life.restart(async () => {
        await life.apply({ upgradeMode: "stateless" }, { job: { state: "suspended" } });
        await life.resource.untilState("SUSPENDED");
        await life.apply();
      });
      expect(start).toMatchObject({ what: "fresh", job: await life.jobId() });
    },
  },
];
