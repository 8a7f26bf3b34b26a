import { describe, expect, it } from "vitest";
import { makeEffectiveConfiguration } from "../../../shared/flink/effective.ts";
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

  it.each([
    { name: "nothing of its own", own: undefined, problems: [], why: "what Weir would add is the cluster's then" },
    {
      name: "an option of the operator",
      own: { "kubernetes.operator.savepoint.format.type": "NATIVE" },
      problems: [],
      why: "Flink never sees it",
    },
    {
      name: "an option of Flink",
      own: { a: "own" },
      problems: [{ path: "spec.flinkConfiguration", message: expect.stringContaining("v1_16 takes no options") }],
      why: "it would be dropped silently",
    },
  ])("before 1.17 none can be sent: $name ($why)", ({ own, problems }) => {
    const spec = { job, flinkConfiguration: own };
    const made = makeSessionJobConfiguration({ name: "x", spec, cluster, version: "v1_16" });
    expect(made).toEqual({ effective: { ...cluster, ...own }, submitted: {}, problems });
  });

  it("before 1.17 the cluster keeps the checkpoints of its jobs, and leaves that to the job from then on", () => {
    const deploy = { attempt: 1 };
    const kept = (flinkVersion: string) =>
      makeEffectiveConfiguration({ name: "x", spec: { flinkVersion }, defaults: {}, deploy }).configuration[
        "execution.checkpointing.externalized-checkpoint-retention"
      ];
    expect(["v1_16", "v1_17"].map(kept)).toEqual(["RETAIN_ON_CANCELLATION", undefined]);
  });
});
