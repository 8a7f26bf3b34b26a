import { expect } from "vitest";
import { mergePatch } from "../../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../../shared/core/json.ts";
import { findBreaks } from "./ledger.ts";
import type { Life, ToSpec } from "./life.ts";
import { applicationSpec } from "./spec.ts";
import type { Step } from "./stories.ts";

const withoutHa = {
  flinkConfiguration: {
    "high-availability.type": null,
    "high-availability.storageDir": null,
  },
};

/** The counting job as an application whose JobManager is not highly available. */
export const bareSpec: ToSpec = (wanted, run) =>
  mergePatch(applicationSpec(wanted, run) as JsonObject, withoutHa) as object;

/** What differs where nothing but the JobManager knows the last checkpoint. */
export function bareSteps(): Step<Life>[] {
  return [
    {
      name: "runs",
      act: async (life) => {
        expect(await life.restart(() => life.apply({ upgradeMode: "last-state" }))).toMatchObject({ what: "fresh" });
      },
    },
    {
      name: "by last state it is cancelled, and goes on from its last checkpoint as another job (2.7)",
      act: async (life) => {
        const before = await life.jobId();
        const start = await life.restart(() => life.apply({ rate: 101 }));
        expect(start).toMatchObject({ what: "restored", job: await life.jobId() });
        expect(start.job).not.toBe(before);
      },
    },
    {
      name: "its JobManager's Deployment deleted: an error, and no start without state (8.1/42)",
      act: async (life) => {
        const { resource } = life;
        const starts = await life.starts();
        await resource.removeJobManager();
        const said = await resource.until("it says so", async () => {
          const error = String(await resource.status("error"));
          return error.includes("The JobManager is gone") && error;
        });
        expect(said).toContain("spec.job.initialSavepointPath");
        await resource.until("no pod is left", async () => (await resource.pods()).length === 0);
        expect(await life.starts()).toEqual(starts);
      },
    },
    {
      name: "the way out: a checkpoint that the user names, and nothing is lost (8.1/34)",
      act: async (life) => {
        const job = { initialSavepointPath: await life.lastCheckpoint(), savepointRedeployNonce: 1 };
        expect(await life.restart(() => life.apply({}, { job }))).toMatchObject({ what: "restored" });
        expect(findBreaks(await life.ledger())).toEqual([]);
      },
    },
    {
      name: "without high availability it is deleted with all that it had (8.1/47)",
      act: async ({ resource }) => {
        await resource.delete();
        expect(await resource.objects()).toEqual([]);
      },
    },
  ];
}
