import { describe, expect, it } from "vitest";
import { type Restarted, restartDueAt, restartedAgain } from "../../../shared/flink/restart-delay.ts";

describe("how long a restart waits", () => {
  it.each([
    { name: "none yet", restarted: undefined, dueAt: 0 },
    { name: "one", restarted: { at: 1_000, times: 1 }, dueAt: 11_000 },
    { name: "three", restarted: { at: 1_000, times: 3 }, dueAt: 41_000 },
    { name: "a hundred", restarted: { at: 1_000, times: 100 }, dueAt: 601_000 },
  ])("after $name", ({ restarted, dueAt }) => {
    expect(restartDueAt(restarted)).toBe(dueAt);
  });

  it("counts those in a row, and begins anew after an hour", () => {
    const first = restartedAgain(undefined, 0);
    const second: Restarted = restartedAgain(first, 3_599_999);
    expect([first.times, second.times, restartedAgain(second, 7_199_999).times]).toEqual([1, 2, 1]);
  });
});
