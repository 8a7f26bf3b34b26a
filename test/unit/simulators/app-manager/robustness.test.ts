import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { advance } from "../../../../simulators/app-manager/advance.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import { copyState } from "../../../../simulators/app-manager/state.ts";
import { type Request, step } from "../../../../simulators/app-manager/step.ts";
import { DEPLOYMENTS, MARKER, makeFullSpec, makeSpec, makeWorld, T0 } from "./world.ts";

describe("hostile input", () => {
  it.each([
    {
      name: "__proto__ in the spec",
      why: "what passes through must not become pollution",
      body: '{"metadata":{"name":"a"},"spec":{"__proto__":{"polluted":1}}}',
    },
    {
      name: "__proto__ in labels",
      why: "maps of strings too",
      body: '{"metadata":{"name":"a","labels":{"__proto__":{"polluted":1}}}}',
    },
    {
      name: "constructor.prototype",
      why: "the other way to the same place",
      body: '{"metadata":{"name":"a"},"spec":{"constructor":{"prototype":{"polluted":1}}}}',
    },
  ])("refuses $name in every write (sim:body-bounds)", ({ body }) => {
    const { create, send, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const before = read("a");
    for (const [method, path] of [
      ["POST", DEPLOYMENTS],
      ["PATCH", `${DEPLOYMENTS}/a`],
      ["PUT", `${DEPLOYMENTS}/a`],
    ] as const) {
      expect(send(method, path, JSON.parse(body) as JsonValue).status).toBe(400);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(read("a")).toBe(before);
  });

  it.each([
    { name: "nothing", why: "a body is needed", body: undefined },
    { name: "a list", why: "an object is needed", body: [] },
    { name: "null", why: "an object is needed", body: null },
    { name: "text", why: "an object is needed", body: "x" },
    {
      name: "5,000 levels",
      why: "recursion must not overflow",
      body: JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`) as JsonValue,
    },
  ])("answers 400 for $name as a body (sim:body-bounds)", ({ body }) => {
    const { send } = makeWorld();
    expect(send("POST", DEPLOYMENTS, body).status).toBe(400);
    expect(send("PATCH", `${DEPLOYMENTS}/a`, body).status).toBe(400);
  });

  it.each([
    {
      name: "an unknown collection",
      why: "404 JSON",
      method: "GET",
      path: "/api/v1/namespaces/default/autopilot",
      status: 404,
    },
    { name: "an unknown root", why: "404 JSON", method: "GET", path: "/", status: 404 },
    { name: "a deeper path", why: "404 JSON", method: "GET", path: `${DEPLOYMENTS}/a/b`, status: 404 },
    { name: "an empty key", why: "404 JSON", method: "GET", path: `${DEPLOYMENTS}/`, status: 404 },
    {
      name: "Autopilot",
      why: "comes later",
      method: "GET",
      path: "/autopilot/v2/namespaces/default/deployments/a/autopilotpolicy-describe",
      status: 404,
    },
    { name: "bad escapes", why: "no throw", method: "GET", path: `${DEPLOYMENTS}/%zz`, status: 400 },
    {
      name: "a name of a prototype",
      why: "no lookup in objects",
      method: "GET",
      path: `${DEPLOYMENTS}/__proto__`,
      status: 404,
    },
    {
      name: "POST on an item",
      why: "405 names what is allowed",
      method: "POST",
      path: `${DEPLOYMENTS}/a`,
      status: 405,
    },
    { name: "DELETE on a list", why: "405 names what is allowed", method: "DELETE", path: DEPLOYMENTS, status: 405 },
  ])("answers $status for $name (sim:errors)", ({ method, path, status }) => {
    const reply = makeWorld().send(method, path, {});
    expect(reply).toMatchObject({ status, body: { success: false, httpCode: status, message: expect.any(String) } });
    expect(reply.headers !== undefined).toBe(status === 405);
  });
});

const names = fc.constantFrom("a", "b");
const states = fc.constantFrom("RUNNING", "SUSPENDED", "CANCELLED");
const operators = fc.constantFrom(undefined, "op-1", "op-2");
const markers = fc.constantFrom<JsonObject>({}, { annotations: MARKER });

/** Any sensible or senseless request to two deployments. */
const requests: fc.Arbitrary<Request> = fc.oneof(
  fc
    .record({ name: names, state: states, metadata: markers, operator: operators })
    .map(({ name, state, metadata, operator }) => ({
      method: "POST",
      path: DEPLOYMENTS,
      body: { metadata: { name, ...metadata }, spec: makeSpec(state) },
      operator,
    })),
  fc
    .record({ name: names, state: states, parallelism: fc.integer({ min: 0, max: 3 }), operator: operators })
    .map(({ name, state, parallelism, operator }) => ({
      method: "PATCH",
      path: `${DEPLOYMENTS}/${name}`,
      body: { spec: { state, template: { spec: { parallelism } } } },
      operator,
    })),
  fc
    .record({ name: names, state: states, metadata: markers, operator: operators })
    .map(({ name, state, metadata, operator }) => ({
      method: "PUT",
      path: `${DEPLOYMENTS}/${name}`,
      body: { metadata, spec: makeFullSpec(state) },
      operator,
    })),
  fc
    .record({ name: names, operator: operators })
    .map(({ name, operator }) => ({ method: "DELETE", path: `${DEPLOYMENTS}/${name}`, operator })),
  fc.record({
    method: fc.constantFrom("GET", "POST", "PATCH", "PUT"),
    path: fc.constantFrom(DEPLOYMENTS, `${DEPLOYMENTS}/a`, "/api/v1/namespaces/default/savepoints"),
    body: fc.jsonValue() as fc.Arbitrary<JsonValue>,
  }),
);
const scripts = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), requests), { maxLength: 30 });
const behaviours = fc.constantFrom(
  {},
  { broken: true },
  { failedStarts: 1 },
  { failsAfterMs: 400 },
  { finishesAfterMs: 900 },
  { failedSavepoints: 2 },
);

function play(script: readonly (readonly [number, Request])[], behaviour: object) {
  const { state } = makeWorld();
  state.artifacts.set("s3://jobs/a.jar", behaviour);
  let now = T0;
  const replies = script.map(([ms, request]) => {
    now += ms;
    return JSON.stringify(step(state, { token: "secret", ...request }, now));
  });
  return { state, now, replies };
}

describe("any script of requests", () => {
  it("breaks no invariant, settles, and never answers 5xx", () => {
    fc.assert(
      fc.property(scripts, behaviours, (script, behaviour) => {
        const { state, now, replies } = play(script, behaviour);
        expect(findViolations(state)).toEqual([]);
        expect(replies.filter((reply) => /^\{"status":5/.test(reply))).toEqual([]);
        advance(state, now + 600_000);
        expect(findViolations(state)).toEqual([]);
        for (const row of state.rows.values()) {
          const { spec, status } = row.deployment;
          expect(row.phase.kind).toBe("settled");
          expect([spec.state, "FAILED", "FINISHED"]).toContain(status.state);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("plays the same twice, and a copy does not disturb the original (sim:deterministic)", () => {
    fc.assert(
      fc.property(scripts, behaviours, (script, behaviour) => {
        const [first, second] = [play(script, behaviour), play(script, behaviour)];
        expect(second.replies).toEqual(first.replies);
        const copy = copyState(first.state);
        advance(copy, first.now + 600_000);
        expect(first.state).toEqual(second.state);
      }),
      { numRuns: 100 },
    );
  });

  it("comes to the same state in small and in large steps of time", () => {
    fc.assert(
      fc.property(scripts, behaviours, fc.integer({ min: 1, max: 999 }), (script, behaviour, stride) => {
        const { state, now } = play(script, behaviour);
        const slow = copyState(state);
        for (let time = now; time < now + 5000; time += stride) advance(slow, time);
        advance(slow, now + 5000);
        advance(state, now + 5000);
        expect(slow).toEqual(state);
      }),
      { numRuns: 50 },
    );
  });

  it("leaves an earlier reply as it was", () => {
    const { create, patch, wait, read } = makeWorld();
    const { body } = create("a", makeSpec("RUNNING"));
    const text = JSON.stringify(body);
    wait(1500);
    read("a");
    patch("a", { metadata: { labels: { x: "1" } } });
    expect(JSON.stringify(body)).toBe(text);
  });
});
