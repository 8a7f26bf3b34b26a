import { describe, expect, it } from "vitest";
import type { Plan } from "../../shared/core/action.ts";
import { isDeleting } from "../../shared/core/deletion-rules.ts";
import { at } from "../../shared/core/json.ts";
import type { OperatorRecord } from "../../shared/core/record.ts";
import { isScaling } from "../../shared/kinds/vvp-deployment/autopilot.ts";
import { isOutdated, refusalLeft } from "../../shared/kinds/vvp-deployment/projection.ts";
import { markIn } from "../../shared/kinds/vvp-deployment/restart.ts";
import { status } from "../../shared/kinds/vvp-deployment/schema.ts";
import type { View } from "../../shared/kinds/vvp-deployment/view.ts";
import type { AppManagerAction } from "../../shared/ports/app-manager.ts";
import { conclusionLaw, decide, law, types } from "./plan-laws.ts";

/** The view as it would be on a platform that says nothing of Autopilot, and never has. */
function without(one: View): View {
  if (one.backend.found !== "own") return one;
  const { autopilot: _unsaid, ...deployment } = one.backend.deployment;
  const { scaling: _forgotten, ...record } = one.record ?? {};
  const known = one.record === undefined ? undefined : (record as OperatorRecord);
  return { ...one, record: known, backend: { found: "own", deployment } };
}

/** True where the platform says nothing usable of Autopilot, and no scaling is remembered (WEIR_AUTOPILOT_MEMORY). */
function isUnread({ backend, record }: View): boolean {
  const mode = backend.found === "own" ? (backend.deployment.autopilot?.mode ?? "UNKNOWN") : undefined;
  return mode === "UNKNOWN" && record?.scaling === undefined;
}

/** What a plan does, without its words: those of a state that comes back after a guess say so. */
function doing(one: View): object {
  const { rule, result } = decide(one);
  const { why: _words, ...rest } = result;
  return { rule, ...rest };
}

/** A law over every deployment of ours that is being scaled while nothing else holds the resource back. */
function scalingLaw(check: (one: View, plan: Plan<AppManagerAction>, rule: string) => void): void {
  law((any) => {
    // A request is only ever on record next to the id of its deployment.
    if (any.backend.found !== "own" || any.record?.id === undefined) return;
    const autopilot = { mode: "ACTIVE", parallelism: 4, scaling: true } as const;
    const { deletionTimestamp: _kept, annotations: _free, ...metadata } = any.object.metadata;
    const deployment = { ...any.backend.deployment, autopilot };
    const one: View = {
      ...any,
      backend: { found: "own", deployment },
      object: { ...any.object, metadata },
      violations: [],
    };
    const { result, rule } = decide(one);
    check(one, result, rule);
  });
}

describe("Autopilot", () => {
  it("scales: the state that a write carries is the one that the platform has (R115, AMB-17)", () => {
    scalingLaw((one, plan) => {
      const held = one.backend.found === "own" ? one.backend.deployment.desiredState : undefined;
      for (const action of plan.actions) {
        const state = "body" in action ? at(action.body as never, "spec", "state") : undefined;
        if (state !== undefined && held !== undefined) expect(state).toBe(held);
      }
    });
  });

  it("scales: no savepoint and no restart is sent (R116, R117)", () => {
    scalingLaw((one, plan, rule) => {
      expect(types(plan)).not.toContain("app-manager/savepoint");
      expect(["restart", "take-savepoint", "finish-restart", "correct-state"]).not.toContain(rule);
      for (const action of plan.actions) {
        const mark = "body" in action ? markIn(action.body as never) : undefined;
        expect([undefined, one.record?.nonces?.restarted]).toContain(mark);
      }
    });
  });

  it("scales: what differs in the rest of the spec goes out all the same (R113, R118)", () => {
    scalingLaw((one, plan, rule) => {
      const free =
        one.record !== undefined && one.record.nonces?.taking === undefined && one.savepoint.found === "unasked";
      const idle = one.record?.intents.every(({ key, attempt }) => key === "restart" || attempt === 0) === true;
      if (!free || !idle || !isOutdated(one) || refusalLeft(one) > 0) return;
      expect([rule, plan.actions.length]).toEqual(["project-spec", 1]);
    });
  });

  it("cannot be read or is not scaling: everything is as without it (R106, R121, R122, AMB-33)", () => {
    law((one) => {
      if (isUnread(one) || !isScaling(one)) expect(doing(one)).toEqual(doing(without(one)));
    });
  });

  it("holds up no deletion", () => {
    law((one) => {
      if (isDeleting(one)) expect(doing(one)).toEqual(doing(without(one)));
    });
  });

  it("scales: a state that is held back is said to be, and is no reason otherwise (R93)", () => {
    conclusionLaw((one, outcomes, made) => {
      const { conditions = [] } = status.parse(made.status);
      const aligned = conditions.find(({ type }) => type === "SpecAligned");
      if (aligned?.reason !== "StateProjectionSuppressedAutopilot") return;
      expect([isScaling(one), outcomes.every(({ result }) => result === "done")]).toEqual([true, true]);
    });
  });

  it("runs another parallelism than the spec's only where it says so and is ACTIVE (R100–R104)", () => {
    conclusionLaw((one, outcomes, made) => {
      const { conditions = [] } = status.parse(made.status);
      const aligned = conditions.find(({ type }) => type === "ParallelismAligned");
      if (outcomes.length > 0 || one.backend.found !== "own" || aligned === undefined) return;
      const { autopilot } = one.backend.deployment;
      const wanted = at(one.object.spec as never, "deployment", "spec", "template", "spec", "parallelism");
      const runtime = autopilot?.mode === "ACTIVE" ? autopilot.parallelism : undefined;
      const differs = runtime !== undefined && wanted !== undefined && wanted !== runtime;
      expect(aligned.reason).toBe(differs ? "AutopilotManaged" : "Aligned");
    });
  });
});
