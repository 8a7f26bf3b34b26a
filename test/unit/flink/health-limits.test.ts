import { describe, expect, it } from "vitest";
import { healthLimitsOf } from "../../../shared/flink/health-limits.ts";
import { readOptions } from "../../../shared/flink/options/read-options.ts";

describe("the limits that options set (5.3)", () => {
  const prefix = "kubernetes.operator.cluster.health-check.";
  const of = (configuration: Readonly<Record<string, string>>, defaults: "guide" | "apache" = "guide") =>
    healthLimitsOf(readOptions(configuration, { defaults, scope: "resource" }).values, configuration);
  const interval = { "execution.checkpointing.interval": "1 min" };

  it.each<{ name: string; why: string; options: Readonly<Record<string, string>>; is: number | undefined }>([
    { name: "no interval", why: "only the job's code knows it", options: {}, is: undefined },
    { name: "an interval", why: "twice the longer of interval and timeout", options: interval, is: 1_200_000 },
    {
      name: "failures that are tolerated",
      why: "each takes its time",
      options: { ...interval, "execution.checkpointing.tolerable-failed-checkpoints": "3" },
      is: 3_000_000,
    },
    {
      name: "a shorter timeout",
      why: "the interval is longer",
      options: { ...interval, "execution.checkpointing.timeout": "30 s" },
      is: 120_000,
    },
    {
      name: "none while a backlog lasts",
      why: "which may be any time",
      options: { ...interval, "execution.checkpointing.interval-during-backlog": "0 s" },
      is: undefined,
    },
    {
      name: "a window",
      why: "it is what the user says",
      options: { ...interval, [`${prefix}checkpoint-progress.window`]: "1 h" },
      is: 3_600_000,
    },
    {
      name: "a short window",
      why: "Flink itself may need longer",
      options: { ...interval, [`${prefix}checkpoint-progress.window`]: "1 min" },
      is: 1_200_000,
    },
    {
      name: "switched off",
      why: "restarts alone count",
      options: { ...interval, [`${prefix}checkpoint-progress.enabled`]: "false" },
      is: undefined,
    },
    {
      name: "rubbish",
      why: "counts as unset",
      options: { "execution.checkpointing.interval": "often" },
      is: undefined,
    },
  ])("$name: $why", ({ options, is }) => {
    expect(of(options)).toEqual({ restarts: 64, windowMs: 120_000, checkpointsMs: is });
  });

  it("are none where the check, or what would bring the job back, is off", () => {
    expect(of({ [`${prefix}enabled`]: "false" })).toBeUndefined();
    expect(of({ "kubernetes.operator.jm-deployment-recovery.enabled": "false" })).toBeUndefined();
    expect(of({}, "apache")).toBeUndefined();
  });
});
