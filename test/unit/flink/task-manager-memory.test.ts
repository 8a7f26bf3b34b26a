import { describe, expect, it } from "vitest";
import { readMemorySpec } from "../../../shared/flink/task-manager-memory.ts";

const mib = 2 ** 20;
const of = (options: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [`taskmanager.memory.${key}`, value]));
const usual = { frameworkOffHeap: 128 * mib, taskOffHeap: 0 };

describe("the memory of a TaskManager as Flink shares it out (2.21)", () => {
  it.each([
    {
      name: "the size of the process",
      why: "Flink's own figures for 1728m: 1280m for itself, of which a fraction of 32 bits is managed",
      options: { "process.size": "1728m" },
      is: { ...usual, total: 1728 * mib, jvmOverhead: 192 * mib, managed: 536_870_920 },
    },
    {
      name: "a large process",
      why: "the overhead is a tenth",
      options: { "process.size": "4g" },
      is: { ...usual, total: 4096 * mib, jvmOverhead: 429_496_736, managed: 1_438_814_063 },
    },
    {
      name: "a huge process",
      why: "the overhead is 1g at most",
      options: { "process.size": "16g", "managed.size": "0b" },
      is: { ...usual, total: 16_384 * mib, jvmOverhead: 1024 * mib, managed: 0 },
    },
    {
      name: "the size of Flink's memory",
      why: "metaspace and overhead come beside it",
      options: { "flink.size": "1280m" },
      is: { ...usual, total: 1728 * mib, jvmOverhead: 192 * mib, managed: 536_870_920 },
    },
    {
      name: "the size of a large Flink's memory",
      why: "the overhead is a tenth of all, and a ninth of the rest",
      options: { "flink.size": "4352m", "jvm-metaspace.size": "256m", "managed.fraction": "0.5" },
      is: { ...usual, total: 5_368_709_128, jvmOverhead: 536_870_920, managed: 2176 * mib },
    },
    {
      name: "both sizes",
      why: "the overhead is what is left",
      options: { "process.size": "1800m", "flink.size": "1280m" },
      is: { ...usual, total: 1800 * mib, jvmOverhead: 264 * mib, managed: 536_870_920 },
    },
    {
      name: "heap and managed memory",
      why: "network and overhead come beside them",
      options: {
        "task.heap.size": "512m",
        "managed.size": "512m",
        "network.fraction": "0.2",
        "task.off-heap.size": "0",
      },
      is: { ...usual, total: 2_162_396_739, jvmOverhead: 216_239_677, managed: 512 * mib },
    },
    {
      name: "heap, managed memory and the process",
      why: "the overhead is what is left",
      options: { "task.heap.size": "512m", "managed.size": "512m", "network.max": "128m", "process.size": "1984m" },
      is: { ...usual, total: 1984 * mib, jvmOverhead: 320 * mib, managed: 512 * mib },
    },
    {
      name: "heap and the process",
      why: "the network is what is left",
      options: { "task.heap.size": "384m", "process.size": "1728m" },
      is: { ...usual, total: 1728 * mib, jvmOverhead: 192 * mib, managed: 536_870_920 },
    },
    {
      name: "all parts",
      why: "each is as it is said",
      options: {
        ...{
          "process.size": "2g",
          "managed.size": "100m",
          "framework.off-heap.size": "64m",
          "task.off-heap.size": "32m",
        },
        ...{ "jvm-overhead.min": "300m", "jvm-overhead.fraction": "0.01", "jvm-metaspace.size": "128m" },
      },
      is: {
        total: 2048 * mib,
        frameworkOffHeap: 64 * mib,
        taskOffHeap: 32 * mib,
        jvmOverhead: 300 * mib,
        managed: 100 * mib,
      },
    },
  ])("of $name: $why", ({ options, is }) => {
    expect(readMemorySpec(undefined, of(options))).toEqual({ ok: true, value: is });
  });

  it.each([
    { name: "resource", spec: { resource: { memory: "1728m" } }, why: "Flink's notation" },
    { name: "resources", spec: { resources: { requests: { memory: "1728Mi" } } }, why: "Kubernetes' notation" },
    { name: "a limit alone", spec: { resources: { limits: { memory: "1728Mi" } } }, why: "as in Kubernetes" },
  ])("the spec's $name goes before the configuration's process ($why)", ({ spec }) => {
    expect(readMemorySpec(spec, of({ "process.size": "8g" }))).toMatchObject({
      ok: true,
      value: { total: 1728 * mib },
    });
  });

  it.each([
    { name: "no size at all", options: {}, reason: "needs one of taskmanager.memory.process.size and" },
    { name: "heap alone", options: { "task.heap.size": "1g" }, reason: "needs one of" },
    { name: "no amount", options: { "process.size": "much" }, reason: '"much" is no amount of memory' },
    { name: "a part that is none", options: { "process.size": "2g", "managed.size": "x" }, reason: "managed.size" },
    {
      name: "a whole as a fraction",
      options: { "process.size": "2g", "managed.fraction": "1" },
      reason: "no fraction",
    },
    {
      name: "a negative fraction",
      options: { "process.size": "2g", "network.fraction": "-0.1" },
      reason: "no fraction",
    },
    { name: "too little", options: { "process.size": "512m" }, reason: "less memory than its parts need" },
    { name: "nothing", options: { "process.size": "0" }, reason: "less memory than its parts need" },
    { name: "a heap that fills it", options: { "process.size": "2g", "task.heap.size": "2g" }, reason: "less memory" },
    { name: "managed memory above all", options: { "flink.size": "1g", "managed.size": "2g" }, reason: "less memory" },
    {
      name: "no room for the network",
      options: { "flink.size": "1g", "task.heap.size": "700m", "managed.size": "10m" },
      reason: "leaves the network less or more",
    },
    {
      name: "no room for the overhead",
      options: { "process.size": "1600m", "flink.size": "1280m" },
      reason: "leaves the JVM's overhead less or more",
    },
    {
      name: "bounds that contradict each other",
      options: { "process.size": "2g", "jvm-overhead.min": "2g" },
      reason: "has a least size above its largest one",
    },
  ])("is unreadable of $name", ({ options, reason }) => {
    expect(readMemorySpec(undefined, of(options))).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("is unreadable of a spec's memory that is none", () => {
    const reading = readMemorySpec({ resource: { memory: "a lot" } }, of({ "process.size": "2g" }));
    expect(reading).toEqual({ ok: false, reason: expect.stringContaining("spec.taskManager.resource.memory") });
  });
});
