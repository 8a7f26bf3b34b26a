import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at } from "../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../shared/core/kind.ts";
import type { OperatorRecord } from "../../shared/core/record.ts";
import { nonceNames, requestedValue } from "../../shared/kinds/vvp-deployment/nonce-memory.ts";
import { type Deed, endOf } from "../world/history.ts";
import { type Crash, type Moment, play } from "../world/moments.ts";
import type { RestartWatch } from "../world/restarts.ts";
import type { World } from "../world/world.ts";
import { seeded, unhurried } from "./json-arbitrary.ts";

const moment: fc.Arbitrary<Moment> = fc.record(
  {
    deed: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<Deed>("askSavepoint", "askRestart", "askBoth", "askBack", "unask") },
      { weight: 5, arbitrary: fc.constantFrom<Deed>("second", "second", "minute") },
      { weight: 3, arbitrary: fc.constantFrom<Deed>("scale", "run", "run", "suspend", "cancel") },
      { weight: 1, arbitrary: fc.constantFrom<Deed>("neverUpgrade", "upgrade", "pause", "resume") },
    ),
    heard: fc.constantFrom("never", "once", "once", "twice", "backwards", "look", "look"),
    shot: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("resetAfterCommit" as const, "resetBeforeCommit" as const, "error" as const),
      },
    ),
    crash: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.record({
          in: fc.integer({ min: 1, max: 7 }),
          when: fc.constantFrom("before" as const, "after" as const),
        }),
      },
    ),
  },
  { requiredKeys: ["deed", "heard"] },
);

/** Every record that was ever written. */
function recordsOf(world: World): OperatorRecord[] {
  return world.cluster.changes.flatMap(({ object }) => ownRecord(object) ?? []);
}

/** The requests of one nonce that were ever accepted, by value and number. */
function acceptedOf(records: readonly OperatorRecord[], name: string): Set<string> {
  const intents = records.flatMap((record) => record.intents.filter(({ key }) => key === name));
  return new Set(intents.map(({ content }) => content));
}

/** The requests for which savepoints were taken, as often as they were. */
function savepointsOf(world: World): string[] {
  const all = [...world.platform.state.savepoints.values()];
  const marks = all.map(({ metadata }) => metadata.annotations["weir.dev/request"]);
  return marks.flatMap((mark) => mark?.replace(/^.*\//, "") ?? []);
}

/** A resource whose job runs, and what happens to it; every other job restarts by its state. */
const story = fc
  .tuple(
    fc.constantFrom<Deed>("apply", "applyPut"),
    fc.constantFrom<Deed>("upgrade", "neverUpgrade"),
    fc.array(moment, { minLength: 1, maxLength: 12 }),
  )
  .map(([first, strategy, moments]): Moment[] => {
    const begun: Deed[] = [first, strategy, "run", "minute", "second"];
    return [...begun.map((deed): Moment => ({ deed, heard: "look" })), ...moments];
  });

/** Every call of a look, before and after its effect. */
const crashes: readonly Crash[] = [1, 2, 3, 4, 5, 6, 7].flatMap((call) => [
  { in: call, when: "before" },
  { in: call, when: "after" },
]);

function law(check: (world: World, watch: RestartWatch) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(story, async (moments) => {
      const { world, watch } = await play(moments);
      check(world, watch);
    }),
    seeded(250),
  );
}

describe("whatever happens to the operator, the platform and the events", unhurried, () => {
  it("nothing is done twice for one request", () =>
    law((world, watch) => {
      const records = recordsOf(world);
      const [savepoints, restarts] = [acceptedOf(records, "savepoint"), acceptedOf(records, "restart")];
      const taken = savepointsOf(world);
      expect([world.admin.violations(), taken.length]).toEqual([[], new Set(taken).size]);
      for (const content of taken) expect(savepoints).toContain(content);
      const marks = watch.marks.slice(1);
      expect(marks.length).toBe(new Set(marks).size);
      for (const mark of marks) expect(restarts).toContain(mark);
      expect(marks.length + watch.stops).toBeLessThanOrEqual(restarts.size);
      const numbers = [...savepoints, ...restarts].map((content) => content.split("#")[1]);
      expect(new Set(numbers).size).toBe(numbers.length);
    }));

  it("every request that was accepted is carried out, or was said to be blocked", () =>
    law((world, watch) => {
      const records = recordsOf(world);
      const burnt = (name: (typeof nonceNames)[number]) =>
        new Set(records.flatMap((one) => one.nonces?.[name]?.burnt ?? []));
      const taken = new Set(savepointsOf(world));
      for (const content of acceptedOf(records, "savepoint")) {
        const value = requestedValue({ content });
        expect([content, taken.has(content) || burnt("savepoint").has(value)]).toEqual([content, true]);
      }
      const wishes = world.cluster.changes.map(({ object }) => at(object.spec, "deployment", "spec", "state"));
      if (wishes.slice(wishes.indexOf("RUNNING")).some((wish) => wish !== "RUNNING")) return;
      const restarts = [...acceptedOf(records, "restart")].filter((content) => !watch.marks.includes(content));
      const byState = restarts.filter((content) => !burnt("restart").has(requestedValue({ content })));
      expect(byState.length).toBeLessThanOrEqual(watch.stops);
    }));

  it("every value that is asked for ends as processed or as blocked, and NonceAligned says so", () =>
    law((world) => {
      const object = world.cluster.find("my-deployment");
      if (object === undefined) throw new Error("the resource is gone");
      const record = ownRecord(object);
      expect([record?.intents, record?.nonces?.taking]).toEqual([[], undefined]);
      const ends = nonceNames.map((name) => {
        const value = at(object.spec, `${name}Nonce`);
        const memory = record?.nonces?.[name];
        if (typeof value !== "number") return "none";
        if (memory?.burnt.includes(value)) return "blocked";
        return memory?.processed === value ? "processed" : `forgotten: ${value}`;
      });
      const reason = conditionsOf(object).find(({ type }) => type === "NonceAligned")?.reason;
      const blocked = ends[0] === "blocked" ? "SavepointBlocked" : "RestartBlocked";
      expect([ends, reason]).toEqual([
        ends.filter((end) => !end.startsWith("forgotten")),
        ends.includes("blocked") ? blocked : "NoncesProcessed",
      ]);
      const fields = ["lastProcessedSavepointNonce", "lastProcessedTriggerNonce"];
      const processed = nonceNames.map((name) => record?.nonces?.[name]?.processed);
      expect(fields.map((field) => at(object.status, field))).toEqual(processed);
    }));
});

describe("a crash at any call after both were asked for", unhurried, () => {
  const looks = (...some: Deed[]) => some.map((deed): Moment => ({ deed, heard: "look" }));
  const asked = looks("askBoth", "second", "second", "second", "second", "second", "second");
  const rows = (["apply", "applyPut"] as const).flatMap((first) =>
    (["upgrade", "neverUpgrade"] as const).map((strategy) => ({ first, strategy })),
  );

  it.each(rows)("leads to the same end, with one savepoint and one restart: $first, $strategy", async (row) => {
    const before = looks(row.first, row.strategy, "run", "minute", "second");
    const expected = endOf((await play([...before, ...asked])).world);
    expect(JSON.stringify(expected)).toContain("NonceAligned True/NoncesProcessed");
    for (const index of asked.keys()) {
      for (const crash of crashes) {
        const moments = asked.map((moment, at): Moment => (at === index ? { ...moment, crash } : moment));
        const { world, watch } = await play([...before, ...moments]);
        const counts = [savepointsOf(world).length, watch.marks.length - 1 + watch.stops];
        expect({ index, crash, counts, end: endOf(world) }).toEqual({ index, crash, counts: [1, 1], end: expected });
      }
    }
  });
});
