import { describe, expect, it } from "vitest";
import { fromRows, toRows } from "../../../../shared/adapters/autoscaler/sql/state-rows.ts";
import { readState, writeState } from "../../../../shared/autoscaler/state/codec.ts";
import { type AutoscalerState, emptyState } from "../../../../shared/autoscaler/state/state.ts";

const memory = { set: { "taskmanager.memory.process.size": "1 gb" }, unset: ["taskmanager.memory.flink.size"] };
const desired = { decidedAt: 5, parallelism: { v: 3, w: 1 } };
const record = { at: 1, from: 1, to: 2, capacity: Number.NaN, expected: Number.POSITIVE_INFINITY, demand: 3 };
const whole: AutoscalerState = {
  ...{ ...emptyState("g"), told: { a: 1 }, desired: { ...desired, configuration: memory } },
  ...{ history: { v: [record] }, restarts: [{ at: 1, duration: 2 }], latest: { at: 1, reason: "Scaled", message: "" } },
};
const back = (rows: ReadonlyMap<string, string>) => readState(fromRows(rows));

describe("4.1: a state in rows", () => {
  it.each([
    { name: "all that there may be", state: whole },
    { name: "memory is not tuned", state: { ...whole, desired } },
    { name: "nothing is desired", state: emptyState("g") },
  ])("comes back: $name", ({ state }) => {
    expect(back(toRows(writeState(state)))).toEqual(state);
  });

  it("has the reference's types, with what the reference has in them, and one of Weir's own", () => {
    const rows = toRows(writeState(whole));
    expect([...rows.keys()].sort()).toEqual([
      ...["WeirState", "collectedMetrics", "configOverrides", "delayedScaleDown", "parallelismOverrides"],
      ...["scalingHistory", "scalingTracking"],
    ]);
    expect(JSON.parse(rows.get("parallelismOverrides") ?? "")).toEqual({ v: 3, w: 1 });
    expect(JSON.parse(rows.get("configOverrides") ?? "")).toEqual(memory);
    expect(JSON.parse(rows.get("WeirState") ?? "")).toMatchObject({ graph: "g", desired: { decidedAt: 5 } });
  });

  it("nothing is desired where somebody has deleted what it was", () => {
    const rows = new Map(toRows(writeState(whole)));
    rows.delete("parallelismOverrides");
    const { desired: _, ...rest } = whole;
    expect(back(rows)).toEqual(rest);
  });

  it("rows of before, in which all that was desired was in one", () => {
    const rows = [...toRows(writeState(whole))].flatMap(([type, text]): readonly (readonly [string, string])[] => {
      if (type === "configOverrides") return [];
      const { desired: _, ...others } = type === "WeirState" ? JSON.parse(text) : {};
      if (type === "WeirState") return [[type, JSON.stringify(others)]];
      const former = type.charAt(0).toUpperCase() + type.slice(1);
      return [[former, type === "parallelismOverrides" ? JSON.stringify(whole.desired) : text]];
    });
    expect(back(new Map(rows))).toEqual(whole);
  });

  it.each([
    { name: "none", rows: [] },
    { name: "no JSON", rows: [["WeirState", "{"] as const] },
    { name: "of somebody else", rows: [["parallelismOverrides", '{"v":"3"}'] as const] },
  ])("rows that are no state: $name", ({ rows }) => {
    expect(back(new Map(rows))).toBeUndefined();
  });
});
