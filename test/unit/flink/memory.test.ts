import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { type FlinkMemory, memoryOf, toMemory } from "../../../shared/flink/memory.ts";
import { describe as describeRestore, isRestore, pathOf, type Restore } from "../../../shared/flink/restore.ts";

const memory: FlinkMemory = {
  attempt: 2,
  phase: "stopping",
  jobId: "00000000000000000000000000000001",
  spec: "1.hash",
  written: "letters",
  version: "v1_20",
  ha: true,
  build: { version: "1.20.5", revision: "0980485" },
  nonces: { restart: 1 },
  generation: 3,
  at: 1_000,
  origin: { from: "savepoint", path: "s3://b/sp" },
  state: { from: "last-state", path: "s3://b/sp" },
  ended: {
    state: "FAILED",
    restore: { from: "nothing" },
    why: "gone",
    causes: [{ exception: "java.io.IOException", message: "gone" }],
  },
  scaling: { spec: "b", at: 900, refused: "no" },
  restarted: { at: 500, times: 2 },
  told: { modified: 7, until: 8 },
  owed: { key: "savepoint", since: 1, due: 2 },
  health: { since: 1, modified: 2, settled: false, polledAt: 3, base: { at: 4, restarts: 5 }, tooMany: 6 },
  ingress: { hash: "a", refused: { message: "no", at: 1_000 } },
};

const record = (value: unknown): OperatorRecord => ({
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "",
  intents: [],
  memory: value as JsonObject,
});

describe("what Weir remembers of a deploy (D5)", () => {
  it("comes back from the record as it was written, in an order of its own", () => {
    expect(memoryOf(record(toMemory(memory)))).toEqual(memory);
    expect(JSON.stringify(toMemory({ ...memory }))).toBe(JSON.stringify(toMemory(memory)));
  });

  it("keeps within the deploy what only another version of Weir knows of it", () => {
    const later = { later: { at: 1 } };
    const known = memoryOf(record({ ...later, ...toMemory(memory) }));
    expect(known && toMemory({ ...known, phase: "stopped" })).toEqual({ ...memory, phase: "stopped", ...later });
  });

  it.each([
    ["no attempt", { attempt: undefined }],
    ["a phase that nobody knows", { phase: "flying" }],
    ["an origin that is none", { origin: { from: "savepoint" } }],
    ["a state that is none", { state: "gone" }],
    ["a version that is no text", { version: 1 }],
    ["high availability that is no switch", { ha: "yes" }],
    ["a build without a revision", { build: { version: "1.20.5" } }],
    ["an end without a state", { ended: { state: "FINISHED" } }],
    [
      "a cause without a message",
      { ended: { state: "FAILED", restore: { from: "nothing" }, causes: [{ exception: "a.B" }] } },
    ],
    ["a change of size without a time", { scaling: { spec: "a" } }],
    ["restarts without a number", { restarted: { at: 1 } }],
    ["a health without a beginning", { health: { modified: 2, settled: true } }],
    ["a sample without a time", { health: { since: 1, modified: 2, settled: true, base: { restarts: 5 } } }],
    ["what was told, without until when", { told: { modified: 1 } }],
    ["a savepoint owed to nobody knows what", { owed: { key: "stop", since: 1, due: 2 } }],
    ["a savepoint of a format that Flink does not have", { taken: { path: "s3://a", at: 1, formatType: "TEXT" } }],
    ["a savepoint owed at no time", { owed: { key: "savepoint", since: 1 } }],
    ["an Ingress without a hash", { ingress: { refused: { message: "no", at: 1 } } }],
    ["a refusal without a message", { ingress: { hash: "a", refused: { at: 1 } } }],
    ["a text that is none", { written: 1 }],
    ["a failure without a time", { failure: { message: "no", spec: "x" } }],
  ])("counts as none with %s", (_name, change) => {
    expect(memoryOf(record({ ...memory, ...change }))).toBeUndefined();
  });

  it("is total on any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        memoryOf(record(value));
        isRestore(value);
      }),
    );
  });
});

describe("where the state of a job is", () => {
  const rows: readonly (readonly [Restore, string | undefined, string])[] = [
    [{ from: "nothing" }, undefined, "without state"],
    [{ from: "savepoint", path: "s3://b/sp" }, "s3://b/sp", "from s3://b/sp"],
    [{ from: "last-state" }, undefined, "from its last checkpoint"],
    [{ from: "last-state", path: "s3://b/sp" }, "s3://b/sp", "from its last checkpoint"],
    [{ from: "unknown", why: "it was lost" }, undefined, "from a state that is unknown: it was lost"],
  ];
  it.each(rows)("%o", (restore, path, text) => {
    expect(isRestore(restore)).toBe(true);
    expect(pathOf(restore)).toBe(path);
    expect(describeRestore(restore)).toBe(text);
  });
});
