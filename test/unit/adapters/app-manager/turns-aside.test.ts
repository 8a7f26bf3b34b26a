import { describe, expect, it } from "vitest";
import { answer } from "../../../world/slow-transport.ts";
import { makeRig, token } from "./turns-rig.ts";

describe("a request that goes aside", () => {
  const aside = { method: "POST", aside: true } as const;

  it.each(["hangs", "refuses", "cuts"] as const)("and %s says nothing of the host (X8)", async (manner) => {
    const { clock, host, ask } = makeRig();
    host.meet(manner);
    for (let call = 0; call < 5; call += 1) {
      const asked = ask({ ...aside, timeoutMs: 2_000 });
      await clock.advance(3_000);
      await asked;
    }
    host.meet(answer(200));
    expect(await ask()).toBe("200");
  });

  it.each([429, 503])("and is answered %i with Retry-After closes nothing to others (X8)", async (status) => {
    const { host, ask } = makeRig();
    host.meet(answer(status, "60"));
    expect(await ask({ ...aside, ...token("a") })).toBe(`${status}`);
    host.meet(answer(200));
    expect(await ask(token("a"))).toBe("200");
  });

  it("waits itself for the time that it was told (X8)", async () => {
    const { clock, host, ask } = makeRig();
    host.meet(answer(503, "60"));
    await ask({ ...aside, ...token("a") });
    host.meet(answer(200));
    expect(await ask({ ...aside, method: "GET", ...token("a") })).toBe("throttled for 60");
    expect(await ask({ ...aside, ...token("b") })).toBe("200");
    await clock.advance(60_000);
    expect(await ask({ ...aside, ...token("a") })).toBe("200");
  });

  it("waits for a Retry-After that others were told", async () => {
    const { host, ask } = makeRig();
    host.meet(answer(429, "60"));
    await ask(token("a"));
    expect(await ask({ ...aside, ...token("a") })).toBe("throttled for 60");
  });

  it("waits for what others have heard, and shows that the host is back", async () => {
    const { clock, host, ask } = makeRig();
    host.meet("refuses");
    for (const wait of [0, 0, 1_000, 0]) {
      await clock.advance(wait);
      await ask();
    }
    expect(await ask(aside)).toBe("down for 5");
    host.meet(answer(200));
    await clock.advance(6_000);
    expect([await ask(aside), await ask()]).toEqual(["200", "200"]);
  });
});

describe("a read that fails", () => {
  it("is sent three times at most", async () => {
    const { host, read, end } = makeRig();
    host.meet(answer(502));
    expect(await end(read())).toBe("502");
    expect(host.asked).toEqual(["0 GET /a", "0.1 GET /a", "0.3 GET /a"]);
  });

  it.each([
    { name: "a write", request: { method: "PATCH" as const }, manner: answer(502), why: "it may have been done" },
    { name: "a refusal", request: {}, manner: answer(400), why: "it stays one" },
    { name: "a time-out", request: {}, manner: "hangs" as const, why: "there is no time left" },
    { name: "one without time", request: { timeoutMs: 100 }, manner: answer(502), why: "a pause would be too long" },
  ])("$name is sent once ($why)", async ({ request, manner }) => {
    const { host, read, end } = makeRig();
    host.meet(manner);
    await end(read(request));
    expect(host.asked).toHaveLength(1);
  });

  it("counts once with all its tries: one is no host that is down", async () => {
    const { host, ask, read, end } = makeRig();
    host.meet("cuts");
    expect([await end(read()), await end(read()), host.asked.length]).toEqual(["ECONNRESET", "ECONNRESET", 6]);
    host.meet(answer(200));
    expect(await ask()).toBe("200");
  });

  it("ends with what was heard when the next try is held back", async () => {
    const { host, read, end } = makeRig();
    host.meet(answer(429, "9"));
    expect([await end(read()), host.asked.length]).toEqual(["429", 1]);
  });
});
