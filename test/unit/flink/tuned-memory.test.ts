import { describe, expect, it } from "vitest";
import { at, isObject, type JsonObject } from "../../../shared/core/json.ts";
import type { Settings } from "../../../shared/core/settings.ts";
import { memoryBasis, objectionToMemory, withTunedMemory } from "../../../shared/flink/tuned-memory.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { tunedMemory } from "../../simulation/flink/wishes.ts";

const memory = "taskmanager.memory";
const own = (options: JsonObject): JsonObject => ({ flinkConfiguration: options });
const changes = tunedMemory(1_000);
const bytes = String(1_000 * 2 ** 20);

function tunedSpec(...with_: readonly JsonObject[]): JsonObject {
  const { spec } = flinkApplication(...with_);
  if (!isObject(spec)) throw new Error("no spec");
  return withTunedMemory(spec, changes);
}

describe("a spec with tuned memory", () => {
  it.each<{ name: string; why: string; taskManager: JsonObject | null; is: unknown }>([
    {
      name: "resource",
      why: "Flink's own way, which the reference sets",
      taskManager: { resource: { memory: "2g", cpu: 1 }, replicas: 2 },
      is: { resource: { memory: "1000m", cpu: 1 }, replicas: 2 },
    },
    {
      name: "resource without memory",
      why: "its size is in the configuration",
      taskManager: { resource: { memory: null, cpu: 2 } },
      is: { resource: { cpu: 2 } },
    },
    {
      name: "requests and limits",
      why: "the limit keeps its ratio",
      taskManager: { resource: null, resources: { requests: { memory: "2Gi", cpu: 1 }, limits: { memory: "3Gi" } } },
      is: { resources: { requests: { memory: bytes, cpu: 1 }, limits: { memory: String(1_500 * 2 ** 20) } } },
    },
    {
      name: "requests alone",
      why: "they are the size of the process",
      taskManager: { resource: null, resources: { requests: { memory: "2Gi" }, limits: { cpu: 2 } } },
      is: { resources: { requests: { memory: bytes }, limits: { cpu: 2 } } },
    },
    {
      name: "limits alone",
      why: "a request that is missing is the limit",
      taskManager: { resource: null, resources: { limits: { memory: "2Gi" } } },
      is: { resources: { limits: { memory: bytes } } },
    },
    { name: "nothing", why: "the configuration says it alone", taskManager: null, is: undefined },
  ])("has it in its configuration, and wherever it says the size: $name ($why)", ({ taskManager, is }) => {
    const spec = tunedSpec({ taskManager: null }, ...(taskManager === null ? [] : [{ taskManager }]));
    expect(at(spec, "flinkConfiguration")).toMatchObject(changes.set);
    expect(at(spec, "taskManager")).toEqual(is);
  });

  it.each<{ name: string; options: JsonObject }>([
    { name: "flat", options: { [`${memory}.flink.size`]: "1g", [`${memory}.managed.size`]: "1m", "a.b": "c" } },
    { name: "nested", options: { taskmanager: { memory: { flink: { size: "1g" } } }, "a.b": "c" } },
  ])("has none of the sizes beside which that would not hold ($name), and all else", ({ options }) => {
    const spec = tunedSpec(own(options));
    expect(at(spec, "flinkConfiguration")).toMatchObject({ "a.b": "c", ...changes.set });
    expect(JSON.stringify(at(spec, "flinkConfiguration"))).not.toMatch(/flink\.size|"flink"|managed\.size/);
  });

  it("is left alone where it says an option twice: that is for the rules to tell", () => {
    const spec = tunedSpec(own({ a: { b: 1 }, "a.b": "2" }));
    expect(spec).toEqual(flinkApplication(own({ a: { b: 1 }, "a.b": "2" })).spec);
  });
});

describe("what a user says of memory", () => {
  const before = memoryBasis(flinkApplication());

  it.each<{ name: string; spec: JsonObject }>([
    { name: "another size", spec: { taskManager: { resource: { memory: "3g" } } } },
    { name: "a size for Kubernetes", spec: { taskManager: { resources: { requests: { memory: "3Gi" } } } } },
    { name: "a limit", spec: { taskManager: { resources: { limits: { memory: "3Gi" } } } } },
    { name: "a part of it", spec: own({ [`${memory}.managed.fraction`]: "0.1" }) },
    { name: "a part of it, nested", spec: own({ taskmanager: { memory: { managed: { fraction: 0.1 } } } }) },
    { name: "more slots", spec: own({ "taskmanager.numberOfTaskSlots": "4" }) },
  ])("is something else with $name", ({ spec }) => {
    expect(memoryBasis(flinkApplication(spec))).not.toBe(before);
  });

  it.each<{ name: string; spec: JsonObject }>([
    { name: "cores", spec: { taskManager: { resource: { cpu: 4 } } } },
    { name: "another parallelism", spec: { job: { parallelism: 9 } } },
    { name: "other arguments", spec: { job: { args: [] } } },
    { name: "memory of the JobManager", spec: own({ "jobmanager.memory.process.size": "3g" }) },
  ])("is the same with $name", ({ spec }) => {
    expect(memoryBasis(flinkApplication(spec))).toBe(before);
  });

  it("is the same in another order", () => {
    const [a, b] = [{ [`${memory}.network.min`]: "1m" }, { [`${memory}.network.max`]: "2m" }];
    expect(memoryBasis(flinkApplication(own({ ...a, ...b })))).toBe(memoryBasis(flinkApplication(own({ ...b, ...a }))));
  });
});

describe("whether Flink would start with tuned memory", () => {
  const settings = (flinkConfiguration: Record<string, string>) => ({ flinkConfiguration }) as unknown as Settings;

  it("it would", () => {
    expect(objectionToMemory(flinkApplication(), changes, settings({}))).toBeUndefined();
  });

  it.each([
    {
      name: "a size that only the operator's own configuration says stays beside it",
      options: { [`${memory}.flink.size`]: "3g" },
      why: /overhead/,
    },
    { name: "other parts need more", options: { [`${memory}.task.off-heap.size`]: "2g" }, why: /less memory than/ },
  ])("it would not: $name", ({ options, why }) => {
    expect(objectionToMemory(flinkApplication(), changes, settings(options))).toMatch(why);
  });
});
