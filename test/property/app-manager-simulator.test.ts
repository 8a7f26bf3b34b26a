import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, type JsonValue } from "../../shared/core/json.ts";
import { makeAdmin } from "../../simulators/app-manager/admin.ts";
import { answerAdmin, isAdminPath } from "../../simulators/app-manager/admin-routes.ts";
import { advance } from "../../simulators/app-manager/advance.ts";
import { chooseFault, exchange } from "../../simulators/app-manager/exchange.ts";
import { makePlatform } from "../../simulators/app-manager/platform.ts";
import type { State } from "../../simulators/app-manager/state.ts";
import { step } from "../../simulators/app-manager/step.ts";
import { arbitraryDeed, CALLS, type Deed } from "../builders/arbitrary-traffic.ts";
import { MARKER, makeSpec, T0 } from "../unit/simulators/app-manager/world.ts";
import { seeded } from "./json-arbitrary.ts";

/** What became of a deed: its request line, the outcome as text, and what the platform itself has broken by then. */
type Played = { readonly call: string; readonly text: string; readonly blamed: readonly unknown[] };

/** Plays deeds against a platform with deployments `a` of nobody and `b` of operator op-1, both RUNNING. */
function play(script: readonly Deed[]): {
  readonly played: readonly Played[];
  readonly state: State;
  readonly now: number;
} {
  let now = T0;
  const platform = makePlatform({ seed: 3, token: "secret", delays: {} }, () => now);
  platform.state.tokens.set("secret", { namespace: "default", role: "owner" });
  platform.state.tokens.set("spare", { namespace: "default", role: "owner" });
  platform.state.tokens.set("viewer", { namespace: "default", role: "viewer" });
  const admin = makeAdmin(platform);
  admin.createDeployment("default", "a", makeSpec("RUNNING"));
  admin.loadDeployment({ metadata: { name: "b", annotations: MARKER }, spec: makeSpec("RUNNING") });
  const body = { metadata: { name: "own" }, spec: { kubernetes: { namespace: "jobs" } } };
  const path = "/api/v1/namespaces/default/deployment-targets";
  step(platform.state, { method: "POST", path, token: "secret", body }, now);
  now += 2_000;
  const played = script.map((deed) => {
    now += deed.ms;
    const fill = filler(platform.state, deed);
    const [method = "", path = ""] = fill(deed.call).split(" ");
    const body = JSON.parse(fill(JSON.stringify(deed.body))) as JsonValue;
    const request = { method, path, body, token: deed.token, operator: deed.operator };
    const outcome = isAdminPath(path)
      ? { kind: "json", reply: answerAdmin(admin, platform, request) }
      : exchange(platform, request, chooseFault(platform, request));
    const blamed = admin.broken().filter(({ by }) => by === "platform");
    return { call: `${method} ${path}`, text: JSON.stringify(outcome), blamed };
  });
  return { played, state: platform.state, now: platform.clock() };
}

/** Puts what exists into the placeholders of a text, and the deed's key where nothing else fits. */
function filler({ rows, savepoints, jobs }: State, { key, call }: Deed): (text: string) => string {
  const first = (map: ReadonlyMap<string, unknown>) => map.keys().next().value ?? "none";
  const id = call.includes("/jobs/") ? first(jobs) : first(call.includes("savepoints/") ? savepoints : rows);
  const pick = (_: string, name: string) => ({ namespace: "default", id })[name] ?? key.replace("{id}", id);
  return (text) => text.replace(/\{(namespace|id|nameOrId|name|secret)\}/g, pick);
}

const scripts = fc.array(arbitraryDeed, { minLength: 5, maxLength: 40, size: "max" });

describe("any traffic through all endpoints, commands and knobs", () => {
  it("never gives a 5xx or what is no object, and the platform breaks no invariant of its own", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        for (const { call, text, blamed } of play(script).played) {
          expect([call, blamed]).toEqual([call, []]);
          const { kind, reply } = JSON.parse(text) as { kind: string; reply?: { status: number; body: unknown } };
          if (kind === "reset") continue;
          expect(isObject(reply?.body), call).toBe(true);
          expect(reply?.status, call).toBeLessThan(500);
        }
      }),
      seeded(300),
    );
  });

  it("ends in a platform that comes to rest: no transition, scaling or savepoint stays open", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { state, now } = play(script);
        advance(state, now + 3_600_000);
        for (const { phase, autopilot, deployment } of state.rows.values()) {
          expect([phase.kind, deployment.status.state === "TRANSITIONING", autopilot?.scaling]).toEqual([
            "settled",
            false,
            undefined,
          ]);
        }
        const open = [...state.savepoints.values()].filter(({ status }) => /STARTED|PENDING/.test(status.state));
        expect([open, state.tasks]).toEqual([[], []]);
      }),
      seeded(200),
    );
  });

  it("is answered the same by the same seed (sim:deterministic)", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const [first, second] = [play(script), play(script)];
        expect(second.played).toEqual(first.played);
        expect(second.state).toEqual(first.state);
      }),
      seeded(60),
    );
  });

  it("succeeds in every call now and then, so that the laws above mean something", () => {
    const sampled = fc.sample(scripts, { numRuns: 600, seed: 5 });
    const done = new Set<string>();
    for (const script of sampled) {
      for (const [index, { text }] of play(script).played.entries()) {
        if (/"reply":\{"status":20[01]/.test(text)) done.add(script[index]?.call ?? "");
      }
    }
    expect(CALLS.filter((call) => !done.has(call))).toEqual([]);
  });
});
