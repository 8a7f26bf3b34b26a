import { describe, expect, it } from "vitest";
import { makeSessionJobConfiguration } from "../../../shared/flink/session-job-configuration.ts";

const job = { upgradeMode: "stateful" };

describe("the configuration of a session job", () => {
  const cluster = { "pipeline.name": "of-cluster", "high-availability.type": "kubernetes", a: "cluster", b: "cluster" };
  const make = (flinkConfiguration: unknown) =>
    makeSessionJobConfiguration({ name: "word-count", spec: { job, flinkConfiguration }, cluster, version: "v1_18" });

  it("the job's own lies over its cluster's, and only its own is sent", () => {
    const { effective, submitted } = make({
      a: "own",
      "state.checkpoints.dir": "s3://a",
      "kubernetes.operator.savepoint.format.type": "NATIVE",
    });
    expect(effective).toMatchObject({
      a: "own",
      b: "cluster",
      "execution.checkpointing.dir": "s3://a",
      "kubernetes.operator.savepoint.format.type": "NATIVE",
    });
    expect(submitted).toEqual({
      "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
      "execution.checkpointing.interval": "5 min",
      a: "own",
      "state.checkpoints.dir": "s3://a",
    });
  });

  it("gets the name of its resource where nobody names it", () => {
    const { submitted } = makeSessionJobConfiguration({ name: "x", spec: { job }, cluster: {}, version: "v2_0" });
    expect(submitted["pipeline.name"]).toBe("x");
    expect(make(["a"]).problems).toHaveLength(1);
  });
});
