import { describe, expect, it } from "vitest";
import type { Looked } from "../../../shared/autoscaler/cycle/ports.ts";
import { vertexIdOf } from "../../../shared/autoscaler/graph/operator-uid.ts";
import { minute, Rig, tooSmall } from "./cycle-rig.ts";

describe("1.4, 2.5: a job from its start to a rescale", () => {
  it("settles, fills its window, and is scaled at minute 20", async () => {
    const rig = new Rig();
    expect((await rig.at(1)).explanation).toEqual({ reason: "Stabilizing", until: 5 * minute });
    expect((await rig.through(2, 5)).explanation).toMatchObject({ reason: "WindowFilling", filled: 0 });
    expect((await rig.through(6, 19)).explanation).toMatchObject({
      ...{ reason: "WindowFilling", filled: 14 * minute, window: 15 * minute, until: 20 * minute },
    });
    expect(rig.desired).toEqual([]);
    const { scaled, explanation } = await rig.at(20);
    expect(scaled).toBe(true);
    expect(explanation).toMatchObject({
      reason: "Scaled",
      changes: [{ vertex: "source" }, { vertex: "work", from: 2, to: 4 }],
    });
  });

  it("gauges are there as soon as there are two samples", async () => {
    const rig = new Rig();
    expect((await rig.at(1)).evaluation).toBeUndefined();
    expect((await rig.at(2)).evaluation?.vertices.get("work")).toMatchObject({ demand: 1_100, capacity: 1_000 });
  });

  it("one look and one write in a cycle, and what is desired is written before it is done (4.5)", async () => {
    const rig = new Rig();
    await rig.at(1);
    expect(rig.calls).toEqual(["look", "saved", "report"]);
    await rig.at(2);
    expect(rig.calls).toEqual(["look", "saved"]);
    await rig.through(3, 19);
    await rig.at(20);
    expect(rig.calls).toEqual(["look", "saved", "realize", "report"]);
  });
});

describe("1.4: after a rescale", () => {
  const scaled = async () => {
    const rig = new Rig();
    await rig.through(1, 20);
    return rig;
  };

  it("what is desired is said again in every cycle, so that a lost word is made up for", async () => {
    const rig = await scaled();
    await rig.through(21, 23);
    expect(rig.desired.map(({ parallelism }) => parallelism)).toEqual(Array(4).fill({ source: 3, work: 4 }));
  });

  it("a job that does not run with it yet is not decided about a second time", async () => {
    const rig = await scaled();
    expect(await rig.at(21)).toMatchObject({ scaled: false, explanation: { reason: "Rescaling", since: 20 * minute } });
    const stored = await rig.store.load({ ...rig.context, now: 0 }, AbortSignal.timeout(1_000));
    expect(stored?.state?.history.work).toHaveLength(1);
  });

  it.each([
    { name: "also while the job does not run", status: "RESTARTING", looked: undefined },
    { name: "also while nothing is answered", status: "RUNNING", looked: { kind: "unavailable", why: "503" } as const },
  ])("$name", async ({ status, looked }) => {
    const rig = await scaled();
    rig.context = { ...rig.context, status };
    rig.looked = looked;
    await rig.at(21);
    expect(rig.desired).toHaveLength(2);
  });

  it("a user's own word holds for vertices that are not scaled, and for no other", async () => {
    const rig = await scaled();
    rig.set({ "vertex.exclude.ids": "work" });
    const own = { "pipeline.jobvertex-parallelism-overrides": "work:7,source:9,other:5" };
    rig.context = { ...rig.context, configuration: { ...rig.context.configuration, ...own } };
    await rig.at(21);
    expect(rig.desired.at(-1)?.parallelism).toEqual({ source: 3, work: 7, other: 5 });
  });

  it("so it does for one that is named by its uid, also while nothing is answered", async () => {
    const rig = new Rig();
    const [id, uid] = [vertexIdOf("enrich"), "enrich"];
    const look = rig.ports.metrics.look;
    rig.ports.metrics.look = async (...asked) =>
      JSON.parse(JSON.stringify(await look(...asked)).replaceAll('"work"', JSON.stringify(id))) as Looked;
    await rig.through(1, 20);
    rig.set({ "vertex.exclude.ids": `SOURCE,${uid}` });
    const own = { "pipeline.jobvertex-parallelism-overrides": `${id}:7,source:9` };
    rig.context = { ...rig.context, configuration: { ...rig.context.configuration, ...own } };
    rig.looked = { kind: "unavailable", why: "503" };
    await rig.at(21);
    expect(rig.desired.at(-1)?.parallelism).toEqual({ source: 9, [id]: 7 });
  });

  it("what was found is told also where it cannot be done, and what cannot be told keeps nothing else from being told", async () => {
    const rig = new Rig();
    rig.set({ "vertex.exclude.ids": "nobody" });
    await rig.through(1, 19);
    rig.ports.realizer.realize = () => Promise.reject(new Error("refused"));
    const report = rig.ports.reporter.report;
    rig.ports.reporter.report = async (job, one, signal) => {
      await report(job, one, signal);
      throw new Error("nobody hears");
    };
    rig.reports.length = 0;
    rig.set({ "vertex.exclude.ids": "nobody,nothing" });
    await expect(rig.at(20)).rejects.toThrow("refused");
    expect(rig.reports.map(({ event }) => event)).toEqual(["ScalingReport", "AutoScaler Options Validation"]);
    expect((await rig.at(21).catch(() => undefined))?.explanation).toBeUndefined();
    expect(
      rig.reports.filter(({ event }) => event === "ScalingReport"),
      "and is not told again",
    ).toHaveLength(1);
  });

  it("a restart empties the window, is measured, and the next decision is 20 minutes away (2.5, 2.18)", async () => {
    const rig = await scaled();
    rig.job = { ...tooSmall, parallelism: { source: 3, work: 4 }, runningSince: 22 * minute };
    expect((await rig.at(23)).explanation).toEqual({ reason: "Stabilizing", until: 27 * minute });
    const stored = await rig.store.load({ ...rig.context, now: 0 }, AbortSignal.timeout(1_000));
    expect(stored?.state?.samples).toHaveLength(1);
    expect(stored?.state?.restarts).toEqual([{ at: 20 * minute, duration: 2 * minute }]);
    expect((await rig.through(24, 42)).explanation.reason).toBe("Scaled");
  });

  it("another graph begins anew and is not held to what was decided for the old one", async () => {
    const rig = await scaled();
    const look = rig.ports.metrics.look;
    rig.ports.metrics.look = async (job, signal) => {
      const looked = await look(job, signal);
      if (looked.kind !== "read") return looked;
      const added = {
        id: "sink",
        parallelism: 1,
        maxParallelism: 1,
        inputs: [{ from: "work", strategy: "HASH" as const }],
      };
      return { kind: "read", reading: { ...looked.reading, graph: [...looked.reading.graph, added] } };
    };
    expect((await rig.at(21)).explanation.reason).toBe("WindowFilling");
    expect(rig.calls).not.toContain("realize");
  });
});

describe("REST fact 1: what a look leaves to the next one", () => {
  it("is stored with the state, and given back", async () => {
    const rig = new Rig();
    const given: unknown[] = [];
    const look = rig.ports.metrics.look;
    rig.ports.metrics.look = async (job, signal, memo) => {
      given.push(memo);
      const looked = await look(job, signal);
      const left = { at: job.now, vertices: { work: { skewAt: job.now } } };
      return looked.kind === "read" ? { ...looked, reading: { ...looked.reading, memo: left } } : looked;
    };
    await rig.through(1, 2);
    expect(given).toEqual([undefined, { at: minute, vertices: { work: { skewAt: minute } } }]);
  });
});

describe("5.1: what is found again", () => {
  it("is told as that to who counts it, with its newest words", async () => {
    const rig = new Rig();
    const again: string[] = [];
    rig.ports.reporter.repeated = async (_, { event }) => void again.push(event);
    rig.set({ "vertex.exclude.ids": "nobody" });
    await rig.through(1, 3);
    expect(rig.reports.map(({ event }) => event)).toEqual(["AutoscalerWaiting", "AutoScaler Options Validation"]);
    expect(again).toEqual(Array(2).fill(["AutoscalerWaiting", "AutoScaler Options Validation"]).flat());
  });
});

describe("4.5: two autoscalers", () => {
  it("who finds the state written by somebody else does nothing", async () => {
    const rig = new Rig();
    await rig.through(1, 19);
    const job = { ...rig.context, now: 20 * minute };
    const load = rig.ports.states.load;
    rig.ports.states.load = async (context, signal) => {
      const stored = await load(context, signal);
      if (stored?.state) await rig.store.save(job, stored.state, stored.version, signal);
      return stored;
    };
    const outcome = await rig.at(20);
    expect(outcome).toMatchObject({ scaled: false, explanation: { reason: "Fenced" } });
    expect(rig.calls).toEqual(["look", "conflict"]);
  });

  it("what is stored and is no state is written over", async () => {
    const rig = new Rig();
    await rig.at(1);
    const load = rig.ports.states.load;
    rig.ports.states.load = async (context, signal) => {
      const stored = await load(context, signal);
      return stored && { ...stored, state: undefined };
    };
    expect((await rig.at(2)).explanation.reason).toBe("Stabilizing");
    expect(rig.calls).toContain("saved");
  });
});

describe("what keeps a job from being scaled", () => {
  it("what its platform cannot do: it is told once, and nothing is looked at, decided or desired, until it can", async () => {
    const rig = new Rig();
    await rig.through(1, 20);
    const able = rig.context;
    rig.context = { ...able, obstacle: "it needs a scheduler" };
    expect((await rig.at(21)).explanation).toEqual({ reason: "NotScalable", why: "it needs a scheduler" });
    expect(rig.calls).toEqual(["saved", "report"]);
    await rig.at(22);
    expect(rig.calls).toEqual([]);
    rig.context = able;
    await rig.at(23);
    expect(rig.calls).toContain("realize");
  });

  it.each([
    { name: "no room for two samples", period: 10 * minute, told: 1 },
    { name: "room for them", period: minute, told: 0 },
    { name: "nobody knows when the next sample comes", period: undefined, told: 0 },
  ])("a window with $name", async ({ period, told }) => {
    const rig = new Rig();
    rig.context = { ...rig.context, samplePeriod: period };
    expect((await rig.at(1)).warnings).toHaveLength(told);
  });

  it("off: what was remembered is forgotten", async () => {
    const rig = new Rig();
    await rig.at(1);
    rig.set({ enabled: "false" });
    expect(await rig.at(2)).toMatchObject({ scaled: false, explanation: { reason: "Disabled" } });
    expect(rig.calls).toEqual(["remove"]);
    await rig.at(3);
    expect(rig.calls).toEqual([]);
  });

  it("options that may not be: nothing is looked at or done, and it is told once", async () => {
    const rig = new Rig();
    await rig.through(1, 20);
    rig.set({ "utilization.target": "7" });
    expect((await rig.at(21)).explanation.reason).toBe("InvalidOptions");
    expect(rig.calls).toEqual(["saved", "report"]);
    await rig.at(22);
    expect(rig.calls).toEqual([]);
  });

  it.each([
    { set: { "scaling.enabled": "false" }, reason: "AdviceOnly" },
    { set: { "excluded.periods": "00:00-23:59" }, reason: "ExcludedPeriod" },
    { set: { "quota.cpu": "1" }, reason: "QuotaReached" },
    { set: { "vertex.max-parallelism": "2" }, reason: "ScalingLimited" },
    { set: { "vertex.exclude.ids": "work" }, reason: "Balanced" },
    { set: {}, room: false, reason: "ResourcesRefused" },
  ])("$reason: nothing is desired, and the next cycle decides again", async ({ set, room = true, reason }) => {
    const rig = new Rig();
    rig.set(set);
    rig.hasRoom = room;
    expect((await rig.through(1, 20)).explanation.reason).toBe(reason);
    expect(rig.desired).toEqual([]);
    const told = rig.reports.length;
    expect((await rig.at(21)).explanation.reason).toBe(reason);
    expect(rig.reports, "told once").toHaveLength(told);
  });

  it("memory of which nobody knows what is in use: it is told, and not desired", async () => {
    const rig = new Rig();
    const spec = { total: 2 ** 30, frameworkOffHeap: 0, taskOffHeap: 0, jvmOverhead: 0, managed: 0 };
    rig.set({ "memory.tuning.enabled": "true" });
    rig.context = { ...rig.context, taskManager: { slots: 2, cpu: 1, memory: 2 ** 30, spec } };
    expect((await rig.through(1, 20)).explanation.reason).toBe("Scaled");
    expect(rig.desired.filter(({ configuration }) => configuration !== undefined)).toEqual([]);
    const told = rig.reports.filter(({ event }) => event === "Configuration recommendation");
    expect(told.map(({ message }) => message)).toEqual([expect.stringMatching(/ is not set, as it does not hold /)]);
  });

  it("what the platform finds odd about the options is told with the rest, once", async () => {
    const rig = new Rig();
    rig.context = { ...rig.context, warnings: [{ path: "somewhere", message: "is odd" }] };
    expect((await rig.at(1)).warnings).toEqual([{ path: "somewhere", message: "is odd" }]);
    await rig.at(2);
    expect(rig.reports.filter(({ message }) => message === "somewhere is odd.")).toHaveLength(1);
  });

  it("told again after scaling.event.interval", async () => {
    const rig = new Rig();
    rig.set({ "scaling.enabled": "false" });
    await rig.through(1, 49);
    const told = rig.reports.filter(({ event }) => event === "ScalingReport").length;
    await rig.at(50);
    expect(rig.reports.filter(({ event }) => event === "ScalingReport")).toHaveLength(told + 1);
  });

  it("a vertex without a metric that it needs", async () => {
    const rig = new Rig();
    const missing = { kind: "missing", vertex: "work", metrics: ["busyTime"], runningSince: 0 } as const;
    rig.looked = { ...missing, at: 5 * minute };
    expect((await rig.at(5)).explanation).toMatchObject({ reason: "MetricMissing", metrics: ["busyTime"] });
    rig.looked = { ...missing, at: 4 * minute };
    expect((await rig.at(4)).explanation, "while it settles").toEqual({ reason: "Stabilizing", until: 5 * minute });
  });

  it("a job without a graph", async () => {
    const rig = new Rig();
    rig.looked = { kind: "read", reading: { at: 0, runningSince: 0, graph: [], vertices: {}, processes: {} } };
    expect((await rig.at(1)).explanation.reason).toBe("NotReady");
  });

  it("an excluded vertex that is none is told", async () => {
    const rig = new Rig();
    rig.set({ "vertex.exclude.ids": "nobody" });
    await rig.at(1);
    expect(rig.reports.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/"nobody", which is neither/),
    );
  });
});
