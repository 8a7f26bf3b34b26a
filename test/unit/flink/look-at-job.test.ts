import { describe, expect, it } from "vitest";
import { lookAtJob } from "../../../shared/flink/look-at-job.ts";
import type { JobOverview } from "../../../shared/ports/flink-answers.ts";
import type { FlinkRest } from "../../../shared/ports/flink-rest.ts";

const job: JobOverview = {
  jobId: "0123456789abcdef0123456789abcdef",
  name: "orders",
  state: "FINISHED",
  rawState: "FINISHED",
  startTime: 0,
  endTime: 1_000,
  lastModification: 1_000,
};

/** A look at a job of which the overview tells and the checkpoints do not. */
const look = (state: JobOverview["state"]) => {
  const flink = { observe: async () => ({ job: { ...job, state }, checkpoints: undefined }) } as unknown as FlinkRest;
  return lookAtJob(flink, { url: "http://orders" }, { jobId: job.jobId, now: 3_600_000 }, new AbortController().signal);
};

describe("a job that the JobManager forgets between two answers", () => {
  it("is gone once it has ended, and not one without a checkpoint, which would go on from nothing", async () => {
    expect(await look("FINISHED")).toEqual({ found: "missing" });
  });

  it("is there while it runs, whatever its checkpoints", async () => {
    expect(await look("RUNNING")).toMatchObject({ found: "job", checkpoints: undefined });
  });
});
