import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rate, TokenBucket } from "../../../../shared/adapters/app-manager/token-bucket.ts";

describe("a token bucket", () => {
  it("gives a burst at once and then one turn after the other", () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 3 });
    expect([0, 0, 0, 0, 0].map(() => bucket.take(0))).toEqual([0, 0, 0, 100, 200]);
  });

  it("fills up again while nobody asks, and no further than the burst", () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 2 });
    bucket.take(0);
    bucket.take(0);
    expect(bucket.take(100)).toBe(0);
    expect([0, 0, 0].map(() => bucket.take(60_000))).toEqual([0, 0, 100]);
  });

  it("gives a turn that was given back to the next", () => {
    const bucket = new TokenBucket({ perSecond: 1, burst: 1 });
    bucket.take(0);
    expect(bucket.take(0)).toBe(1_000);
    bucket.giveBack();
    expect(bucket.take(0)).toBe(1_000);
  });

  it("never gives more than the burst and the rate allow, in any stretch of time", () => {
    const rate = fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 60 }), keepsToItsRate),
    );
  });
});

function keepsToItsRate(rate: Rate, gaps: readonly number[]): void {
  const bucket = new TokenBucket(rate);
  let now = 0;
  const turns = gaps.map((gap) => {
    now += gap;
    return now + bucket.take(now);
  });
  const most = (from: number, to: number) => rate.burst + ((to - from) * rate.perSecond) / 1_000 + 1e-6;
  const within = turns.every((from, at) => turns.slice(at).every((to, more) => more + 1 <= most(from, to)));
  expect(within).toBe(true);
}
