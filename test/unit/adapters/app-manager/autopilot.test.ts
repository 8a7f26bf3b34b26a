import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAutopilot } from "../../../../shared/adapters/app-manager/autopilot.ts";
import { toDeployment, toPage } from "../../../../shared/adapters/app-manager/wire.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";

function answer(autopilot: JsonValue): JsonValue {
  return { metadata: { id: "id-1", name: "one" }, spec: {}, status: { state: "RUNNING", autopilot } };
}

const active = { mode: "ACTIVE", parallelism: 8, scaling: true };

describe("what the platform says of Autopilot", () => {
  it.each<{ name: string; why: string; said: JsonValue | undefined; read: unknown }>([
    { name: "nothing", why: "the platform does not tell", said: undefined, read: undefined },
    { name: "null", why: "the platform does not tell", said: null, read: undefined },
    {
      name: "all there is",
      why: "R111, R112, R114, AMB-16: that it scales is the platform's own word",
      said: { mode: "ACTIVE", runtimeParallelism: 8, scaling: true },
      read: active,
    },
    {
      name: "the vendor's word for a mode",
      why: "AUTOPILOT_MODE_ACTIVE in the vendor's model",
      said: { mode: "AUTOPILOT_MODE_MONITORING" },
      read: { mode: "MONITORING", parallelism: undefined, scaling: undefined },
    },
    {
      name: "fields that nobody knows",
      why: "a newer platform says more",
      said: { mode: "DISABLED", runtimeParallelism: null, scaling: null, error: null, cooldownMinutes: 5 },
      read: { mode: "DISABLED", parallelism: undefined, scaling: undefined },
    },
  ])("$name ($why)", ({ said, read }) => {
    expect(toAutopilot(said)).toEqual(read);
  });

  it.each<{ name: string; said: JsonValue; why: string }>([
    { name: "a page", said: "<html>secret</html>", why: "it is not an object" },
    { name: "a list", said: [], why: "it is not an object" },
    { name: "an error", said: { error: { message: "secret" } }, why: "it reports an error of the Autopilot service" },
    { name: "no mode", said: {}, why: "its mode is none of DISABLED, MONITORING and ACTIVE" },
    { name: "another mode", said: { mode: "secret" }, why: "its mode is none of DISABLED, MONITORING and ACTIVE" },
    {
      name: "half a TaskManager",
      said: { mode: "ACTIVE", runtimeParallelism: 0.5 },
      why: "its runtimeParallelism is no positive number",
    },
    {
      name: "a parallelism of nothing",
      said: { mode: "ACTIVE", runtimeParallelism: 0 },
      why: "its runtimeParallelism is no positive number",
    },
    {
      name: "a scaling that is a text",
      said: { mode: "ACTIVE", scaling: "secret" },
      why: "its scaling is neither true nor false",
    },
  ])("that is $name counts as not active, in words of our own: $why (R122)", ({ said, why }) => {
    expect(toAutopilot(said)).toEqual({ mode: "UNKNOWN", why });
  });

  it("costs no deployment, whatever it is (R121, R122)", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (said) => {
        expect(toDeployment(answer(said as JsonValue), "default")).toMatchObject({ id: "id-1", state: "RUNNING" });
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it("is in every item of a list as well", () => {
    const items = [answer({ mode: "ACTIVE", runtimeParallelism: 8, scaling: true }), answer(null)];
    const page = toPage({ items }, "default");
    expect(page.items.map(({ autopilot }) => autopilot)).toEqual([active, undefined]);
  });
});
