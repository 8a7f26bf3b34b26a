import { describe, expect, it } from "vitest";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { explainDecision, reportFindings } from "../../../shared/autoscaler/explain/explain-decision.ts";
import type { Explanation } from "../../../shared/autoscaler/explain/explanation.ts";
import { reasons, sentenceOf } from "../../../shared/autoscaler/explain/reasons.ts";
import { chooseReports, toReport } from "../../../shared/autoscaler/explain/report.ts";
import { jobSituation } from "./situations.ts";

const change = { vertex: "v", name: "work", from: 2, to: 4, capacity: 1_000, expected: 2_000, demand: 1_100 };
const changes = [change];
const held = [{ vertex: "v", name: "work", from: 4, wanted: 2 }];
const at = Date.parse("2026-11-22T09:00:00Z");
const moved = "work from 2 to 4 (1100.00/s come in; it can do 1000.00/s now, 2000.00/s then).";

const rows: readonly { readonly of: Explanation; readonly says: string }[] = [
  { of: { reason: "Disabled" }, says: "The autoscaler is off for this job." },
  {
    of: { reason: "InvalidOptions", problems: [{ path: "a.b", message: "is wrong" }] },
    says: "Nothing is scaled: a.b is wrong.",
  },
  {
    of: { reason: "NotScalable", why: "it needs jobmanager.scheduler: adaptive" },
    says: "The job is not scaled: it needs jobmanager.scheduler: adaptive.",
  },
  { of: { reason: "NotRunning", status: "FAILING" }, says: "The job is FAILING; it is measured while it is RUNNING." },
  {
    of: { reason: "NotReady", why: "it has no graph yet" },
    says: "The job cannot be measured yet: it has no graph yet.",
  },
  { of: { reason: "MetricsUnavailable", why: "503" }, says: "Metrics could not be read: 503." },
  {
    of: { reason: "MetricMissing", vertex: "v", name: "work", metrics: ["busyTime", "inPerSecond"] },
    says: "work cannot be judged: Flink has no busyTime and no inPerSecond of it.",
  },
  { of: { reason: "Stabilizing", until: at }, says: "The job has started and settles until 2026-11-22T09:00:00Z." },
  {
    of: { reason: "WindowFilling", filled: 90_000, window: 900_000, until: at },
    says: "The metric window holds 1 min 30 s of 15 min; it is full at 2026-11-22T09:00:00Z.",
  },
  {
    of: { reason: "Balanced", vertices: 3 },
    says: "Nothing to scale: the 3 vertices that were judged are within their bands.",
  },
  {
    of: { reason: "ScaleDownDelayed", until: at, vertices: held },
    says: "Scaling down waits until 2026-11-22T09:00:00Z: work (4, 2 would be right).",
  },
  {
    of: { reason: "LoadUnconfirmed", until: at, vertices: held },
    says: "More comes in than can be done; if that lasts until 2026-11-22T09:00:00Z, it is scaled up for: work (4, 2 would be right).",
  },
  {
    of: { reason: "Reverted", because: "unrealised", changes },
    says: `The last rescale did not come about, so that it is taken back: ${moved}`,
  },
  {
    of: { reason: "Reverted", because: "useless", changes },
    says: `The last rescale did not help, so that it is taken back: ${moved}`,
  },
  {
    of: { reason: "ScalingIneffective", vertices: held },
    says: "The last scale-up did not help, so that it is not repeated: work (4, 2 would be right).",
  },
  {
    of: { reason: "ScalingLimited", vertices: held },
    says: "Bounds, key groups or partitions leave as it is: work (4, 2 would be right).",
  },
  {
    of: { reason: "MemoryPressure", of: "gcPressure", share: 0.31, threshold: 0.3 },
    says: "Nothing is scaled: garbage collection takes 31 %, more than 30 %.",
  },
  {
    of: { reason: "AdviceOnly", changes },
    says: `Recommended, and not carried out since job.autoscaler.scaling.enabled is false: ${moved}`,
  },
  {
    of: { reason: "ExcludedPeriod", period: "09:00-17:00", changes },
    says: `Recommended, and not carried out in the excluded period 09:00-17:00: ${moved}`,
  },
  {
    of: { reason: "QuotaReached", of: "memory", needed: 4 * 2 ** 20, quota: 2 ** 20, changes },
    says: `Not scaled, since that takes 4m of memory of 1m: ${moved}`,
  },
  {
    of: { reason: "ResourcesRefused", taskManagers: 9, changes },
    says: `Not scaled, since the cluster has no room for 9 TaskManagers: ${moved}`,
  },
  { of: { reason: "Scaled", changes }, says: `Scaled ${moved}` },
  {
    of: { reason: "Rescaling", since: at, changes },
    says: `The rescale that was decided at 2026-11-22T09:00:00Z is under way: ${moved}`,
  },
  {
    of: { reason: "Fenced" },
    says: "Another autoscaler has just judged this job, so that this one does nothing.",
  },
];

describe("every reason as a sentence", () => {
  it.each(rows)("$of.reason", ({ of, says }) => {
    expect(sentenceOf(of)).toBe(says);
  });

  it("has a row for each, with a meaning", () => {
    expect([...new Set(rows.map(({ of }) => of.reason))].sort()).toEqual(Object.keys(reasons).sort());
    for (const row of Object.values(reasons)) expect(row.meaning).toMatch(/\.$/);
  });

  it.each([
    { rate: Number.NaN, says: /an unknown rate come in/ },
    { rate: Number.POSITIVE_INFINITY, says: /any rate come in/ },
  ])("a rate of $rate", ({ rate, says }) => {
    expect(sentenceOf({ reason: "Scaled", changes: [{ ...change, demand: rate }] })).toMatch(says);
  });
});

describe("why nothing is scaled: what is most worth to be known", () => {
  const [high, right, low] = [{ capacity: 33_000 }, { capacity: 19_343 }, { capacity: 9_000 }];
  const bounded = { maxParallelism: 6 };
  it.each([
    {
      name: "a vertex of which something is unknown",
      of: { a: { capacity: Number.NaN }, b: high },
      set: {},
      reason: "MetricMissing",
    },
    { name: "one that waits", of: { a: high, b: low }, set: bounded, reason: "ScaleDownDelayed" },
    { name: "one whose bounds are in the way", of: { a: right, b: low }, set: bounded, reason: "ScalingLimited" },
    { name: "nothing", of: { a: right, b: right }, set: {}, reason: "Balanced" },
  ])("$name", ({ of, set, reason }) => {
    const situation = jobSituation(of, set);
    expect(explainDecision(decideJob(situation), situation.graph).reason).toBe(reason);
  });
});

describe("5.1: what is told besides", () => {
  const taskManager = {
    ...{ slots: 2, cpu: 1, memory: 1_024 },
    spec: { total: 2 ** 26, frameworkOffHeap: 0, taskOffHeap: 0, jvmOverhead: 0, managed: 0 },
  };
  const record = { at: 0, from: 4, to: 6, capacity: 8_000, expected: 12_000, demand: 12_000 };

  it("a scale-up that did not help, a limit, recommended memory", () => {
    const set = { keyGroupAdjustMode: "EVENLY_SPREAD" } as const;
    const of = { a: { capacity: 19_343 }, b: { capacity: 8_100, partitions: 10 } };
    const situation = jobSituation(of, set, { taskManager, history: { b: [record] } });
    const told = reportFindings(decideJob(situation), situation.graph, "unwanted");
    expect(told.map(({ event, message }) => [event, message])).toEqual([
      ["IneffectiveScaling", "The last scale-up of b was to bring 4000.00 records per second and brought 100.00."],
      ["ScalingLimited", "b needs 15 subtasks; its key groups or partitions make 10 of it."],
      ["Configuration recommendation", expect.stringMatching(/process\.size: \d+/)],
    ]);
  });
});

describe("5.1: nothing is told twice within the interval", () => {
  const scaled = toReport({ reason: "Scaled", changes });
  const filling = (until: number) => toReport({ reason: "WindowFilling", filled: 1, window: 2, until });

  it.each([
    { name: "the same finding", first: filling(9), second: filling(9), now: 29, told: 0 },
    { name: "another one of the reason", first: filling(9), second: filling(10), now: 29, told: 1 },
    { name: "the same after the interval", first: filling(9), second: filling(9), now: 30, told: 1 },
    { name: "a rescale is told every time", first: scaled, second: scaled, now: 1, told: 1 },
  ])("$name: $told", ({ first, second, now, told }) => {
    const before = chooseReports([first], {}, 0, 30);
    expect(before.reports).toHaveLength(1);
    expect(chooseReports([second], before.told, now, 30).reports).toHaveLength(told);
  });

  it("what was told long ago is forgotten", () => {
    const { told } = chooseReports([filling(1)], {}, 0, 30);
    expect(chooseReports([], told, 30, 30).told).toEqual({});
  });
});
