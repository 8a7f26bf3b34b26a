import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crossChecks } from "../../../shared/autoscaler/options/cross-checks.ts";
import { longPrefix } from "../../../shared/autoscaler/options/option.ts";
import { type AutoscalerOptions, autoscalerOptions, optionRows } from "../../../shared/autoscaler/options/options.ts";
import { readAutoscalerOptions, usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { seeded } from "../../property/json-arbitrary.ts";

const key = (rest: string) => `job.autoscaler.${rest}`;
const on = { [key("enabled")]: "true" };
const minute = 60_000;

describe("3.1: keys and defaults", () => {
  const rows: readonly (readonly [name: keyof AutoscalerOptions, key: string, usual: unknown])[] = [
    ["enabled", "enabled", false],
    ["scalingEnabled", "scaling.enabled", true],
    ["metricsWindow", "metrics.window", 15 * minute],
    ["stabilizationInterval", "stabilization.interval", 5 * minute],
    ["excludedPeriods", "excluded.periods", []],
    ["utilizationTarget", "utilization.target", 0.7],
    ["utilizationBoundary", "target.utilization.boundary", 0.3],
    ["utilizationMax", "utilization.max", undefined],
    ["utilizationMin", "utilization.min", undefined],
    ["scaleDownInterval", "scale-down.interval", 60 * minute],
    ["minParallelism", "vertex.min-parallelism", 1],
    ["maxParallelism", "vertex.max-parallelism", 200],
    ["maxScaleDownFactor", "scale-down.max-factor", 0.6],
    ["maxScaleUpFactor", "scale-up.max-factor", 100_000],
    ["catchUpDuration", "catch-up.duration", 30 * minute],
    ["restartTime", "restart.time", 5 * minute],
    ["restartTimeTracking", "restart.time-tracking.enabled", false],
    ["restartTimeLimit", "restart.time-tracking.limit", 15 * minute],
    ["backlogLagThreshold", "backlog-processing.lag-threshold", 5 * minute],
    ["observedRateLagThreshold", "observed-true-processing-rate.lag-threshold", 30_000],
    ["observedRateSwitchThreshold", "observed-true-processing-rate.switch-threshold", 0.15],
    ["observedRateMinObservations", "observed-true-processing-rate.min-observations", 2],
    ["effectivenessDetection", "scaling.effectiveness.detection.enabled", false],
    ["effectivenessThreshold", "scaling.effectiveness.threshold", 0.1],
    ["gcPressureThreshold", "memory.gc-pressure.threshold", 1],
    ["heapUsageThreshold", "memory.heap-usage.threshold", 1],
    ["memoryTuning", "memory.tuning.enabled", false],
    ["memoryTuningCompensation", "memory.tuning.scale-down-compensation.enabled", true],
    ["memoryTuningOverhead", "memory.tuning.overhead", 0.2],
    ["memoryTuningMaximizeManaged", "memory.tuning.maximize-managed-memory", false],
    ["historyMaxCount", "history.max.count", 3],
    ["historyMaxAge", "history.max.age", 24 * 60 * minute],
    ["busyTimeAggregator", "metrics.busy-time.aggregator", "MAX"],
    ["excludedVertices", "vertex.exclude.ids", []],
    ["eventInterval", "scaling.event.interval", 30 * minute],
    ["restTimeout", "flink.rest-client.timeout", 10_000],
    ["quotaCpu", "quota.cpu", undefined],
    ["quotaMemory", "quota.memory", undefined],
    ["keyGroupAdjustMode", "scaling.key-group.partitions.adjust.mode", undefined],
    ["alignmentMode", "scaling.parallelism-alignment.mode", undefined],
    ["observedScalability", "observed-scalability.enabled", false],
    ["observedScalabilityMinObservations", "observed-scalability.min-observations", 3],
    ["observedScalabilityCoefficientMin", "observed-scalability.coefficient-min", 0.5],
  ];

  it.each(rows)("%s is %s", (name, spelled, usual) => {
    expect(autoscalerOptions[name].key).toBe(spelled);
    expect(usualOptions()[name]).toEqual(usual);
  });

  it("names every option", () => {
    expect(rows.map(([name]) => name).sort()).toEqual(optionRows.map(([name]) => name).sort());
  });
});

describe("3.1: values", () => {
  it.each([
    { name: "a duration of Flink", set: { "metrics.window": "10m" }, gives: { metricsWindow: 10 * minute } },
    { name: "an ISO duration", set: { "restart.time": "PT3M" }, gives: { restartTime: 3 * minute } },
    { name: "memory", set: { "quota.memory": "8 gb" }, gives: { quotaMemory: 8 * 2 ** 30 } },
    { name: "a mode", set: { "scaling.parallelism-alignment.mode": "OFF" }, gives: { alignmentMode: "OFF" } },
    {
      name: "an aggregator in any case",
      set: { "metrics.busy-time.aggregator": "avg" },
      gives: { busyTimeAggregator: "AVG" },
    },
    { name: "ids with semicolons", set: { "vertex.exclude.ids": "a;b" }, gives: { excludedVertices: ["a", "b"] } },
  ])("$name", ({ set, gives }) => {
    const configuration = Object.fromEntries(Object.entries(set).map(([rest, value]) => [key(rest), value]));
    expect(readAutoscalerOptions({ ...on, ...configuration })).toMatchObject({
      options: gives,
      problems: [],
      warnings: [],
    });
  });

  it("takes the long prefix, and the short one before it", () => {
    const long = { [`${longPrefix}restart.time`]: "1 min" };
    expect(readAutoscalerOptions(long)).toMatchObject({ options: { restartTime: minute }, warnings: [] });
    expect(readAutoscalerOptions({ ...long, [key("restart.time")]: "2 min" }).options.restartTime).toBe(2 * minute);
  });
});

describe("3.2: the guide's and former spellings are taken, with a warning that names the key", () => {
  it.each([
    { spelled: "target.utilization", value: "0.6", is: "utilization.target", gives: { utilizationTarget: 0.6 } },
    {
      spelled: "scale-up.grace-period",
      value: "1h",
      is: "scale-down.interval",
      gives: { scaleDownInterval: 60 * minute },
    },
    { spelled: "min.parallelism", value: "2", is: "vertex.min-parallelism", gives: { minParallelism: 2 } },
    { spelled: "max.parallelism", value: "64", is: "vertex.max-parallelism", gives: { maxParallelism: 64 } },
    { spelled: "scale-down.max.factor", value: "0.5", is: "scale-down.max-factor", gives: { maxScaleDownFactor: 0.5 } },
    { spelled: "scale-up.max.factor", value: "4.0", is: "scale-up.max-factor", gives: { maxScaleUpFactor: 4 } },
    {
      spelled: "vertex.exclude",
      value: "source-operator-uid,sink-operator-uid",
      is: "vertex.exclude.ids",
      gives: { excludedVertices: ["source-operator-uid", "sink-operator-uid"] },
    },
  ])("$spelled", ({ spelled, value, is, gives }) => {
    const { options, warnings } = readAutoscalerOptions({ [key(spelled)]: value });
    expect(options).toMatchObject(gives);
    expect(warnings).toEqual([{ path: key(spelled), message: `is accepted; the key of this option is ${key(is)}` }]);
  });

  it("the key's own value holds where both are set", () => {
    const both = { [key("scale-up.grace-period")]: "1h", [key("scale-down.interval")]: "10m" };
    const { options, warnings } = readAutoscalerOptions(both);
    expect(options.scaleDownInterval).toBe(10 * minute);
    expect(warnings).toEqual([{ path: key("scale-up.grace-period"), message: expect.stringMatching(/both are set/) }]);
  });
});

describe("keys that mean nothing are told", () => {
  it.each([
    { rest: "metrics.windw", says: /did you mean job\.autoscaler\.metrics\.window\?/, why: "a slip" },
    { rest: "frobnicate", says: /^is no option that is known$/, why: "no idea" },
    { rest: "metrics.custom-evaluators", says: /Java class/, why: "a plugin of the JVM" },
    { rest: "scaling.custom-executor.a.class", says: /Java class/, why: "a plugin of the JVM" },
    { rest: "scaling.parallelism-alignment.mode.mine.class", says: /Java class/, why: "a plugin of the JVM" },
  ])("$rest: $why", ({ rest, says }) => {
    for (const prefix of ["job.autoscaler.", longPrefix]) {
      const { warnings } = readAutoscalerOptions({ [`${prefix}${rest}`]: "1" });
      expect(warnings).toEqual([{ path: `${prefix}${rest}`, message: expect.stringMatching(says) }]);
    }
  });

  it("of the first three it is said what may be meant, since that takes a comparison with every option", () => {
    const slips = ["metrics.windw", "scale-down.interva", "excluded.period", "metrics.windo"];
    const { warnings } = readAutoscalerOptions(Object.fromEntries(slips.map((slip) => [key(slip), "1"])));
    expect(warnings.map(({ message }) => message.includes("did you mean"))).toEqual([true, true, true, false]);
  });

  it("other keys are nobody's business here", () => {
    expect(readAutoscalerOptions({ "taskmanager.numberOfTaskSlots": "4" }).warnings).toEqual([]);
  });
});

describe("3.1: values that may not be", () => {
  it.each([
    { rest: "utilization.target", value: "1.1", says: /from 0 to 1$/ },
    { rest: "target.utilization.boundary", value: "-0.1", says: /from 0 on$/ },
    { rest: "scale-down.max-factor", value: "-1", says: /from 0 on$/ },
    { rest: "memory.gc-pressure.threshold", value: "2", says: /from 0 to 1$/ },
    { rest: "utilization.max", value: "0.6", says: /from utilization\.target to 1$/ },
    { rest: "utilization.min", value: "0.8", says: /from 0 to utilization\.target$/ },
    { rest: "metrics.window", value: "1h30m", says: /write 90 min/ },
    { rest: "vertex.max-parallelism", value: "many", says: /no whole number/ },
    { rest: "excluded.periods", value: "9-17", says: /no daily range/ },
  ])("$rest: $value", ({ rest, value, says }) => {
    const configuration = { [key(rest)]: value };
    expect(readAutoscalerOptions({ ...on, ...configuration }).problems).toEqual([
      { path: key(rest), message: expect.stringMatching(says) },
    ]);
    expect(readAutoscalerOptions(configuration).problems, "nothing is refused while it is off").toEqual([]);
  });

  it.each([
    { rest: "scaling.effectiveness.threshold", value: "2", by: "scaling.effectiveness.detection.enabled" },
    { rest: "memory.tuning.overhead", value: "2", by: "memory.tuning.enabled" },
    { rest: "observed-scalability.coefficient-min", value: "0.001", by: "observed-scalability.enabled" },
  ])("$rest only with $by", ({ rest, value, by }) => {
    expect(readAutoscalerOptions({ ...on, [key(rest)]: value }).problems).toEqual([]);
    const { problems } = readAutoscalerOptions({ ...on, [key(rest)]: value, [key(by)]: "true" });
    expect(problems.map(({ path }) => path)).toEqual([key(rest)]);
  });
});

describe("what options do to each other", () => {
  it.each([
    { name: "parallelism-bounds", set: { "vertex.min-parallelism": "9", "vertex.max-parallelism": "3" } },
    { name: "observations-in-history", set: { "observed-scalability.enabled": "true", "history.max.count": "2" } },
    { name: "catch-up-after-restart", set: { "catch-up.duration": "1 min" } },
    {
      name: "two-ways-to-align",
      set: { "scaling.parallelism-alignment.mode": "OFF", "scaling.key-group.partitions.adjust.mode": "EVENLY_SPREAD" },
    },
  ])("$name", ({ name, set }) => {
    const configuration = Object.fromEntries(Object.entries(set).map(([rest, value]) => [key(rest), value]));
    const check = crossChecks.find((one) => one.name === name);
    const { problems, warnings } = readAutoscalerOptions({ ...on, ...configuration });
    expect(problems).toEqual([]);
    expect(warnings.map(({ message }) => message)).toEqual([check?.message]);
  });

  it("a window without room for two samples", () => {
    const window = { ...on, [key("metrics.window")]: "1 min" };
    expect(readAutoscalerOptions(window, { samplePeriod: 60_000 }).warnings).toEqual([
      { path: key("metrics.window"), message: "has no room for two samples, 60 s apart" },
    ]);
    expect(readAutoscalerOptions(window, { samplePeriod: 30_000 }).warnings).toEqual([]);
    expect(readAutoscalerOptions(window, { samplePeriod: 60_000, keeps: () => 120_000 }).warnings).toEqual([]);
    expect(readAutoscalerOptions(on, { samplePeriod: 480_000 }).warnings, "the usual window").toHaveLength(1);
  });

  it("every row of the checks can fail", () => {
    const tried = ["utilization-max", "utilization-min", "parallelism-bounds", "observations-in-history"];
    expect(crossChecks.map(({ name }) => name)).toEqual([...tried, "catch-up-after-restart", "two-ways-to-align"]);
  });
});

it("any text is read without a throw, and what cannot be read leaves the default", () => {
  const keys = fc.constantFrom(...optionRows.map(([, row]) => key(row.key)));
  fc.assert(
    fc.property(fc.dictionary(keys, fc.string({ maxLength: 30 })), (configuration) => {
      const { options, set } = readAutoscalerOptions({ ...configuration, ...on });
      for (const [name] of optionRows) if (!set.has(name)) expect(options[name]).toEqual(usualOptions()[name]);
    }),
    seeded(200),
  );
});
