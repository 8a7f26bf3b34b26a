import { describe, expect, it } from "vitest";
import { drawFault, takeShot } from "../../../../simulators/shell/shots.ts";

const get = { method: "GET", path: "/jobs/overview" };

describe("a scripted fault", () => {
  it.each([
    { name: "of no method and path", why: "hits any", shot: {}, hits: true },
    { name: "of the method", why: "hits", shot: { method: "GET" }, hits: true },
    { name: "of another method", why: "waits", shot: { method: "POST" }, hits: false },
    { name: "of a part of the path", why: "hits", shot: { path: "overview" }, hits: true },
    { name: "of another path", why: "waits", shot: { path: "savepoints" }, hits: false },
  ])("$name $why", ({ shot, hits }) => {
    const taken = takeShot([shot], get);
    expect(taken).toEqual(hits ? { shot, rest: [] } : { shot: undefined, rest: [shot] });
  });

  it("is used up by the first request that it hits; those before it stay", () => {
    const [waits, hits, later] = [{ method: "POST" }, { method: "GET" }, {}];
    expect(takeShot([waits, hits, later], get)).toEqual({ shot: hits, rest: [waits, later] });
  });
});

describe("chance", () => {
  it("wants nothing at rate 0, and the first of all at rate 1", () => {
    const random = { seed: 1 };
    expect(drawFault([[0, "a"]], random)).toBeUndefined();
    expect(
      drawFault(
        [
          [0, "a"],
          [1, "b"],
          [1, "c"],
        ],
        random,
      ),
    ).toBe("b");
  });
});
