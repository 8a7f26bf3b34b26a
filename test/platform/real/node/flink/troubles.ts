import { expect } from "vitest";
import { at } from "../../../../../shared/core/json.ts";
import type { Life } from "./life.ts";
import { afterKill, sameDeploy, sameJob, sameRun } from "./steps.ts";
import type { Step } from "./stories.ts";

const noJob = "0".repeat(32);

export const editedStatus: Step<Life> = {
  name: "has the same status again after Weir was killed and the status edited (8.1/22)",
  act: (life) =>
    sameRun(life, async () => {
      const { resource, operator } = life;
      const before = await resource.status();
      operator.kill();
      const jobStatus = { jobId: noJob, state: "FAILED" };
      await resource.editStatus({ lifecycleState: "FAILED", error: "by hand", reconciliationStatus: null, jobStatus });
      await resource.until("the status is as before", async () => {
        const { jobStatus: job, ...status } = ((await resource.read())?.status ?? {}) as Record<string, object>;
        const same = (["lifecycleState", "reconciliationStatus", "error"] as const).every(
          (name) => JSON.stringify(status[name]) === JSON.stringify(at(before, name)),
        );
        return same && at(job, "jobId") === at(before, "jobStatus", "jobId") && at(job, "state") === "RUNNING";
      });
    }),
};

export const killedJobManager: Step<Life> = {
  name: "goes on after its JobManager was killed, without a deploy (8.1/41)",
  act: (life) => afterKill(life, "jobmanager"),
};

export const killedTaskManager: Step<Life> = {
  name: "goes on after its TaskManager was killed",
  act: (life) => afterKill(life, "taskmanager"),
};

export const standby: Step<Life> = {
  name: "its leading JobManager killed, another one that stood by goes on, without a deploy (8.1/41)",
  act: async (life) => {
    await sameJob(life, () => life.apply({ upgradeMode: "last-state" }, { jobManager: { replicas: 2 } }));
    await life.resource.until("the other one is ready", async () => (await life.resource.ready("jobmanager")) === 2);
    await sameDeploy(life, () => life.resource.killLeader());
  },
};

export const removedJobManager: Step<Life> = {
  name: "comes back after its JobManager's Deployment was deleted (8.1/42)",
  act: async (life) => {
    const before = Number(await life.attempt());
    await sameJob(life, () => life.resource.removeJobManager());
    expect(Number(await life.attempt())).toBe(before + 1);
  },
};

export const changedWhileDown: Step<Life> = {
  name: "a savepoint asked for while its JobManager is gone: it goes on from its last checkpoint (8.1/26)",
  act: (life) =>
    sameJob(life, async () => {
      await life.resource.removeJobManager();
      await life.apply({ upgradeMode: "savepoint", rate: 103 });
    }),
};

export const lostMetadata: Step<Life> = {
  name: "metadata deleted while it runs, and then a change by last state: it goes on from a checkpoint (8.1/43)",
  act: async (life) => {
    await life.resource.removeMetadata();
    const start = await life.restart(() => life.apply({ upgradeMode: "last-state", rate: 104 }));
    expect(start.what).toBe("restored");
  },
};
