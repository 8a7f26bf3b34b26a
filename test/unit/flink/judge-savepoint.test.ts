import { expect, it } from "vitest";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { judgeSavepoint, type SavepointSeen } from "../../../shared/flink/judge-savepoint.ts";
import { type FlinkMemory, memoryOf, toMemory } from "../../../shared/flink/memory.ts";
import type { JobOverview, JobState } from "../../../shared/ports/flink-answers.ts";

const since = 1_000_000;
const graceMs = 60_000;

const memory: FlinkMemory = {
  attempt: 1,
  phase: "deployed",
  jobId: "00000000000000000000000000000001",
  spec: "1.hash",
  version: "v1_20",
  ha: true,
  nonces: { savepoint: 3 },
  generation: 1,
  at: 0,
  origin: { from: "nothing" },
};

const record: OperatorRecord = {
  v: 1,
  uid: "uid-1",
  generation: 1,
  input: "",
  intents: [{ key: "savepoint", attempt: 1, at: since, content: "a".repeat(32), details: { since } }],
  memory: toMemory(memory),
};

const jobIn = (state: JobState): SavepointSeen["job"] => ({
  found: "job",
  job: { state } as JobOverview,
  checkpoints: undefined,
});

const failed: SavepointSeen["savepoint"] = { found: "failed", why: "no" };
const silent = {
  found: "unreachable",
  fault: { code: "Unavailable", message: "refused", applied: "no" },
} satisfies SavepointSeen["savepoint"];
const waits = { savepointGraceMs: graceMs, ignoresPendingSavepoint: false };
const usual: SavepointSeen = { savepoint: { found: "running" }, job: jobIn("RUNNING"), wanted: waits, now: since };

/** What the record says of it afterwards. */
function judged(seen: Partial<SavepointSeen>, before: OperatorRecord = record) {
  const after = judgeSavepoint(before, { ...usual, ...seen });
  const { failure, owed, taken } = memoryOf(after) ?? {};
  return { open: after?.intents.length === 1, failure: failure?.message, owed, taken: taken?.path };
}

const open = { open: true, failure: undefined, owed: undefined, taken: undefined };
const lost = "What became of it could not be asked within kubernetes.operator.savepoint.trigger.grace-period.";

it.each<{ name: string; why: string; seen: Partial<SavepointSeen>; expected: object }>([
  {
    name: "one that is being taken, long after the grace period",
    why: "Flink completes it or ends it itself; given up, its files would be left with nobody's name",
    seen: { now: since + 90 * graceMs },
    expected: open,
  },
  {
    name: "one that fails within the grace period",
    why: "what passes by itself passes soon",
    seen: { savepoint: failed, now: since + 2_000 },
    expected: { open: false, failure: "no", owed: { key: "savepoint", since, due: since + 12_000 } },
  },
  {
    name: "one that goes on failing",
    why: "each wait is as long as it has been asked for already, which costs the job little",
    seen: { savepoint: failed, now: since + 25_000 },
    expected: { open: false, failure: "no", owed: { key: "savepoint", since, due: since + 50_000 } },
  },
  {
    name: "one that goes on failing for hours",
    why: "it is tried every ten minutes at least",
    seen: { savepoint: failed, now: since + 1_200_000, wanted: { ...waits, savepointGraceMs: 1_800_000 } },
    expected: { open: false, failure: "no", owed: { key: "savepoint", since, due: since + 1_800_000 } },
  },
  {
    name: "one that fails where the next try would come after the grace period",
    why: "the user is not kept waiting for longer than was said",
    seen: { savepoint: failed, now: since + 31_000 },
    expected: { open: false, failure: "no", owed: undefined },
  },
  {
    name: "one that fails without a grace period",
    why: "0 is the way to have no second try",
    seen: { savepoint: failed, wanted: { ...waits, savepointGraceMs: 0 } },
    expected: { open: false, failure: "no", owed: undefined },
  },
  {
    name: "one that fails while the spec cannot be read",
    why: "nobody knows for how long it is wanted",
    seen: { savepoint: failed, wanted: undefined },
    expected: { open: false, failure: "no", owed: undefined },
  },
  {
    name: "one that cannot be asked after",
    why: "a JobManager may come back",
    seen: { savepoint: silent, job: silent, now: since + graceMs },
    expected: open,
  },
  {
    name: "one that cannot be asked after beyond the grace period",
    why: "a change that mends the cluster must not wait for it for ever",
    seen: { savepoint: silent, job: silent, now: since + graceMs + 1 },
    expected: { open: false, failure: lost, owed: undefined },
  },
  {
    name: "one that Flink does not know, of a job that runs",
    why: "it is sent again, with the same id",
    seen: { savepoint: { found: "forgotten" }, now: since + graceMs + 1 },
    expected: open,
  },
  {
    name: "the same where changes do not wait for savepoints",
    why: "there it is not sent again, and would be open for ever",
    seen: {
      savepoint: { found: "forgotten" },
      now: since + graceMs + 1,
      wanted: { ...waits, ignoresPendingSavepoint: true },
    },
    expected: { open: false, failure: lost, owed: undefined },
  },
  {
    name: "one that Flink does not know, of a job that has ended",
    why: "none is to come",
    seen: { savepoint: { found: "forgotten" }, job: jobIn("FINISHED"), now: since + graceMs + 1 },
    expected: { open: false, failure: lost, owed: undefined },
  },
  {
    name: "one that is taken, long after the grace period",
    why: "it is a savepoint like any other",
    seen: { savepoint: { found: "done", path: "s3://a" }, now: since + 90 * graceMs },
    expected: { open: false, failure: undefined, taken: "s3://a" },
  },
])("$name: $why", ({ seen, expected }) => {
  expect(judged(seen)).toMatchObject(expected);
});

it("a retry counts from the first try, and one of a Weir that wrote none down from its sending", () => {
  const [intent] = record.intents;
  if (intent === undefined) throw new Error("no intent");
  const now = since + 40_000;
  const later = { ...record, intents: [{ ...intent, at: since + 35_000 }] };
  expect(judged({ savepoint: failed, now }, later).owed).toBeUndefined();
  const { details: _none, ...bare } = intent;
  const old = { ...record, intents: [{ ...bare, at: since + 35_000 }] };
  expect(judged({ savepoint: failed, now }, old).owed).toMatchObject({ since: since + 35_000, due: now + 10_000 });
});
