import { describe, expect, it } from "vitest";
import { oncePerSpec } from "../../../shared/core/once-per-spec.ts";
import type { Review } from "../../../shared/core/rule.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const { settings } = new FlinkWorld();
const spec = { image: "orders:1" };
const review: Review = { object: { metadata: { name: "orders", namespace: "flink" }, spec }, settings };

/** How often it was computed for two reviews, one after the other. */
function timesFor(first: Review, second: Review): number {
  let times = 0;
  const once = oncePerSpec(() => {
    times += 1;
    return times;
  });
  const answers = [once(first), once(second)];
  expect(answers.at(-1), "the answer of the last computation").toBe(times);
  return times;
}

function withObject(change: Partial<Review["object"]>): Review {
  return { ...review, object: { ...review.object, ...change } };
}

describe("an answer for a spec", () => {
  it("is there for a review without a name too, which anybody can send", () => {
    const nameless: Review = { object: { metadata: {} as Review["object"]["metadata"], spec }, settings };
    expect([timesFor(nameless, nameless), timesFor(nameless, review)]).toEqual([1, 2]);
  });

  it.each<{ name: string; why: string; second: Review; times: number }>([
    { name: "the same review", why: "many rules ask for one thing", second: review, times: 1 },
    {
      name: "another status and another version around the same spec",
      why: "a pass reads one spec for several ends",
      second: withObject({
        metadata: { name: "orders", namespace: "flink", resourceVersion: "2" },
        status: { lifecycleState: "STABLE" },
      }),
      times: 1,
    },
    {
      name: "an equal spec",
      why: "only who has the object knows that nobody changed it",
      second: withObject({ spec: { ...spec } }),
      times: 2,
    },
    {
      name: "another name",
      why: "what is built has the name of its object",
      second: withObject({ metadata: { name: "daily", namespace: "flink" } }),
      times: 2,
    },
    {
      name: "another namespace",
      why: "the operator's defaults depend on it",
      second: withObject({ metadata: { name: "orders", namespace: "other" } }),
      times: 2,
    },
    {
      name: "other settings",
      why: "the operator's own configuration lies under the spec's",
      second: { ...review, settings: { ...settings } },
      times: 2,
    },
  ])("is computed $times time(s) with $name: $why", ({ second, times }) => {
    expect(timesFor(review, second)).toBe(times);
  });

  it.each([
    { name: "no spec", spec: undefined },
    { name: "a text", spec: "rubbish" },
  ])("is computed each time for $name, which cannot be kept hold of", ({ spec: rubbish }) => {
    const { spec: _, ...object } = review.object;
    const odd = { ...review, object: rubbish === undefined ? object : { ...object, spec: rubbish } };
    expect(timesFor(odd, odd)).toBe(2);
  });
});
