import { describe, expect, it } from "vitest";
import { taskManagerOf } from "../../../shared/autoscaler/cycle/job-context.ts";
import { decideJob } from "../../../shared/autoscaler/decide/decide-job.ts";
import { memoryToSet, taskManagersOf } from "../../../shared/autoscaler/decide/plan-memory.ts";
import type { ProcessSample } from "../../../shared/autoscaler/sample/job-sample.ts";
import { makeBudget } from "../../../shared/autoscaler/tuning/memory-budget.ts";
import {
  buffersOf,
  type NetworkBuffers,
  networkMemoryOf,
  readBuffers,
  usualBuffers,
} from "../../../shared/autoscaler/tuning/network-memory.ts";
import { toConfigurationChanges, tuneMemory } from "../../../shared/autoscaler/tuning/tune-memory.ts";
import { graphOf, jobSituation } from "./situations.ts";

const mib = 2 ** 20;
const nan = Number.NaN;

describe("2.21: buffers at one end of an edge", () => {
  it.each([
    { own: 4, peer: 4, strategy: "FORWARD", is: 10, why: "one channel" },
    { own: 4, peer: 6, strategy: "FORWARD", is: 12, why: "two for the busiest" },
    { own: 6, peer: 4, strategy: "RESCALE", is: 10, why: "one at most" },
    { own: 4, peer: 4, strategy: "RESCALE", is: 10, why: "the same" },
    { own: 4, peer: 6, strategy: "HASH", is: 20, why: "to everyone" },
    { own: 4, peer: 6, strategy: "UNKNOWN", is: 20, why: "as if to everyone" },
  ] as const)("$strategy $own to $peer: $is, $why", ({ own, peer, strategy, is }) => {
    expect(buffersOf(own, peer, strategy, usualBuffers)).toBe(is);
  });

  it("network memory is for both ends of each edge, in every slot", () => {
    const graph = graphOf({ source: [], work: ["source"] });
    const parallelism = (id: string) => (id === "source" ? 2 : 5);
    expect(networkMemoryOf(graph, parallelism, 3)).toBe((18 + 12) * 32 * 1024 * 3);
  });
});

it("2.21: a budget gives out what it has", () => {
  const budget = makeBudget(10);
  expect([budget.take(4), budget.take(9), budget.take(1), budget.left()]).toEqual([4, 6, 0, 0]);
});

describe("2.21: memory of a TaskManager", () => {
  const graph = graphOf({ only: [] });
  const spec = {
    ...{ total: 4_000 * mib, frameworkOffHeap: 128 * mib, taskOffHeap: 0 },
    ...{ jvmOverhead: 400 * mib, managed: 1_000 * mib },
  };
  const situation = {
    spec,
    use: { heapUsed: 500 * mib, managedUsed: 7, metaspaceUsed: 100 * mib },
    graph,
    parallelismOf: () => 1,
    slotsPerTaskManager: 1,
    taskManagers: { before: 3, after: 2 },
    options: { memoryTuningOverhead: 0.2, memoryTuningMaximizeManaged: false, memoryTuningCompensation: true },
  };
  const tunedBy = (rest: Partial<typeof situation> = {}) => tuneMemory({ ...situation, ...rest });

  it("what was used and a share of it, managed memory as specified, heap for fewer TaskManagers", () => {
    expect(tunedBy()).toEqual({
      ...{ total: 2_548 * mib, network: 0, metaspace: 120 * mib, heap: 900 * mib, managed: 1_000 * mib },
      ...{ managedFraction: 0.494, overheadFraction: 0.157 },
    });
  });

  it.each([
    {
      name: "heap stays without compensation",
      rest: { options: { ...situation.options, memoryTuningCompensation: false } },
      heap: 600,
    },
    { name: "and with more TaskManagers", rest: { taskManagers: { before: 2, after: 3 } }, heap: 600 },
    { name: "and where nobody knows how many there were", rest: { taskManagers: { before: 0, after: 3 } }, heap: 600 },
    { name: "it gets no more than there is", rest: { use: { ...situation.use, heapUsed: 9_000 * mib } }, heap: 3_352 },
    { name: "and none where its use is unknown", rest: { use: { ...situation.use, heapUsed: nan } }, heap: 0 },
  ])("$name", ({ rest, heap }) => {
    expect(tunedBy(rest).heap).toBe(heap * mib);
    expect(tunedBy(rest).total).toBeLessThanOrEqual(spec.total);
  });

  it.each([
    { name: "none where none is used", use: 0, maximize: true, managed: 0 },
    { name: "none where nobody knows", use: nan, maximize: true, managed: 0 },
    { name: "all that is left, if asked for", use: 7, maximize: true, managed: 2_752 },
    { name: "what is left, if that is less than specified", use: 7, heapUsed: 2_500, maximize: false, managed: 352 },
  ])("managed memory: $name", ({ use, heapUsed = 500, maximize, managed }) => {
    const options = { ...situation.options, memoryTuningMaximizeManaged: maximize };
    const used = { ...situation.use, managedUsed: use, heapUsed: heapUsed * mib };
    expect(tunedBy({ use: used, options }).managed).toBe(managed * mib);
  });

  it("as options of Flink", () => {
    expect(toConfigurationChanges(tunedBy())).toEqual({
      set: {
        "taskmanager.memory.process.size": "2548 mb",
        "taskmanager.memory.framework.heap.size": "0 bytes",
        "taskmanager.memory.managed.fraction": "0.494",
        "taskmanager.memory.network.min": "0 bytes",
        "taskmanager.memory.network.max": "0 bytes",
        "taskmanager.memory.jvm-metaspace.size": "120 mb",
        "taskmanager.memory.jvm-overhead.fraction": "0.157",
      },
      unset: ["taskmanager.memory.flink.size", "taskmanager.memory.task.heap.size", "taskmanager.memory.managed.size"],
    });
  });
});

describe("2.21: the buffers that a job is configured with", () => {
  it.each([
    { name: "Flink's own", set: {}, is: usualBuffers },
    {
      name: "its own",
      set: {
        "taskmanager.memory.segment-size": "64 kb",
        "taskmanager.network.memory.buffers-per-channel": "4",
        "taskmanager.network.memory.floating-buffers-per-gate": "16",
      },
      is: { perChannel: 4, floating: 16, segmentSize: 65_536 },
    },
    {
      name: "none exclusively for a channel",
      set: { "taskmanager.network.memory.buffers-per-channel": "0" },
      is: { ...usualBuffers, perChannel: 0 },
    },
    {
      name: "Flink's own where they cannot be read",
      set: {
        "taskmanager.memory.segment-size": "large",
        "taskmanager.network.memory.buffers-per-channel": "many",
        "taskmanager.network.memory.floating-buffers-per-gate": "-1",
      },
      is: usualBuffers,
    },
  ])("$name", ({ set, is }) => {
    expect(readBuffers(set as Readonly<Record<string, string>>)).toEqual(is);
    const taskManager = taskManagerOf({ configuration: set as Readonly<Record<string, string>> });
    expect(taskManager.buffers, "and goes with the size of a TaskManager").toEqual(is);
  });

  it("network memory is planned with them", () => {
    const spec = { total: 100 * mib, frameworkOffHeap: 0, taskOffHeap: 0, jvmOverhead: mib, managed: 0 };
    const of = { a: { capacity: 19_343 }, b: { capacity: 12_100 } };
    const networkWith = (buffers: NetworkBuffers) => {
      const situation = jobSituation(of, {}, { taskManager: { slots: 2, cpu: 1, memory: 100 * mib, spec, buffers } });
      const decision = decideJob(situation);
      return "memory" in decision ? decision.memory?.network : undefined;
    };
    const usual = networkWith(usualBuffers) ?? Number.NaN;
    expect(usual).toBeGreaterThan(0);
    expect(networkWith({ ...usualBuffers, segmentSize: 2 * usualBuffers.segmentSize })).toBe(2 * usual);
  });
});

describe("2.14, 2.21: memory beside a decision", () => {
  const spec = { total: 100 * mib, frameworkOffHeap: 0, taskOffHeap: 0, jvmOverhead: mib, managed: 0 };
  const taskManager = { slots: 2, cpu: 1, memory: 100 * mib, spec };
  const of = { a: { capacity: 19_343 }, b: { capacity: 12_100 } };

  it("TaskManagers before and after it", () => {
    const situation = jobSituation(of, {}, { taskManager });
    const decision = decideJob(situation);
    const changes = decision.kind === "scale" ? decision.changes : [];
    expect(taskManagersOf(situation, changes)).toEqual({ before: 3, after: 6 });
  });

  const inUse = { heapUsed: mib, metaspaceUsed: mib };
  const used = (use: Partial<ProcessSample>) => {
    const { evaluation } = jobSituation(of);
    return { evaluation: { ...evaluation, processes: { ...evaluation.processes, ...inUse, ...use } } };
  };

  it.each([
    { name: "it is recommended although tuning is off", set: {}, use: {}, kind: "scale", recommended: true },
    {
      name: "not where the user wants nothing to be scaled",
      set: { scalingEnabled: false },
      use: {},
      kind: "blocked",
      recommended: false,
    },
    {
      name: "the quota is for what is specified",
      set: { quotaMemory: 300 * mib },
      use: {},
      kind: "blocked",
      recommended: true,
    },
    {
      name: "or for what is tuned",
      set: { quotaMemory: 300 * mib, memoryTuning: true },
      use: {},
      kind: "scale",
      recommended: true,
    },
    {
      name: "and for what is specified where nobody knows what is in use",
      set: { quotaMemory: 300 * mib, memoryTuning: true },
      use: { heapUsed: Number.NaN },
      kind: "blocked",
      recommended: true,
    },
  ])("$name", ({ set, use, kind, recommended }) => {
    const decision = decideJob(jobSituation(of, set, { taskManager, ...used(use) }));
    expect(decision.kind).toBe(kind);
    expect("memory" in decision && decision.memory !== undefined).toBe(recommended);
  });

  it.each([
    { name: "what holds all that is in use", use: {}, tuning: true, isSet: true },
    { name: "nothing where tuning is off", use: {}, tuning: false, isSet: false },
    { name: "nothing where the heap in use is unknown", use: { heapUsed: Number.NaN }, tuning: true, isSet: false },
    { name: "nothing where the metaspace is", use: { metaspaceUsed: Number.NaN }, tuning: true, isSet: false },
    { name: "nothing that holds less heap than is in use", use: { heapUsed: 200 * mib }, tuning: true, isSet: false },
    { name: "nor less metaspace", use: { metaspaceUsed: 200 * mib }, tuning: true, isSet: false },
  ])("is set: $name", ({ use, tuning: memoryTuning, isSet }) => {
    const situation = jobSituation(of, { memoryTuning }, { taskManager, ...used(use) });
    const decision = decideJob(situation);
    expect(decision.kind).toBe("scale");
    const memory = "memory" in decision ? decision.memory : undefined;
    expect(memoryToSet(situation, memory)).toBe(isSet ? memory : undefined);
  });

  it("none where nobody knows how it is shared out", () => {
    const decision = decideJob(jobSituation(of));
    expect("memory" in decision).toBe(false);
  });
});
