import { describe, expect, it } from "vitest";
import { sentenceOf } from "../../../shared/autoscaler/explain/reasons.ts";
import type { JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { ImprovedStory } from "./improved-story.ts";

const calm = { load: 500 };

/** A story that begins with a calm hour. */
async function storyOf(options: Readonly<Record<string, string>> = {}): Promise<ImprovedStory> {
  const story = new ImprovedStory(options);
  await story.live(60, calm);
  return story;
}

/** A reading in which one vertex is another one. */
function changed(id: "source" | "work", change: (vertex: VertexReading) => VertexReading) {
  return (reading: JobReading): JobReading => {
    const vertex = reading.vertices[id];
    return vertex ? { ...reading, vertices: { ...reading.vertices, [id]: change(vertex) } } : reading;
  };
}

describe("the profile improved: a load that stays", () => {
  it("is let alone within the band", async () => {
    expect((await storyOf()).reasons).toEqual(["Stabilizing", "Balanced"]);
  });

  it("is let alone where a vertex does so little that nobody can tell what it is able to do", async () => {
    const story = new ImprovedStory();
    await story.live(60, { load: 100, each: 20 });
    expect(story.outcomes.at(-1)?.evaluation?.vertices.get("source")?.load).toBe(0.01);
    expect(story.reasons).toEqual(["Stabilizing", "Balanced"]);
  });

  it("is met after two looks, with one rescale", async () => {
    const story = await storyOf();
    await story.live(40, { load: 4_000 });
    expect(story.reasons.slice(2)).toEqual([
      "LoadUnconfirmed",
      "Scaled",
      "Stabilizing",
      "ScaleDownDelayed",
      "Balanced",
    ]);
    expect(story.decided).toHaveLength(1);
    expect(story.parallelism.work, "4,000 at 70 %, a restart, and what has piled up").toBeGreaterThan(60);
  });

  it("is met as well where the window is no longer than a look", async () => {
    const story = await storyOf({ "metrics.window": "1 min" });
    await story.live(4, { load: 4_000 });
    expect(story.decided).toHaveLength(1);
  });

  it("is met as well where no two ticks are apart by just that window", async () => {
    const story = new ImprovedStory({ "metrics.window": "1 min" });
    const late = (at: number) => ((7_919 * at) / 60_000) % 1_500;
    const seen = (reading: JobReading) => ({ ...reading, at: reading.at + late(reading.at) });
    await story.live(30, { ...calm, seen });
    expect(story.reasons).toEqual(["Stabilizing", "Balanced"]);
    await story.live(4, { load: 4_000, seen });
    expect(story.decided).toHaveLength(1);
  });

  it("says until when it is waited out", async () => {
    const story = await storyOf();
    await story.live(1, { load: 4_000 });
    const { explanation } = story.outcomes.at(-1) ?? {};
    expect(explanation && sentenceOf(explanation)).toMatch(
      /if that lasts until 1970-01-01T01:01:55Z.*work \(8, \d+ would be right\)/,
    );
  });

  it("that falls is followed once it has been lower for a hold, 40 % of its subtasks left at least", async () => {
    const story = await storyOf();
    await story.live(20, { load: 50 });
    expect(story.decided, "a first hold is 21 min").toEqual([]);
    await story.live(10, { load: 50 });
    expect(story.decided).toEqual([4]);
    expect(story.reasons).toContain("ScaleDownDelayed");
  });

  it("that ends is followed hold by hold down to one subtask, though nobody knows what fewer are able to do", async () => {
    const story = await storyOf();
    await story.live(120, { load: 0 });
    expect(story.decided).toEqual([4, 2, 1]);
    expect(story.reasons.at(-1)).toBe("Balanced");
  });

  it("that ends is not followed where the vertex goes on working, on what nobody counts", async () => {
    const story = await storyOf();
    await story.live(40, { load: 0 });
    const busy = { min: 600, max: 600, avg: 600, sum: 600 };
    await story.live(80, { load: 0, seen: changed("work", (vertex) => ({ ...vertex, busyTime: busy })) });
    expect(story.decided).toEqual([4]);
  });

  it("that falls is followed at once where the option is 0", async () => {
    const story = await storyOf({ "scale-down.interval": "0 s" });
    await story.live(3, { load: 50 });
    expect(story.decided, "two looks are averaged").toEqual([4]);
  });

  it("that comes back undoes the whole shrink, and the next one waits twice as long", async () => {
    const story = await storyOf();
    await story.live(24, { load: 50 });
    expect(story.decided).toEqual([4]);
    await story.live(10, { load: 450 });
    expect(story.decided).toEqual([4, 8]);
    await story.live(40, { load: 50 });
    expect(story.decided, "twice 21 min").toEqual([4, 8]);
    await story.live(12, { load: 50 });
    expect(story.decided).toEqual([4, 8, 4]);
  });
});

describe("the profile improved: a job that ran long before it was looked at", () => {
  const longAgo = (reading: JobReading) => ({ ...reading, runningSince: -3_600_000 });

  it("is judged after a first look, for which it says that it waits", async () => {
    const story = new ImprovedStory();
    await story.live(2, { ...calm, seen: longAgo });
    expect(story.outcomes[0]?.explanation).toEqual({
      reason: "WindowFilling",
      ...{ filled: 0, window: 55_000, until: 60_000 + 55_000 },
    });
    expect(story.reasons).toEqual(["WindowFilling", "Balanced"]);
  });

  it("says what is missing where its source does not tell how much it has read", async () => {
    const story = new ImprovedStory();
    const untold = changed("source", (vertex) => ({ ...vertex, recordsIn: Number.NaN }));
    await story.live(2, { ...calm, seen: (reading) => untold(longAgo(reading)) });
    expect(story.outcomes.map(({ explanation }) => explanation)).toEqual(
      Array(2).fill({ reason: "MetricMissing", vertex: "source", name: "source", metrics: ["records read"] }),
    );
  });
});

describe("the profile improved: a burst", () => {
  it("of one look is nothing", async () => {
    const story = await storyOf();
    await story.live(1, { load: 4_000 });
    await story.live(30, calm);
    expect(story.decided).toEqual([]);
  });

  it("that was scaled up for is waited out the next time", async () => {
    const story = await storyOf();
    await story.live(2, { load: 1_600 });
    await story.live(58, calm);
    const decided = story.decided.length;
    expect(story.decided[0]).toBeGreaterThan(16);
    await story.live(3, { load: 4_000 });
    expect(story.outcomes.at(-1)?.explanation.reason).toBe("LoadUnconfirmed");
    await story.live(60, calm);
    expect(story.decided.slice(decided).filter((one) => one > 8)).toEqual([]);
  });
});

describe("the profile improved: unknown is not zero", () => {
  it.each([
    { why: "nothing is answered", seen: () => undefined, reason: "MetricsUnavailable" },
    {
      why: "the lag is missing",
      seen: changed("source", ({ pendingRecords: _, ...rest }) => rest),
      reason: "MetricMissing",
    },
    {
      why: "counters of the source are incomplete",
      seen: changed("source", (vertex) => ({ ...vertex, recordsIn: vertex.recordsIn / 2 })),
      reason: "MetricMissing",
    },
    {
      why: "counters of another vertex are incomplete",
      seen: changed("work", (vertex) => ({ ...vertex, recordsIn: vertex.recordsIn / 2 })),
      reason: "Balanced",
    },
    { why: "busy time is missing", seen: changed("work", ({ busyTime: _, ...rest }) => rest), reason: "Balanced" },
  ])("$why: for five looks and after them nothing is done", async ({ seen, reason }) => {
    const story = await storyOf({ "scale-down.interval": "0 s" });
    await story.live(5, { ...calm, seen });
    expect(story.outcomes.at(-1)?.explanation.reason).toBe(reason);
    await story.live(30, calm);
    expect(story.decided).toEqual([]);
  });
});

describe("the profile improved: what is not there yet is not missing", () => {
  const untold = { recordsIn: Number.NaN, recordsOut: Number.NaN, accumulatedBusyTime: Number.NaN };
  const late = (reading: JobReading) =>
    reading.at - reading.runningSince < 240_000
      ? changed("work", ({ busyTime: _, ...rest }) => ({ ...rest, ...untold }))(reading)
      : reading;
  it.each([
    { name: "after a start", calmly: 0, load: 500, why: "no ratio to the source has been learnt" },
    { name: "after a rescale", calmly: 30, load: 4_000, why: "its capacity is not known with its new subtasks" },
  ])("$name, of a vertex whose metrics come late: $why", async ({ calmly, load }) => {
    const story = new ImprovedStory({ "metrics.window": "1 min", "stabilization.interval": "30 s" });
    await story.live(calmly, calm);
    await story.live(12, { load, seen: late });
    expect(story.decided).toHaveLength(calmly > 0 ? 1 : 0);
    expect(story.reasons).toContain("Balanced");
    expect(story.reasons).not.toContain("MetricMissing");
    expect(story.rig.reports.map(({ event }) => event)).not.toContain("AutoscalerError");
  });
});

describe("the profile improved: what cannot grow", () => {
  it("is not scaled for what it never gets", async () => {
    const story = await storyOf({ "vertex.max-parallelism": "12" });
    await story.live(60, { load: 4_000 });
    expect(story.decided).toEqual([12]);
    expect(story.reasons.at(-1)).toBe("ScalingLimited");
  });
});

describe("the profile improved: a rescale is verified", () => {
  it("one that does not come about is taken back, and asked for again after a quarter of an hour, then less and less often", async () => {
    const story = await storyOf();
    story.grants = false;
    await story.live(30, { load: 4_000 });
    expect(story.reasons.slice(2)).toEqual(["LoadUnconfirmed", "Scaled", "Rescaling", "Reverted", "ScalingLimited"]);
    expect(story.rig.desired.at(-1)?.parallelism).toEqual({ source: 1, work: 8 });
    await story.live(270, { load: 4_000 });
    const at = story.outcomes.flatMap(({ explanation: { reason } }, minute) => (reason === "Scaled" ? [minute] : []));
    const pauses = at.slice(1).map((minute, index) => minute - (at[index] ?? 0) - 15);
    expect(pauses, "minutes from each revert to the next wish").toEqual([15, 30, 60, 60]);
  });

  it("one for which there is room again comes about with the next wish", async () => {
    const story = await storyOf();
    story.grants = false;
    await story.live(30, { load: 4_000 });
    story.grants = true;
    await story.live(10, { load: 4_000 });
    expect(story.parallelism.work).toBeGreaterThan(40);
  });

  it("one that does not help is taken back", async () => {
    const story = await storyOf();
    await story.live(2, { load: 1_600 });
    const [given = 0] = story.decided;
    await story.live(12, { load: 1_600, each: 800 / given });
    expect(story.decided).toEqual([given, 8]);
    expect(story.reasons.slice(-4)).toEqual(["ScalingIneffective", "Reverted", "Stabilizing", "ScalingLimited"]);
    const told = story.rig.reports.find(({ event }) => event === "ScalingReverted");
    expect(told?.message).toMatch(/^The last rescale did not help, so that it is taken back: work from \d+ to 8/);
  });

  it("no verdict before the job has settled", async () => {
    const story = await storyOf();
    await story.live(2, { load: 1_600 });
    const [given = 0] = story.decided;
    await story.live(4, { load: 1_600, each: 800 / given });
    await story.live(30, { load: 1_600 });
    expect(story.decided).toEqual([given]);
  });
});

describe("the profile improved: what it remembers", () => {
  it("survives as text, and does not grow with time", async () => {
    const story = await storyOf();
    const sizeNow = async () =>
      JSON.stringify(
        (await story.rig.store.load({ key: "team/job" } as never, AbortSignal.timeout(60_000)))?.state?.learned,
      ).length;
    const size = await sizeNow();
    await story.live(300, calm);
    expect(Math.abs((await sizeNow()) - size)).toBeLessThan(100);
  });
});
