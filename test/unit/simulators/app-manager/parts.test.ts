import { describe, expect, it } from "vitest";
import { NO_FAULTS, takeFault } from "../../../../simulators/app-manager/faults.ts";
import { ADMIN_BODIES } from "../../../../simulators/app-manager/knobs.ts";
import { makeState } from "../../../../simulators/app-manager/state.ts";
import { endOf, planTask, takeDueTask } from "../../../../simulators/app-manager/tasks.ts";
import { toTimestamp } from "../../../../simulators/app-manager/timestamp.ts";
import { draw, makeUuid } from "../../../../simulators/shell/random.ts";
import { readSetting } from "../../../../simulators/shell/setting.ts";
import { drawLatency } from "../../../../simulators/shell/shots.ts";

describe("timestamps", () => {
  it.each([
    { name: "the epoch", why: "zero", ms: 0 },
    { name: "a leap day", why: "29 February", ms: Date.UTC(2024, 1, 29, 23, 59, 59, 999) },
    { name: "1 March after it", why: "the era starts in March", ms: Date.UTC(2024, 2, 1) },
    { name: "a year without leap day", why: "1900 has none", ms: Date.UTC(1900, 2, 1) },
    { name: "the end of 2000", why: "a 400 year era", ms: Date.UTC(2000, 11, 31, 12) },
    { name: "before the epoch", why: "negative days", ms: -1 },
    { name: "far ahead", why: "no drift", ms: Date.UTC(2399, 0, 31, 1, 2, 3, 4) },
  ])("agree with Date at $name", ({ ms }) => {
    expect(toTimestamp(ms)).toBe(new Date(ms).toISOString().replace("Z", "000Z"));
  });
});

describe("randomness", () => {
  it("follows from the seed alone and stays within bounds", () => {
    const take = (seed: number): number[] => {
      const random = { seed };
      return Array.from({ length: 1000 }, () => draw(random));
    };
    expect(take(5)).toEqual(take(5));
    expect(take(5)).not.toEqual(take(6));
    expect(take(5).every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it("makes distinct ids", () => {
    const random = { seed: 1 };
    const ids = Array.from({ length: 10_000 }, () => makeUuid(random));
    expect(new Set(ids).size).toBe(10_000);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
  });
});

describe("tasks", () => {
  it("are taken in the order of time, then of planning", () => {
    const state = makeState(1, new Map());
    for (const [at, jobId] of [
      [5, "c"],
      [1, "a"],
      [5, "d"],
      [3, "b"],
    ] as const) {
      planTask(state, { at, kind: "job", jobId, outcome: "fail" });
    }
    const taken = [4, 4, 4, 5, 5, 5]
      .map((now) => takeDueTask(state, now))
      .map((task) => task?.kind === "job" && task.jobId);
    expect(taken).toEqual(["a", "b", false, "c", "d", false]);
  });

  it("spread by the jitter", () => {
    const state = makeState(1, new Map());
    state.delays = { ...state.delays, startMs: 1000, jitter: 0.2 };
    const ends = Array.from({ length: 500 }, () => endOf(state, "startMs", 0));
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...ends)).toBeLessThanOrEqual(1200);
    expect(new Set(ends).size).toBeGreaterThan(100);
  });
});

describe("settings", () => {
  it.each([
    { name: "a rate above 1", why: "rates are probabilities", value: { rate429: 2 }, field: "rate429" },
    { name: "a rate below 0", why: "rates are probabilities", value: { rate5xx: -0.1 }, field: "rate5xx" },
    { name: "text as a rate", why: "numbers only", value: { hang: "often" }, field: "hang" },
    { name: "a range upside down", why: "low before high", value: { latencyMs: [5, 1] }, field: "latencyMs" },
    { name: "one number as a range", why: "two are needed", value: { latencyMs: [5] }, field: "latencyMs" },
    { name: "an unknown knob", why: "a typing error must not pass", value: { rate500: 1 }, field: "rate500" },
    { name: "an unknown delay", why: "nested too", value: { delays: { stratMs: 1 } }, field: "delays.stratMs" },
    { name: "a negative delay", why: "time runs forward", value: { delays: { startMs: -1 } }, field: "delays.startMs" },
    { name: "an unknown fault", why: "closed list", value: { next: [{ kind: "fire" }] }, field: "next.0.kind" },
    {
      name: "a fault with a wrong status",
      why: "4xx and 5xx only",
      value: { next: [{ kind: "error", status: 200 }] },
      field: "next.0.status",
    },
    {
      name: "a strange delete status",
      why: "400 or 409",
      value: { refusedDeleteStatus: 404 },
      field: "refusedDeleteStatus",
    },
    { name: "no object", why: "the whole body is wrong", value: 7, field: "(body)" },
  ])("name the field and the reason for $name", ({ value, field }) => {
    const read = readSetting(ADMIN_BODIES.config, value);
    expect(read).toEqual({ complaints: [{ field, why: expect.stringMatching(/.{5}/) }] });
  });
});

describe("faults", () => {
  const request = { method: "POST", path: "/api/v1/namespaces/default/deployments" };

  it.each([
    {
      name: "rate429",
      why: "throttled",
      knob: { rate429: 1, retryAfterSeconds: 7 },
      fault: { kind: "throttle", retryAfterSeconds: 7 },
    },
    { name: "rate5xx", why: "failing", knob: { rate5xx: 1 }, fault: { kind: "error", status: 503 } },
    { name: "resetAfterCommit", why: "lost reply", knob: { resetAfterCommit: 1 }, fault: { kind: "resetAfterCommit" } },
    { name: "duplicate", why: "delivered twice", knob: { duplicate: 1 }, fault: { kind: "duplicate" } },
    { name: "htmlNotFound", why: "a proxy's 404", knob: { htmlNotFound: 1 }, fault: { kind: "htmlNotFound" } },
    { name: "garbage", why: "a login page", knob: { garbage: 1 }, fault: { kind: "garbage" } },
    { name: "hang", why: "no answer", knob: { hang: 1 }, fault: { kind: "hang" } },
    { name: "eventFailure", why: "other requests are spared", knob: { eventFailure: 1 }, fault: undefined },
    { name: "none", why: "quiet by default", knob: {}, fault: undefined },
  ])("follow the knob $name", ({ knob, fault }) => {
    expect(takeFault({ ...NO_FAULTS, ...knob }, { seed: 1 }, request).fault).toEqual(fault);
  });

  it("hit about as often as the rate says", () => {
    const random = { seed: 3 };
    const faults = { ...NO_FAULTS, rate5xx: 0.3 };
    const hits = Array.from({ length: 2000 }, () => takeFault(faults, random, request).fault).filter(Boolean).length;
    expect(hits).toBeGreaterThan(520);
    expect(hits).toBeLessThan(680);
  });

  it("are scripted: the first that fits the method and path is used up", () => {
    const next = [
      { kind: "hang", method: "GET" },
      { kind: "garbage", path: "/savepoints" },
      { kind: "error", status: 500, method: "POST" },
    ] as const;
    const first = takeFault({ ...NO_FAULTS, next }, { seed: 1 }, request);
    expect(first.fault).toEqual(next[2]);
    expect(first.rest.next).toEqual([next[0], next[1]]);
    expect(takeFault(first.rest, { seed: 1 }, request).fault).toBeUndefined();
  });

  it("draw a latency within the range", () => {
    const random = { seed: 1 };
    const drawn = Array.from({ length: 200 }, () => drawLatency([10, 20], random));
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([10, 20]);
  });
});
