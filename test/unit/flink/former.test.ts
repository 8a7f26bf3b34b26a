import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { formerOf } from "../../../shared/flink/former.ts";
import type { FlinkMemory, Phase } from "../../../shared/flink/memory.ts";
import { specHash } from "../../../shared/flink/spec-change.ts";

const sound = { flinkVersion: "v1_20", image: "orders:1", job: { parallelism: 2 } };
const invalid = { ...sound, taskManager: { resource: { memory: "a lot" } } };

const withState = (spec: JsonObject, state: string | undefined): JsonObject =>
  state === undefined ? spec : { ...spec, job: { parallelism: 2, state } };

function resource(spec: unknown, deployed: unknown, state: string): KubeObject {
  const lastReconciledSpec = typeof deployed === "string" ? deployed : JSON.stringify({ spec: deployed });
  return {
    metadata: { name: "orders", namespace: "flink", generation: 7 },
    spec: spec as JsonValue,
    status: { reconciliationStatus: { lastReconciledSpec, state } },
  };
}

function memory(phase: Phase, spec: JsonObject = sound): FlinkMemory {
  const rest = { attempt: 3, version: "v1_20", ha: false, at: 0, origin: { from: "nothing" } } as const;
  return { ...rest, phase, spec: specHash(spec), generation: 5 };
}

describe("the resource as it was when its deployed spec was acted on (2.1)", () => {
  it.each<{ name: string; why: string; phase: Phase; status: string; was: string; is?: string; goes: string }>([
    {
      ...{ name: "a job that runs", why: "nothing is under way" },
      ...{ phase: "deployed", status: "DEPLOYED", was: "running", is: "running", goes: "running" },
    },
    {
      ...{ name: "a job that runs, and is to be suspended by the spec that is broken", why: "it is not acted on" },
      ...{ phase: "deployed", status: "DEPLOYED", was: "running", is: "suspended", goes: "running" },
    },
    {
      ...{ name: "a suspend under way", why: "the spec that is broken says so still" },
      ...{ phase: "stopping", status: "UPGRADING", was: "suspended", is: "suspended", goes: "suspended" },
    },
    {
      ...{ name: "a suspend under way of which the status does not tell yet", why: "what is known is that it ran" },
      ...{ phase: "stopping", status: "DEPLOYED", was: "running", is: "suspended", goes: "running" },
    },
    {
      ...{ name: "a suspend under way that is taken back", why: "what is being stopped goes on from its state" },
      ...{ phase: "stopping", status: "UPGRADING", was: "suspended", is: "running", goes: "running" },
    },
    {
      ...{ name: "an upgrade under way, whose cluster is not there", why: "nobody wants it suspended" },
      ...{ phase: "stopped", status: "UPGRADING", was: "suspended", goes: "running" },
    },
    {
      ...{ name: "an upgrade that has come as far as its start", why: "it is on its way to run" },
      ...{ phase: "starting", status: "UPGRADING", was: "suspended", is: "suspended", goes: "running" },
    },
    {
      ...{ name: "a suspend that is done", why: "a spec that is broken starts nothing" },
      ...{ phase: "stopped", status: "DEPLOYED", was: "suspended", is: "running", goes: "suspended" },
    },
  ])("$name: $goes ($why)", ({ phase, status, was, is, goes }) => {
    const object = resource(withState(invalid, is), withState(sound, was), status);
    expect(formerOf(object, memory(phase))).toEqual({
      ...object,
      metadata: { ...object.metadata, generation: 5 },
      spec: withState(sound, goes),
    });
  });

  it.each([
    { name: "null", spec: null },
    { name: "a text", spec: "hello" },
    { name: "a job that is a list", spec: { job: [] } },
  ])("a suspend under way, and a spec that cannot be read, as $name: the job comes back from its state", ({ spec }) => {
    const object = resource(spec, withState(sound, "suspended"), "UPGRADING");
    expect(formerOf(object, memory("stopping"))?.spec).toEqual(withState(sound, "running"));
  });

  it("a session cluster has no job that could be suspended", () => {
    const { job: _, ...session } = sound;
    const object = resource(invalid, session, "UPGRADING");
    expect(formerOf(object, memory("stopping", session))?.spec).toEqual(session);
  });

  it.each([
    { name: "another spec than that of the record", deployed: { ...sound, image: "orders:2" } },
    { name: "no JSON", deployed: "..." },
    { name: "no object", deployed: [] },
  ])("$name in the status is not followed", ({ deployed }) => {
    expect(formerOf(resource(invalid, deployed, "DEPLOYED"), memory("deployed"))).toBeUndefined();
  });
});
