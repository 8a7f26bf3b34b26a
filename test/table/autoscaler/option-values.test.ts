import { describe, expect, it } from "vitest";
import { longPrefix } from "../../../shared/autoscaler/options/option.ts";
import type { AutoscalerOptions } from "../../../shared/autoscaler/options/options.ts";
import { readAutoscalerOptions, usualOptions } from "../../../shared/autoscaler/options/read-options.ts";
import { extraHeap, withOverhead } from "../../../shared/autoscaler/tuning/tune-memory.ts";

const on = { "job.autoscaler.enabled": "true" };
const readOne = (key: string, value: string) => readAutoscalerOptions({ ...on, [`job.autoscaler.${key}`]: value });

describe("3.1: what each type takes", () => {
  const rows: readonly (readonly [
    key: string,
    value: string,
    name: keyof AutoscalerOptions,
    is: unknown,
    why: string,
  ])[] = [
    ["metrics.window", "900000", "metricsWindow", 900_000, "no unit is milliseconds"],
    ["metrics.window", "15min", "metricsWindow", 900_000, "no blank"],
    ["metrics.window", "900 s", "metricsWindow", 900_000, "a blank"],
    ["metrics.window", "900000000 µs", "metricsWindow", 900_000, "small units"],
    ["metrics.window", "999 ns", "metricsWindow", 0, "parts of a millisecond are cut off"],
    ["metrics.window", "PT15M", "metricsWindow", 900_000, "ISO-8601"],
    ["scale-down.interval", "0", "scaleDownInterval", 0, "0 of no unit"],
    ["catch-up.duration", "0s", "catchUpDuration", 0, "0 of any unit"],
    ["utilization.target", "1", "utilizationTarget", 1, "a whole number is one, and the end of the range is in it"],
    ["utilization.target", "0", "utilizationTarget", 0, "so is the other"],
    ["utilization.target", "7e-1", "utilizationTarget", 0.7, "an exponent"],
    ["scale-up.max-factor", "0", "maxScaleUpFactor", 0, "no growth"],
    ["vertex.max-parallelism", "2147483647", "maxParallelism", 2_147_483_647, "the largest of 32 bits"],
    ["quota.memory", "1024", "quotaMemory", 1_024, "no unit is bytes"],
    ["quota.memory", "2gb", "quotaMemory", 2_147_483_648, "powers of 1024, whatever their case"],
    ["quota.cpu", "2.5", "quotaCpu", 2.5, "parts of a core"],
    ["enabled", "TRUE", "enabled", true, "a switch in any case"],
    ["vertex.exclude.ids", "a;b", "excludedVertices", ["a", "b"], "a list of Flink's"],
    ["scaling.parallelism-alignment.mode", "EVENLY_SPREAD", "alignmentMode", "EVENLY_SPREAD", "a mode"],
    ["scaling.parallelism-alignment.mode", "OFF", "alignmentMode", "OFF", "another mode"],
    ["metrics.busy-time.aggregator", "MIN", "busyTimeAggregator", "MIN", "the idlest"],
  ];
  it.each(rows)("%s: %s (%s is %s: %s)", (key, value, name, is) => {
    const { options, problems } = readOne(key, value);
    expect(options[name]).toEqual(is);
    expect(problems).toEqual([]);
  });

  it.each([
    { key: "metrics.window", value: "-1 min", why: "nothing lasts less than nothing" },
    { key: "metrics.window", value: "15 fortnights", why: "no unit" },
    { key: "metrics.window", value: "", why: "nothing" },
    { key: "utilization.target", value: "NaN", why: "no number is no number" },
    { key: "utilization.target", value: "Infinity", why: "nor is an endless one" },
    { key: "utilization.target", value: "0,7", why: "a comma is none of its points" },
    { key: "vertex.max-parallelism", value: "2147483648", why: "beyond 32 bits" },
    { key: "vertex.max-parallelism", value: "1.5", why: "no whole number" },
    { key: "quota.memory", value: "-1g", why: "less than nothing" },
    { key: "metrics.busy-time.aggregator", value: "P99", why: "no aggregator" },
    { key: "scaling.key-group.partitions.adjust.mode", value: "BALANCED", why: "a mode of the newer option" },
  ])("$key: $value is refused, and the default holds: $why", ({ key, value }) => {
    const { options, problems } = readOne(key, value);
    expect(problems.map(({ path }) => path)).toEqual([`job.autoscaler.${key}`]);
    expect({ ...options, enabled: false }).toEqual(usualOptions());
  });
});

describe("2.13: the name of an alignment mode", () => {
  it.each([
    { name: "a mode that nobody has built in", mode: "my-own", says: /"my-own" is no mode that is built in; BALANCED/ },
    {
      name: "a mode in other letters",
      mode: "off",
      says: /"off" is no mode .* built in, which is written OFF; BALANCED/,
    },
  ])("$name is BALANCED, and that is told", ({ mode, says }) => {
    const { options, problems, warnings } = readOne("scaling.parallelism-alignment.mode", mode);
    expect(options.alignmentMode).toBe("BALANCED");
    expect(problems).toEqual([]);
    const path = "job.autoscaler.scaling.parallelism-alignment.mode";
    expect(warnings).toEqual([{ path, message: expect.stringMatching(says) }]);
  });
});

describe("3.1: the order of keys", () => {
  it.each([
    {
      name: "the short key first",
      keys: [
        "job.autoscaler.utilization.target",
        `${longPrefix}utilization.target`,
        "job.autoscaler.target.utilization",
      ],
    },
    { name: "then the long one", keys: [`${longPrefix}utilization.target`, "job.autoscaler.target.utilization"] },
    { name: "then the former one", keys: ["job.autoscaler.target.utilization"] },
    { name: "also with the long beginning", keys: [`${longPrefix}target.utilization`] },
  ])("$name", ({ keys }) => {
    const configuration = Object.fromEntries(keys.map((key, index) => [key, String(0.5 + index / 10)]));
    expect(readAutoscalerOptions(configuration).options.utilizationTarget).toBe(0.5);
  });
});

describe("2.21: whole bytes", () => {
  it.each([
    { given: withOverhead(99.9, 0.2), is: 118, why: "parts of a byte are cut off twice: 99 and 118.8" },
    { given: withOverhead(100, 0), is: 100, why: "no share" },
    { given: withOverhead(Number.NaN, 0.2), is: 0, why: "nobody knows" },
    { given: extraHeap(99, { before: 4, after: 2 }), is: 99, why: "half as many TaskManagers" },
    { given: extraHeap(100, { before: 4, after: 3 }), is: 33, why: "parts of a byte are cut off" },
    { given: extraHeap(100, { before: 3, after: 4 }), is: 0, why: "more of them take nothing away" },
    { given: extraHeap(100, { before: 0, after: 4 }), is: 0, why: "nobody knows how many there were" },
    { given: extraHeap(0, { before: 4, after: 0 }), is: 0, why: "nothing is used, and no NaN comes of it" },
    { given: extraHeap(100, { before: 4, after: 0 }), is: Number.POSITIVE_INFINITY, why: "all that is left" },
  ])("$is: $why", ({ given, is }) => {
    expect(given).toBe(is);
  });
});
