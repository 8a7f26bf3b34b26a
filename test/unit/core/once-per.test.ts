import { describe, expect, it } from "vitest";
import { oncePer, oncePerText } from "../../../shared/core/once-per.ts";

describe("a function that is asked the same again", () => {
  it("of an object computes its answer once, also where there is none", () => {
    const asked: object[] = [];
    const answer = oncePer((one: object) => void asked.push(one));
    const [first, second] = [{}, {}];
    for (const one of [first, first, second, first]) answer(one);
    expect(asked).toEqual([first, second]);
  });

  it("of a text computes its answer once, whichever string it is", () => {
    const asked: string[] = [];
    const answer = oncePerText((text) => asked.push(text));
    expect([answer("one"), answer(["o", "ne"].join("")), answer("two"), answer("one")]).toEqual([1, 1, 2, 1]);
  });

  it("of more than 32 texts forgets what it knew, so that a process does not grow", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    for (let index = 0; index < 33; index += 1) answer(`text ${index}`);
    expect([answer("text 32"), answer("text 0"), computed]).toEqual([33, 34, 34]);
  });

  it("of a text of more than 16,384 characters keeps nothing", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    const [longest, longer] = [16_384, 16_385].map((length) => "x".repeat(length)) as [string, string];
    expect([longest, longest, longer, longer].map(answer)).toEqual([1, 1, 2, 3]);
  });
});
