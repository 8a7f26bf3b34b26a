import { describe, expect, it } from "vitest";
import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import {
  readWish,
  type ScalingWish,
  sizeBasis,
  wishAnnotation,
  withWish,
  writeWish,
} from "../../../shared/flink/scaling-wish.ts";
import { memoryBasis } from "../../../shared/flink/tuned-memory.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { tunedMemory } from "../../simulation/flink/wishes.ts";

const [a, b] = ["a".repeat(32), "b".repeat(32)];
const enabled = { "job.autoscaler.enabled": "true" };

const lastOf = "jobvertex-parallelism-overrides";
const overrideKey = `pipeline.${lastOf}`;

function own(configuration: JsonObject): JsonObject {
  return { flinkConfiguration: { ...enabled, ...configuration } };
}

function annotated(object: KubeObject, text: string | undefined, uid = "uid-1"): KubeObject {
  const annotations = text === undefined ? {} : { [wishAnnotation]: text };
  return { ...object, metadata: { ...object.metadata, uid, annotations } };
}

const wish = (object: KubeObject, changes: Partial<ScalingWish> = {}): string =>
  writeWish({ uid: "uid-1", decidedAt: 1_000, basis: sizeBasis(object), parallelism: { [b]: 3, [a]: 2 }, ...changes });

const total = "taskmanager.memory.process.size";
const usualMemory = { basis: memoryBasis(flinkApplication()), ...tunedMemory(1_024) };
const withMemory = (memory: JsonValue): string =>
  JSON.stringify({ ...JSON.parse(wish(flinkApplication({ flinkConfiguration: enabled }))), memory });
const withSet = (set: JsonObject): string => withMemory({ ...usualMemory, set: { ...usualMemory.set, ...set } });

const overridesOf = (object: KubeObject) => at(object.spec, "flinkConfiguration", overrideKey);

describe("the annotation with what the autoscaler wishes", () => {
  it("is the same text for the same wish, in whatever order", () => {
    const object = flinkApplication();
    expect(wish(object)).toBe(wish(object, { parallelism: { [a]: 2, [b]: 3 } }));
  });

  it("is read back as it was written", () => {
    const object = flinkApplication();
    expect(readWish(annotated(object, wish(object, { nonce: 4 })))).toMatchObject({
      nonce: 4,
      decidedAt: 1_000,
      parallelism: { [a]: 2, [b]: 3 },
    });
  });

  it.each([
    { name: "none", text: undefined },
    { name: "no JSON", text: "{" },
    { name: "a list", text: "[]" },
    { name: "null", text: "null" },
    { name: "no moment", text: JSON.stringify({ uid: "uid-1", basis: "", parallelism: { [a]: 1 } }) },
    { name: "no basis", text: JSON.stringify({ uid: "uid-1", decidedAt: 1, parallelism: { [a]: 1 } }) },
    { name: "a nonce that is none", text: wish(flinkApplication(), { nonce: 0.5 }) },
    { name: "no vertex at all", text: wish(flinkApplication(), { parallelism: {} }) },
    { name: "no id of a vertex", text: wish(flinkApplication(), { parallelism: { work: 1 } }) },
    { name: "a parallelism of 0", text: wish(flinkApplication(), { parallelism: { [a]: 0 } }) },
    { name: "a part of a subtask", text: wish(flinkApplication(), { parallelism: { [a]: 1.5 } }) },
    { name: "more than Flink has", text: wish(flinkApplication(), { parallelism: { [a]: 32_769 } }) },
    { name: "memory that is no map", text: withMemory(1) },
    { name: "memory of no basis", text: withMemory({ ...usualMemory, basis: 1 }) },
    { name: "memory without a list of what is unset", text: withMemory({ ...usualMemory, unset: "" }) },
    { name: "an option that is no memory", text: withMemory({ ...usualMemory, set: { "env.java.opts.all": "-X" } }) },
    { name: "one beside all that is", text: withSet({ "env.java.opts.all": "-X" }) },
    { name: "an option unset that is no memory", text: withMemory({ ...usualMemory, unset: ["pipeline.jars"] }) },
    { name: "not all of memory", text: withMemory({ ...usualMemory, set: { [total]: "1g" } }) },
    { name: "a process of no memory", text: withSet({ [total]: "0b" }) },
    { name: "a process that is no amount", text: withSet({ [total]: "much" }) },
    { name: "an amount that is no text", text: withSet({ [total]: 1_024 }) },
    { name: "a share above all", text: withSet({ "taskmanager.memory.managed.fraction": "1.5" }) },
    { name: "a share that is none", text: withSet({ "taskmanager.memory.managed.fraction": "half" }) },
    { name: "that of another resource", text: wish(flinkApplication(), { uid: "uid-2" }) },
  ])("counts as none: $name", ({ text }) => {
    const object = annotated(flinkApplication({ flinkConfiguration: enabled }), text);
    expect(readWish(object)).toBeUndefined();
    expect(withWish(object, () => enabled)).toBe(object);
  });
});

describe("a resource with what the autoscaler wishes", () => {
  const configuration = (object: KubeObject) => () => at(object.spec, "flinkConfiguration") as Record<string, string>;

  it.each<{ name: string; why: string; spec: JsonObject }>([
    { name: "flat", why: "the usual way", spec: { flinkConfiguration: enabled } },
    { name: "flat, with its own", why: "they were merged by who wished", spec: own({ [overrideKey]: `${a}:9` }) },
    { name: "nested, with its own", why: "twice would be refused", spec: own({ pipeline: { [lastOf]: `${a}:9` } }) },
    { name: "nested otherwise", why: "what is nested may stay", spec: own({ pipeline: { name: "orders" } }) },
  ])("has it in its configuration ($name: $why)", ({ spec }) => {
    const object = flinkApplication(spec);
    const result = withWish(annotated(object, wish(object)), () => enabled);
    expect(overridesOf(result)).toBe(`${a}:2,${b}:3`);
    expect(at(result.spec, "flinkConfiguration", "pipeline", lastOf)).toBeUndefined();
  });

  it.each<{ name: string; why: string; since: JsonObject }>([
    { name: "another parallelism", why: "it is about the size", since: { job: { parallelism: 9 } } },
    { name: "own overrides", why: "they are about the size", since: own({ [overrideKey]: `${a}:9` }) },
    { name: "another default", why: "it is about the size", since: own({ "parallelism.default": "9" }) },
    { name: "TaskManagers", why: "they are about the size", since: { taskManager: { replicas: 3 } } },
    { name: "a nonce", why: "everything is to be forgotten", since: { job: { autoscalerResetNonce: 1 } } },
    { name: "no autoscaler", why: "nobody scales then", since: own({ "job.autoscaler.enabled": "false" }) },
    { name: "no job", why: "a session cluster has none", since: { job: null } },
    { name: "two values of an option", why: "that is for the rules to tell", since: own({ a: { b: 1 }, "a.b": "2" }) },
  ])("is as its user wrote it where he has said since: $name ($why)", ({ since }) => {
    const before = flinkApplication({ flinkConfiguration: enabled });
    const object = annotated(flinkApplication({ flinkConfiguration: enabled }, since), wish(before));
    const { spec } = withWish(object, configuration(object));
    expect(spec).toEqual(object.spec);
  });

  it("keeps its wish where a nonce is taken away: a nonce asks by being set", () => {
    const before = flinkApplication({ job: { autoscalerResetNonce: 1 } });
    const object = annotated(flinkApplication(), wish(before, { nonce: 1 }));
    expect(overridesOf(withWish(object, () => enabled))).toBe(`${a}:2,${b}:3`);
  });

  const tuning = { ...enabled, "job.autoscaler.memory.tuning.enabled": "true" };
  const totals = ({ spec }: KubeObject) => [
    at(spec, "flinkConfiguration", total),
    at(spec, "taskManager", "resource", "memory"),
  ];

  it.each<{ name: string; why: string; since?: JsonObject; options?: Record<string, string>; is: unknown[] }>([
    { name: "as it was wished", why: "nothing else was said", is: ["1 gb", "1024m"] },
    {
      name: "as its user says since",
      why: "he is heard",
      since: { taskManager: { resource: { memory: "3g" } } },
      is: [undefined, "3g"],
    },
    { name: "as its user says where tuning is off", why: "it may be at once", options: enabled, is: [undefined, "2g"] },
    {
      name: "as its user says where he says another parallelism",
      why: "it was tuned for the one that was wished",
      since: { job: { parallelism: 9 } },
      is: [undefined, "2g"],
    },
  ])("has its memory $name ($why)", ({ since = {}, options = tuning, is }) => {
    const before = flinkApplication({ flinkConfiguration: enabled });
    const memory = { basis: memoryBasis(before), ...tunedMemory(1_024) };
    const object = annotated(flinkApplication({ flinkConfiguration: enabled }, since), wish(before, { memory }));
    expect(readWish(object)).toMatchObject({ memory: { set: { [total]: "1 gb" } } });
    expect(totals(withWish(object, () => options))).toEqual(is);
  });

  it("has no memory wished of it where its TaskManagers are those of a session cluster", () => {
    const job = sessionJob();
    const memory = { basis: memoryBasis(job), ...tunedMemory(1_024) };
    const { spec } = withWish(annotated(job, wish(job, { memory })), () => tuning);
    expect(at(spec, "flinkConfiguration")).toEqual({ [overrideKey]: `${a}:2,${b}:3` });
  });

  it("asks for the configuration only where there is a wish", () => {
    const object = annotated(flinkApplication(), undefined);
    expect(withWish(object, () => expect.unreachable())).toBe(object);
  });
});
