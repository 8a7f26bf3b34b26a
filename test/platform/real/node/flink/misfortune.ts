import { expect } from "vitest";
import { at } from "../../../../../shared/core/json.ts";
import { findBreaks } from "./ledger.ts";
import type { Life } from "./life.ts";
import { quotaClass } from "./place.ts";
import type { Step } from "./stories.ts";

/** What may go wrong with an application, and how it gets on; the status says what a user reads. */
export function misfortunes({ isWhole }: { readonly isWhole: boolean }): Step<Life>[] {
  return [...beforeItRuns, ...onceItRan, ...(isWhole ? [unhealthy] : []), mended];
}

/** A job that fails is not tried again by Flink. */
const never = { "restart-strategy.type": "none" };
const unpullable = { image: "dev.local/flink:none" };

const beforeItRuns: Step<Life>[] = [
  {
    name: "suspended from the start: nothing is made (8.1/17)",
    act: async (life) => {
      await life.apply({ upgradeMode: "last-state" }, { job: { state: "suspended" } });
      await life.resource.untilState("CREATED");
      expect(await life.resource.objects()).toEqual([]);
    },
  },
  {
    name: "a quota that admits no pod: Kubernetes' reason, and no job (8.1/19)",
    act: async (life) => {
      const bounded = { podTemplate: { spec: { priorityClassName: quotaClass } } };
      await life.apply({}, { ...bounded, job: { state: "running" } });
      await life.resource.until("it says so", async () => {
        const status = (await life.resource.read())?.status;
        return at(status, "jobManagerDeploymentStatus") === "ERROR" && /quota/.test(String(at(status, "error")));
      });
      await life.resource.untilTold("FailedCreate");
      expect(await life.resource.pods()).toEqual([]);
    },
  },
  {
    name: "an image that cannot be pulled: Kubernetes' reason, and no job (8.1/18)",
    act: async (life) => {
      await life.apply({}, unpullable);
      await life.resource.until("it says so", async () => {
        const status = (await life.resource.read())?.status;
        return at(status, "jobManagerDeploymentStatus") === "ERROR" && /Err|BackOff/.test(String(at(status, "error")));
      });
      expect(await life.resource.status("lifecycleState")).toBe("DEPLOYED");
    },
  },
  {
    name: "the image mended: it runs (8.1/18)",
    act: async (life) => {
      expect(await life.restart(() => life.apply())).toMatchObject({ what: "fresh" });
    },
  },
];

const onceItRan: Step<Life>[] = [
  {
    name: "a change that does not come up is rolled back, without loss (8.1/45)",
    act: async (life) => {
      const rollback = {
        "kubernetes.operator.deployment.rollback.enabled": "true",
        "kubernetes.operator.deployment.readiness.timeout": "30 s",
      };
      const start = await life.restart(
        () => life.apply({}, { ...unpullable, flinkConfiguration: rollback }),
        "ROLLED_BACK",
      );
      expect(start).toMatchObject({ what: "restored", job: await life.jobId() });
      await life.resource.untilTold("Rollback");
    },
  },
  {
    name: "metadata deleted while it is suspended: nothing starts, and the status says why (8.1/43, 8.1/45)",
    act: async (life) => {
      const { resource } = life;
      await life.apply({}, { job: { state: "suspended" } });
      await resource.untilState("SUSPENDED");
      await resource.removeMetadata();
      await life.apply();
      await resource.until("it waits", async () => {
        const conditions = (await resource.status("conditions")) as readonly { type: string; status: string }[];
        return conditions.some(({ type, status }) => type === "Waiting" && status === "True");
      });
      expect(await resource.pods()).toEqual([]);
      expect(await resource.status("error")).toContain("high-availability metadata");
    },
  },
  {
    name: "the way out: a checkpoint that the user names (8.1/34)",
    act: async (life) => {
      const path = await life.lastCheckpoint();
      const job = { initialSavepointPath: path, savepointRedeployNonce: 1 };
      expect(await life.restart(() => life.apply({}, { job }))).toMatchObject({ what: "restored" });
    },
  },
  {
    name: "a job that fails for good: FAILED, with the root of it (8.1/44)",
    act: async (life) => {
      await life.apply({ failAt: 500_000, rate: 10_000 }, { flinkConfiguration: never });
      const status = await life.resource.untilState("FAILED", "FAILED");
      expect(status.error).toContain("told to fail");
      await life.resource.untilTold("Error");
    },
  },
  {
    name: "told to be restarted, it goes on from its last checkpoint, which fails once more (8.1/44)",
    act: async (life) => {
      const before = (await life.starts()).length;
      const restarts = { ...never, "kubernetes.operator.job.restart.failed": "true" };
      await life.apply({}, { flinkConfiguration: restarts });
      const start = await life.resource.until("it has started", async () => (await life.starts())[before]);
      expect(start).toMatchObject({ what: "restored" });
      await life.resource.untilTold("RestartFailedJob");
    },
  },
];

/** Flink restarts the job each second; more than two restarts within two minutes are too many. */
const overAndOver = {
  "restart-strategy.type": "fixed-delay",
  "restart-strategy.fixed-delay.attempts": "1000000",
  "restart-strategy.fixed-delay.delay": "1 s",
  "kubernetes.operator.cluster.health-check.enabled": "true",
  "kubernetes.operator.cluster.health-check.restarts.threshold": "2",
};

const unhealthy: Step<Life> = {
  name: "a job that Flink restarts over and over gets a new JobManager, with its state (8.1/46)",
  act: async (life) => {
    const before = Number(await life.attempt());
    await life.apply({ failAt: 700_000 }, { flinkConfiguration: overAndOver });
    await life.resource.untilTold("RestartUnhealthyJob");
    await life.resource.until("the next deploy", async () => Number(await life.attempt()) >= before + 2);
    const starts = (await life.starts()).length;
    const start = await life.resource.until("it has started", async () => (await life.starts())[starts]);
    expect(start).toMatchObject({ what: "restored" });
  },
};

const mended: Step<Life> = {
  name: "mended, it goes on, and has lost nothing on the way",
  act: async (life) => {
    expect(await life.restart(() => life.apply({ failAt: -1, rate: 100 }))).toMatchObject({ what: "restored" });
    expect(findBreaks(await life.ledger())).toEqual([]);
  },
};
