import { describe, expect, it } from "vitest";
import { each } from "../../../shared/engine/each.ts";
import { makeOneAtATime } from "../../../shared/engine/one-at-a-time.ts";
import { settled, VirtualClock } from "../../world/virtual-clock.ts";

const never = new AbortController().signal;
const late = () => "late";

describe("one at a time", () => {
  it("runs jobs of a key in the order of their coming, jobs of other keys beside them", async () => {
    const clock = new VirtualClock();
    const run = makeOneAtATime();
    const seen: string[] = [];
    const job = (name: string, ms: number) => async () => {
      seen.push(`${name} starts`);
      await clock.sleep(ms);
      seen.push(`${name} ends`);
      return name;
    };
    const all = Promise.all([
      run("a", never, job("first", 30), late),
      run("a", never, job("second", 10), late),
      run("b", never, job("other", 20), late),
    ]);
    await clock.advance(100);
    expect(await all).toEqual(["first", "second", "other"]);
    expect(seen).toEqual(["first starts", "other starts", "other ends", "first ends", "second starts", "second ends"]);
  });

  it("goes on after a job that fails, whose failure is its own caller's", async () => {
    const run = makeOneAtATime();
    const failing = run("a", never, () => Promise.reject(new Error("a defect")), late);
    const next = run("a", never, async () => "next", late);
    await expect(failing).rejects.toThrow("a defect");
    expect(await next).toBe("next");
  });

  it("answers at once whoever waited too long, and never starts that job", async () => {
    const clock = new VirtualClock();
    const run = makeOneAtATime();
    const impatient = new AbortController();
    let started = false;
    const first = run("a", never, () => clock.sleep(1_000).then(() => "first"), late);
    const second = run(
      "a",
      impatient.signal,
      async () => {
        started = true;
        return "second";
      },
      late,
    );
    await settled();
    impatient.abort();
    expect(await second).toBe("late");
    await clock.advance(2_000);
    expect([await first, started]).toEqual(["first", false]);
    expect(await run("a", never, async () => "third", late)).toBe("third");
  });

  it("does not give up a job that has started", async () => {
    const clock = new VirtualClock();
    const given = new AbortController();
    const job = makeOneAtATime()("a", given.signal, () => clock.sleep(1_000).then(() => "done"), late);
    await settled();
    given.abort();
    await clock.advance(1_000);
    expect(await job).toBe("done");
  });
});

describe("each", () => {
  it("starts in order, never more than the limit at once, and ends when all have ended", async () => {
    const clock = new VirtualClock();
    let [now, most] = [0, 0];
    const started: number[] = [];
    const all = each([1, 2, 3, 4, 5], 2, async (item) => {
      started.push(item);
      now += 1;
      most = Math.max(most, now);
      await clock.sleep(10 * item);
      now -= 1;
    });
    await clock.advance(1_000);
    await all;
    expect([started, most, now]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
  });

  it("is done at once with nothing", async () => {
    expect(await each([], 4, () => Promise.reject(new Error("not called")))).toBeUndefined();
  });
});
