import { describe, expect, it } from "vitest";
import { autoscalerKinds } from "../../../lab/autoscaler/controllers/autoscaler.ts";
import type { ControllerKind } from "../../../lab/autoscaler/controllers/controller.ts";
import { faultKinds, makeFaultyView } from "../../../lab/autoscaler/experiment/fault.ts";
import { granted } from "../../../lab/autoscaler/experiment/grant.ts";
import { measure } from "../../../lab/autoscaler/experiment/measure.ts";
import { makeOracle } from "../../../lab/autoscaler/experiment/oracle.ts";
import { run } from "../../../lab/autoscaler/experiment/run.ts";
import type { Scenario } from "../../../lab/autoscaler/experiment/scenario.ts";
import { scenariosOf } from "../../../lab/autoscaler/experiment/sets.ts";
import { mapper, partitioned, wordCount } from "../../../lab/autoscaler/jobs.ts";
import { vertexId } from "../../../lab/autoscaler/model/job.ts";
import { show } from "../../../lab/autoscaler/model/show.ts";
import { startOf } from "../../../lab/autoscaler/model/state.ts";
import { step } from "../../../lab/autoscaler/model/step.ts";

const scenario = (name: string): Scenario => {
  const found = scenariosOf("test").find((one) => one.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
};
const idle: ControllerKind = { name: "idle", about: "", make: () => ({ look: async () => undefined }) };
/** Wishes once, after an hour and a half, for one subtask more of every vertex, and notes what it was shown. */
function once(shown: string[] = []): ControllerKind {
  return {
    ...{ name: "once", about: "" },
    make: () => ({
      look: async ({ at, status, reading }) => {
        shown.push(`${at / 60_000} ${status} ${reading ? "seen" : "unseen"}`);
        if (at !== 90 * 60_000 || reading === undefined) return undefined;
        return Object.fromEntries(reading.graph.map(({ id, parallelism }) => [id, parallelism + 1]));
      },
    }),
  };
}

describe("8.2: an experiment", () => {
  it("the same seed gives the same run, another one another", async () => {
    const late = async (seed: number) => {
      const { moments } = await run(scenario("bursts ×4, word count"), idle, seed);
      return moments.reduce((sum, { lag }) => sum + lag, 0);
    };
    expect(await late(1)).toBe(await late(1));
    expect(await late(2)).not.toBe(await late(1));
  });

  it("two controllers meet the same load", async () => {
    const poisson = scenario("Poisson, mapper");
    const rates = async (kind: ControllerKind) => (await run(poisson, kind, 5)).moments.map(({ rate }) => rate).join();
    expect(await rates(once())).toEqual(await rates(idle));
  });

  it("a job begins with what the oracle gives it, and is then not late and costs as much", async () => {
    const { rescales, late, cost } = measure(await run(scenario("stationary noise, word count"), idle, 3));
    expect({ rescales, late, cost }).toEqual({ rescales: 0, late: 0, cost: 1 });
  });

  it("a wish restarts the job, which is not seen until its metrics are those of the new run", async () => {
    const shown: string[] = [];
    const { rescales } = await run(scenario("stationary noise, mapper"), once(shown), 3);
    expect(rescales).toHaveLength(1);
    const { at = 0, endedAt = 0, from = [], to } = rescales[0] ?? {};
    expect([at, to]).toEqual([90 * 60, from.map((p) => p + 1)]);
    expect(endedAt - at).toBeGreaterThan(10);
    expect(shown[89]).toBe("90 RUNNING seen");
    expect(shown.slice(90).filter((line) => line.endsWith("unseen")).length).toBeLessThanOrEqual(3);
    expect(shown.at(-1)).toBe("360 RUNNING seen");
  });

  it("the oracle needs 70 % of a capacity, and gives the best there is where nothing is enough", () => {
    expect(makeOracle(mapper)(400_000)).toEqual([1, 2, 1]);
    expect(makeOracle(partitioned)(160_000)[0]).toBe(12);
    expect(makeOracle(wordCount)(37_500)[1]).toBe(2);
  });

  it("the reference's autoscaler scales up after a step, and not before its window is full again", async () => {
    const compat = autoscalerKinds.find(({ name }) => name === "compat");
    if (compat === undefined) throw new Error("no compat");
    const { rescales, eventAt = 0 } = await run(scenario("step ×8, mapper"), compat, 1);
    const [first, second] = rescales.filter(({ at }) => at >= eventAt);
    expect(first?.to[1]).toBeGreaterThan(first?.from[1] ?? 0);
    expect((second?.at ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(20 * 60 - 1);
  });
});

describe("8.2: metrics that are faulty", () => {
  const tick = { seconds: 5, arrivals: [100, 0, 0], noise: [] };
  const reading = show(mapper, step(mapper, startOf(mapper, [1, 1, 1]), tick));
  const lasting = faultKinds.filter((kind) => kind !== "counters from 0 again");
  const through = (kind: (typeof faultKinds)[number], at: number) =>
    makeFaultyView({ kind, from: 100, seconds: 50 }, mapper)(reading, at);

  it.each(lasting)("%s: only while it lasts", (kind) => {
    expect(through(kind, 99)).toBe(reading);
    expect(through(kind, 100)).not.toEqual(reading);
    expect(through(kind, 149)).not.toBe(reading);
    expect(through(kind, 150)).toBe(reading);
  });

  it("counters from 0 again: those since then, to the end of the run", () => {
    const [source, map] = [vertexId(0), vertexId(1)];
    const view = makeFaultyView({ kind: "counters from 0 again", from: 100, seconds: 50 }, mapper);
    const later = show(mapper, step(mapper, step(mapper, startOf(mapper, [1, 1, 1]), tick), tick));
    expect(view(reading, 99)).toBe(reading);
    expect(view(reading, 100)?.vertices[map]).toMatchObject({ recordsIn: 0, recordsOut: 0, accumulatedBusyTime: 0 });
    const seen = view(later, 500)?.vertices;
    const grown = (of: "recordsIn" | "accumulatedBusyTime") =>
      (later.vertices[map]?.[of] ?? 0) - (reading.vertices[map]?.[of] ?? 0);
    expect(seen?.[map]).toMatchObject({
      recordsIn: grown("recordsIn"),
      accumulatedBusyTime: grown("accumulatedBusyTime"),
      busyTime: later.vertices[map]?.busyTime,
    });
    expect(seen?.[source]?.sourceIn?.sum).toBe(100);
    expect(seen?.[source]?.pendingRecords).toEqual(later.vertices[source]?.pendingRecords);
    const restarted = { ...later, runningSince: 7 };
    expect(view(restarted, 600)).toBe(restarted);
  });

  it("each takes away what it is named after, and nothing else", () => {
    const keys = (kind: (typeof faultKinds)[number]) => Object.keys(through(kind, 100)?.vertices[vertexId(0)] ?? {});
    const all = Object.keys(reading.vertices[vertexId(0)] ?? {});
    expect(all.filter((key) => !keys("no busy time").includes(key))).toEqual(["busyTime"]);
    expect(all.filter((key) => !keys("no lag").includes(key))).toEqual(["pendingRecords"]);
    expect(keys("incomplete counters").sort()).toEqual([...all].sort());
    expect(through("unanswered", 100)).toBeUndefined();
  });
});

describe("8.2: a cluster without room", () => {
  const refusal = { from: 100, seconds: 50 };
  const at = (seconds: number) => ({ ...startOf(mapper, [1, 4, 2]), at: seconds });
  const wish = { [vertexId(0)]: 3, [vertexId(1)]: 9 };
  const given = (seconds: number, of: Record<string, number> = wish) =>
    granted(mapper, at(seconds), of, { random: undefined, refusal })?.vertices.map(({ parallelism }) => parallelism);

  it.each([
    { seconds: 99, is: [3, 9, 2], why: "before it is full" },
    { seconds: 100, is: [3, 4, 2], why: "no more slots than the widest vertex has; others may grow into them" },
    { seconds: 149, is: [3, 4, 2], why: "as long as it is" },
    { seconds: 150, is: [3, 9, 2], why: "and no longer" },
    { seconds: 120, wish: { [vertexId(1)]: 9 }, is: undefined, why: "nothing of it comes: the job is not restarted" },
    { seconds: 120, wish: { [vertexId(1)]: 3 }, is: [1, 3, 2], why: "fewer are always granted" },
  ])("$why", ({ seconds, is, wish: of }) => {
    expect(given(seconds, of)).toEqual(is);
  });

  it("stands in a scenario from the step on", () => {
    const full = scenario("step ×8, no slots for 40 min, mapper");
    expect(full.refusal).toEqual({ from: 3_600, seconds: 2_400 });
  });
});
