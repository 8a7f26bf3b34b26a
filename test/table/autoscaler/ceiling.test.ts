import { describe, expect, it } from "vitest";
import { type Ceiling, ceilingAfter } from "../../../shared/autoscaler/learn/ceiling.ts";

const minute = 60_000;
const until = (minutes: number, length?: number): Ceiling => ({
  ...{ parallelism: 8, until: minutes * minute },
  ...(length !== undefined && { length: length * minute }),
});

describe("the ceiling of a vertex whose rescale has not come about", () => {
  it.each([
    { why: "the first time as long as was waited for it", earlier: undefined, is: 15 },
    { why: "in vain soon after: twice as long", earlier: until(90, 15), is: 30 },
    { why: "and again", earlier: until(90, 30), is: 60 },
    { why: "but no longer than the longest", earlier: until(90, 60), is: 60 },
    { why: "just the longest after it is not soon", earlier: until(40, 30), is: 15 },
    { why: "a minute less is", earlier: until(41, 30), is: 60 },
    { why: "a ceiling of what did not help says nothing of slots", earlier: until(90), is: 15 },
    { why: "one that still holds, of a clock that went back", earlier: until(130, 15), is: 30 },
  ])("$why: $is min", ({ earlier, is }) => {
    const ceiling = ceilingAfter(earlier, 6, 100 * minute, { first: 15 * minute, most: 60 * minute });
    expect(ceiling).toEqual({ parallelism: 6, until: (100 + is) * minute, length: is * minute });
  });

  it("a longest that is shorter than the first holds", () => {
    expect(ceilingAfter(undefined, 6, 0, { first: 15, most: 5 }).length).toBe(5);
  });
});
