import { describe, expect, it } from "vitest";
import { onceInARow, oncePer, oncePerText } from "../../../shared/core/once-per.ts";

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

  it("of an object that was asked about between others is still known", () => {
    let computed = 0;
    const answer = oncePer((_one: object) => (computed += 1));
    const [first, second] = [{}, {}];
    expect([first, second, first, second].map(answer)).toEqual([1, 2, 1, 2]);
  });

  it("of an object asks for another one in between", () => {
    const depth = oncePer((one: { readonly below?: object }): number => (one.below ? depth(one.below) + 1 : 0));
    const [leaf, middle] = [{}, { below: {} }];
    expect([depth({ below: middle }), depth(middle), depth(leaf), depth(middle)]).toEqual([2, 1, 0, 1]);
  });

  it("of more than two generations of texts forgets the first ones, so that a process does not grow", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    for (let index = 0; index < 513; index += 1) answer(`text ${index}`);
    expect([answer("text 512"), answer("text 256"), answer("text 0"), computed]).toEqual([513, 257, 514, 514]);
  });

  it("of a text that is asked for in each generation remembers its answer", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    const often = Array.from({ length: 2_000 }, (_, index) => [answer("often"), answer(`text ${index}`)][0]);
    expect(new Set(often)).toEqual(new Set([1]));
  });

  it("of long texts keeps fewer", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    const texts = Array.from({ length: 33 }, (_, index) => String(index).padEnd(16_384, "x"));
    for (const text of texts) answer(text);
    expect([texts[32], texts[16], texts[0]].map((text = "") => answer(text))).toEqual([33, 17, 34]);
  });

  it("of as few texts as is said remembers the answers", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1), 2);
    expect(["a", "b", "c", "d", "e", "d", "a"].map((text) => answer(text))).toEqual([1, 2, 3, 4, 5, 4, 6]);
  });

  it("of a text of more than 16,384 characters keeps nothing", () => {
    let computed = 0;
    const answer = oncePerText(() => (computed += 1));
    const [longest, longer] = [16_384, 16_385].map((length) => "x".repeat(length)) as [string, string];
    expect([longest, longest, longer, longer].map(answer)).toEqual([1, 1, 2, 3]);
  });

  it("of a text or a number that differs from the last one computes it anew", () => {
    const asked: (string | number)[] = [];
    const answer = onceInARow((one: string | number) => asked.push(one));
    expect([1, 1, "1", 2, 2, 1].map(answer)).toEqual([1, 1, 2, 3, 3, 4]);
    expect(asked).toEqual([1, "1", 2, 1]);
  });

  it("of nothing at all computes that as well", () => {
    expect(onceInARow((one: unknown) => String(one))(undefined)).toBe("undefined");
  });

  it("that throws is asked again", () => {
    let computed = 0;
    const answer = onceInARow((one: number) => {
      computed += 1;
      if (computed === 1) throw new Error("not yet");
      return one;
    });
    expect(() => answer(1)).toThrow("not yet");
    expect([answer(1), answer(1), computed]).toEqual([1, 1, 2]);
  });
});
