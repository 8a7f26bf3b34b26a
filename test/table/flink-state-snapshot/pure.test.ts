import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { memoryOf, type SnapshotMemory, toMemory } from "../../../shared/kinds/flink-state-snapshot/memory.ts";
import { disposes } from "../../../shared/kinds/flink-state-snapshot/read-spec.ts";
import { untilRetry } from "../../../shared/kinds/flink-state-snapshot/retry.ts";

const sound: SnapshotMemory = {
  phase: "failed",
  attempt: 1,
  snapshot: "savepoint",
  target: { kind: "FlinkDeployment", name: "orders" },
  failures: 1,
  at: 1_000,
};

const recordWith = (memory: JsonObject): OperatorRecord => ({
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "",
  intents: [],
  memory,
});

describe("what a record remembers of a snapshot", () => {
  it("comes back as it was written", () => {
    expect(memoryOf(recordWith(toMemory(sound)))).toEqual(sound);
  });

  it.each([
    { name: "a phase that is none", change: { phase: "done" } },
    { name: "a count that is a text", change: { failures: "1" } },
    { name: "a path that is a number", change: { path: 7 } },
    { name: "a target of another kind", change: { target: { kind: "Pod", name: "orders" } } },
    { name: "a disposal without a time", change: { disposal: { triggerId: "a" } } },
    { name: "a guess that is a text", change: { guessed: "true" } },
  ])("counts as nothing with $name", ({ change }) => {
    expect(memoryOf(recordWith({ ...toMemory(sound), ...change }))).toBeUndefined();
  });
});

describe("the wait after a failure (2.12)", () => {
  it.each([
    { name: "first", failures: 1, limit: -1, left: 10_000 },
    { name: "third", failures: 3, limit: -1, left: 40_000 },
    { name: "hundredth: a day and no more", failures: 100, limit: -1, left: 86_400_000 },
    { name: "last that is allowed", failures: 2, limit: 2, left: 20_000 },
    { name: "one too many", failures: 3, limit: 2, left: undefined },
    { name: "8.1/39: none is allowed", failures: 1, limit: 0, left: undefined },
    { name: "a limit that is rubbish counts as none", failures: 1, limit: "2", left: 10_000 },
  ])("$name", ({ failures, limit, left }) => {
    const object = { metadata: { name: "before-sale" }, spec: { backoffLimit: limit } };
    expect(untilRetry({ object, now: sound.at }, { ...sound, failures })).toBe(left);
  });
});

describe("whether files go with their resource (1.6)", () => {
  it.each([
    { name: "nothing said", spec: { savepoint: {} }, goes: true },
    { name: "said no", spec: { savepoint: { disposeOnDelete: false } }, goes: false },
    { name: "existed before", spec: { savepoint: { alreadyExists: true } }, goes: false },
    {
      name: "existed before, said yes",
      spec: { savepoint: { alreadyExists: true, disposeOnDelete: true } },
      goes: true,
    },
    { name: "rubbish keeps them", spec: { savepoint: { disposeOnDelete: "yes" } }, goes: false },
  ])("$name", ({ spec, goes }) => {
    expect(disposes(spec)).toBe(goes);
  });
});
