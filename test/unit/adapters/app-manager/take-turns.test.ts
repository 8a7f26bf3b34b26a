import { describe, expect, it } from "vitest";
import { answer } from "../../../world/slow-transport.ts";
import { beginning, settled } from "../../../world/virtual-clock.ts";
import { makeRig, token } from "./turns-rig.ts";

describe("the rate of a host", () => {
  it("holds what is too soon, in the order in which it came", async () => {
    const { host, ask, end } = makeRig();
    const paths = ["/1", "/2", "/3", "/4"];
    await end(Promise.all(paths.map((path) => ask({ url: `http://vvp${path}` }))));
    expect(host.asked).toEqual(["0 GET /1", "0 GET /2", "0.1 GET /3", "0.2 GET /4"]);
  });

  it("is that of each host by itself", async () => {
    const { host, ask } = makeRig({ perSecond: 1, burst: 1 });
    await Promise.all([ask(), ask({ url: "http://other/b" })]);
    expect(host.asked).toEqual(["0 GET /a", "0 GET /b"]);
  });

  it("sends nothing for a call whose turn comes after its time, and gives the turn to the next", async () => {
    const { host, ask, end } = makeRig({ perSecond: 1, burst: 1 });
    const calls = Promise.all([ask(), ask({ timeoutMs: 900 }), ask({ timeoutMs: 1_100 })]);
    expect(await end(calls)).toEqual(["200", "throttled for 1", "200"]);
    expect(host.asked).toEqual(["0 GET /a", "1 GET /a"]);
  });

  it("counts the waiting as time of the call", async () => {
    const { host, ask, end } = makeRig({ perSecond: 1, burst: 1 });
    host.meet("hangs");
    await end(Promise.all([ask({ timeoutMs: 1_500 }), ask({ timeoutMs: 1_500 })]));
    host.meet(answer(200));
    expect(host.asked).toEqual(["0 GET /a", "1 GET /a"]);
  });

  it("lets a call go whose signal aborts while it waits; nothing was sent", async () => {
    const { clock, host, ask } = makeRig({ perSecond: 1, burst: 1 });
    const controller = new AbortController();
    await ask();
    const waiting = ask({}, controller.signal);
    await settled();
    controller.abort();
    expect(await waiting).toBe("throttled for 1");
    const next = ask();
    await clock.advance(1_000);
    expect([await next, host.asked]).toEqual(["200", ["0 GET /a", "1 GET /a"]]);
  });
});

describe("Retry-After", () => {
  it.each([
    { name: "429 with seconds", reply: answer(429, "20") },
    { name: "429 with a date", reply: answer(429, new Date(beginning + 20_000).toUTCString()) },
    { name: "503 with seconds", reply: answer(503, "20") },
  ])("$name: nobody with that token asks before its time", async ({ reply }) => {
    const { clock, host, ask } = makeRig();
    host.meet(reply);
    await ask(token("a"));
    host.meet(answer(200));
    await clock.advance(5_000);
    expect(await ask(token("a"))).toBe("throttled for 15");
    expect(await ask(token("b"))).toBe("200");
    await clock.advance(15_000);
    expect(await ask(token("a"))).toBe("200");
    expect(host.asked.map((line) => line.split(" ")[0])).toEqual(["0", "5", "20"]);
  });

  it("of a second or less is waited for", async () => {
    const { host, ask, end } = makeRig();
    host.meet(answer(429, "1"));
    await ask();
    host.meet(answer(200));
    expect(await end(ask({ method: "PATCH" }))).toBe("200");
    expect(host.asked).toEqual(["0 GET /a", "1 PATCH /a"]);
  });

  it("of a year is cut to ten minutes, so that a slip does not stop everything", async () => {
    const { clock, host, ask } = makeRig();
    host.meet(answer(429, "31536000"));
    await ask();
    host.meet(answer(200));
    expect(await ask()).toBe("throttled for 600");
    await clock.advance(600_000);
    expect(await ask()).toBe("200");
  });

  it.each([
    { name: "no header", reply: answer(429) },
    { name: "a header that makes no sense", reply: answer(429, "soon") },
    { name: "a header on another answer", reply: answer(404, "20") },
  ])("$name closes nothing", async ({ reply }) => {
    const { host, ask } = makeRig();
    host.meet(reply);
    await ask();
    host.meet(answer(200));
    expect(await ask()).toBe("200");
  });
});

describe("a host that is down", () => {
  const ways = ["hangs", "refuses", "cuts"] as const;

  it.each(ways)("%s: after three calls one at a time probes it, ever more rarely", async (manner) => {
    const { clock, host, ask } = makeRig({ perSecond: 1_000, burst: 1_000 });
    host.meet(manner);
    for (let second = 0; second < 120; second += 1) {
      void ask({ timeoutMs: 2_000 });
      void ask({ timeoutMs: 2_000 });
      await clock.advance(1_000);
    }
    // Without this, it would have been 240.
    expect(host.asked.length).toBeLessThan(12);
    host.meet(answer(200));
    await clock.advance(30_000);
    expect(await ask()).toBe("200");
    expect(await ask()).toBe("200");
  });

  it("is told about as what it is, with the time until the next probe", async () => {
    const { clock, host, ask } = makeRig();
    host.meet("refuses");
    const heard = [await ask(), await ask()];
    await clock.advance(200);
    expect([...heard, await ask(), await ask()]).toEqual([...Array(3).fill("ECONNREFUSED"), "down for 5"]);
    await clock.advance(2_000);
    expect(await ask()).toBe("down for 3");
    expect(host.asked).toHaveLength(3);
  });

  it("gets nothing else while a probe is out", async () => {
    const { clock, host, ask } = makeRig();
    host.meet("refuses");
    for (const wait of [0, 0, 1_000]) {
      await clock.advance(wait);
      await ask();
    }
    host.meet(answer(200, undefined, 3_000));
    await clock.advance(6_000);
    const probe = ask();
    await settled();
    expect(await ask()).toBe("down for 1");
    await clock.advance(3_000);
    expect([await probe, host.asked.length]).toEqual(["200", 4]);
  });

  it("can be probed again after a probe that was a defect on our side", async () => {
    const { clock, host, ask } = makeRig();
    host.meet("refuses");
    for (const wait of [0, 0, 1_000]) {
      await clock.advance(wait);
      await ask();
    }
    await clock.advance(6_000);
    host.meet("throws");
    await expect(ask()).rejects.toThrow("a defect");
    host.meet(answer(200));
    expect(await ask()).toBe("200");
  });

  it.each([401, 404, 500, 503])("is none that answers %i", async (status) => {
    const { clock, host, ask } = makeRig();
    host.meet(answer(status));
    for (let call = 0; call < 10; call += 1) {
      expect(await ask()).toBe(`${status}`);
      await clock.advance(1_000);
    }
  });

  it("is none whose calls were cut short: silence takes a second", async () => {
    const { clock, host, ask } = makeRig();
    host.meet("hangs");
    for (let call = 0; call < 5; call += 1) {
      const asked = ask({ timeoutMs: 900 });
      await clock.advance(1_000);
      await asked;
    }
    expect(host.asked).toHaveLength(5);
  });

  it("is not one that answered in between", async () => {
    const { clock, host, ask } = makeRig();
    for (const manner of ["refuses", "refuses", answer(200), "refuses", "refuses", answer(200)] as const) {
      host.meet(manner);
      await ask();
      await clock.advance(1_000);
    }
    expect(host.asked).toHaveLength(6);
  });
});
