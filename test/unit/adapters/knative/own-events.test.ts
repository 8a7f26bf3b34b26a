import { describe, expect, it } from "vitest";
import type { CloudEvent } from "../../../../shared/adapters/knative/decode-event.ts";
import { fromEvent, toData } from "../../../../shared/adapters/knative/own-events.ts";
import { toReply } from "../../../../shared/adapters/knative/reply.ts";
import type { OwnEvent } from "../../../../shared/ports/bus.ts";

const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const received = (type: string, data?: unknown): CloudEvent => ({
  type,
  source: "/weir",
  id: "1",
  extensions: {},
  data,
});
const throughTheWire = (event: OwnEvent) => received(event.type, JSON.parse(JSON.stringify(toData(event))));

describe("own events", () => {
  it.each([
    { name: "follow", event: { type: "dev.weir.follow", keys: [key, { ...key, name: "two" }] } },
    {
      name: "follow with hops and a pause",
      event: {
        type: "dev.weir.follow",
        keys: [
          { ...key, hops: 0, afterMs: 0 },
          { ...key, name: "two", hops: 100, afterMs: 600_000 },
          { ...key, name: "three", hops: 3 },
          { ...key, name: "four", afterMs: 5_000 },
        ],
      },
    },
    { name: "follow, detached", event: { type: "dev.weir.follow", keys: [key], detached: true } },
    { name: "follow nothing", event: { type: "dev.weir.follow", keys: [] } },
    {
      name: "sweep",
      event: { type: "dev.weir.sweep", holder: "h", kind: "VvpDeployment", namespace: "", continue: "t/=" },
    },
    {
      name: "sweep from the start of a list",
      event: { type: "dev.weir.sweep", holder: "h", kind: "VvpDeployment", namespace: "demo", continue: "" },
    },
    {
      name: "sweep one",
      event: { type: "dev.weir.sweep", holder: "h", kind: "VvpDeployment", namespace: "demo", continue: "t" },
    },
  ] as const)("$name comes back as it was sent", ({ event }) => {
    expect(fromEvent(throughTheWire(event))).toEqual({ ok: true, event });
  });

  it("carries what fits into one event and leaves the rest to the tick", () => {
    const long = (index: number) => ({ kind: "K", namespace: "n".repeat(63), name: `${"a".repeat(240)}${index}` });
    const short = (index: number) => ({ kind: "K", namespace: "n", name: `a${index}` });
    const many = (key: typeof long) =>
      toData({ type: "dev.weir.follow", keys: Array.from({ length: 12_000 }, (_, i) => key(i)) });
    expect((many(short) as { keys: unknown[] }).keys).toHaveLength(10_000);
    expect(JSON.stringify(many(long)).length).toBeLessThan(1_600_000);
  });

  it.each([
    {
      name: "above",
      sent: { hops: 101, afterMs: 600_001 },
      taken: { hops: 100, afterMs: 600_000 },
      why: "still bounded",
    },
    {
      name: "below",
      sent: { hops: -1, afterMs: -0.5 },
      taken: { hops: 0, afterMs: 0 },
      why: "a moment that has passed",
    },
    { name: "a fraction", sent: { hops: 1, afterMs: 0.2 }, taken: { hops: 1, afterMs: 1 }, why: "no sooner" },
    { name: "no number", sent: { hops: Number.NaN, afterMs: Number.NaN }, taken: { hops: 0, afterMs: 0 }, why: "" },
    { name: "endless", sent: { afterMs: Number.POSITIVE_INFINITY }, taken: { afterMs: 600_000 }, why: "" },
  ])("sends numbers that the other end takes: $name ($why)", ({ sent, taken }) => {
    const reading = fromEvent(throughTheWire({ type: "dev.weir.follow", keys: [{ ...key, ...sent }] }));
    expect(reading).toEqual({ ok: true, event: { type: "dev.weir.follow", keys: [{ ...key, ...taken }] } });
  });

  it("ignores members that it does not know", () => {
    const reading = fromEvent(received("dev.weir.follow", { keys: [{ ...key, hops: 1, later: "x" }], later: 1 }));
    expect(reading).toEqual({ ok: true, event: { type: "dev.weir.follow", keys: [{ ...key, hops: 1 }] } });
  });

  it.each([
    { member: "hops", value: 101, why: "more than any chain" },
    { member: "hops", value: -1, why: "" },
    { member: "hops", value: 1.5, why: "" },
    { member: "hops", value: "1", why: "a text" },
    { member: "hops", value: null, why: "present, and nothing" },
    { member: "afterMs", value: 600_001, why: "longer than a tick takes" },
    { member: "afterMs", value: -1, why: "" },
    { member: "afterMs", value: 0.5, why: "" },
    { member: "afterMs", value: [1], why: "a list" },
  ])("$member $value is 400 ($why)", ({ member, value }) => {
    const reading = fromEvent(received("dev.weir.follow", { keys: [key, { ...key, [member]: value }] }));
    expect(reading).toMatchObject({ ok: false, status: 400, reason: expect.stringContaining(`keys[1]: ${member}`) });
  });

  it("asks for a key once", () => {
    const reading = fromEvent(received("dev.weir.follow", { keys: [key, key] }));
    expect(reading).toEqual({ ok: true, event: { type: "dev.weir.follow", keys: [key] } });
  });

  it.each([
    { name: "another type", event: received("x.y", { keys: [] }), why: "not ours" },
    { name: "no data", event: received("dev.weir.follow"), why: "nothing to follow" },
    {
      name: "a detached that is no boolean",
      event: received("dev.weir.follow", { keys: [key], detached: "yes" }),
      why: "",
    },
    { name: "no list", event: received("dev.weir.follow", { keys: {} }), why: "" },
    { name: "a bad name", event: received("dev.weir.follow", { keys: [{ ...key, name: "../x" }] }), why: "a path" },
    { name: "a missing name", event: received("dev.weir.follow", { keys: [{ kind: "K", name: "a" }] }), why: "" },
    { name: "no object", event: received("dev.weir.follow", { keys: ["a", null] }), why: "" },
    { name: "too many", event: received("dev.weir.follow", { keys: Array(10_001).fill(key) }), why: "a flood" },
    {
      name: "no token",
      event: received("dev.weir.sweep", { holder: "h", kind: "K", namespace: "" }),
      why: "it would start over",
    },
    {
      name: "a token that is no text",
      event: received("dev.weir.sweep", { holder: "h", kind: "K", namespace: "", continue: 1 }),
      why: "",
    },
    {
      name: "no holder",
      event: received("dev.weir.sweep", { kind: "K", namespace: "", continue: "t" }),
      why: "nobody's lease",
    },
    {
      name: "a long holder",
      event: received("dev.weir.sweep", { holder: "h".repeat(129), kind: "K", namespace: "", continue: "t" }),
      why: "a log line names it (S7)",
    },
    {
      name: "a bad kind",
      event: received("dev.weir.sweep", { holder: "h", kind: "a b", namespace: "", continue: "t" }),
      why: "",
    },
    {
      name: "a bad namespace",
      event: received("dev.weir.sweep", { holder: "h", kind: "K", namespace: "/", continue: "t" }),
      why: "",
    },
  ])("$name is 400 ($why)", ({ event }) => {
    expect(fromEvent(event)).toMatchObject({ ok: false, status: 400, reason: expect.any(String) });
  });
});

describe("replies (D7)", () => {
  it.each([
    { name: "taken", outcome: { result: "taken" }, reply: { status: 204 } },
    {
      name: "malformed",
      outcome: { result: "malformed", status: 400, reason: "why" },
      reply: { status: 400, body: { reason: "why" } },
    },
    {
      name: "the API server failed",
      outcome: { result: "cluster-failed", fault: { code: "Conflict", message: "lost a race", applied: "no" } },
      reply: { status: 503, body: { reason: "lost a race" } },
    },
  ] as const)("$name", ({ outcome, reply }) => {
    expect(toReply(outcome)).toEqual(reply);
  });
});
