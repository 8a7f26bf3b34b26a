import { describe, expect, it } from "vitest";
import { isDeleting } from "../../shared/core/deletion-rules.ts";
import { conditions } from "../../shared/kinds/vvp-deployment/conditions.ts";
import { hasGap } from "../../shared/kinds/vvp-deployment/projection.ts";
import { claimed } from "../../shared/kinds/vvp-deployment/remember.ts";
import { status } from "../../shared/kinds/vvp-deployment/schema.ts";
import type { View } from "../../shared/kinds/vvp-deployment/view.ts";
import { instant } from "../builders/arbitrary-view.ts";
import { progressTypes } from "../world/notation.ts";
import { conclusionLaw, decide, isOwedStart, law, types } from "./plan-laws.ts";

/** True for a resource whose deployment stays when it goes. */
function isLeft({ object: { metadata } }: View): boolean {
  const { "weir.dev/deletion-policy": deletion, "weir.dev/management-policy": management } = metadata.annotations ?? {};
  return metadata.deletionTimestamp !== undefined && (deletion === "Orphan" || management === "ObserveOnly");
}

describe("every plan", () => {
  it("is the same for the same view, which it does not change", () => {
    law((one, plan, rule) => {
      const { request, ...data } = one;
      const copy = { ...structuredClone(data), request };
      expect(decide(copy)).toEqual({ rule, result: plan });
      expect(copy).toEqual(one);
    });
  });

  it("holds one effect at most", () => law((_, plan) => expect(plan.actions.length).toBeLessThanOrEqual(1)));

  it("says why in a sentence", () => law((_, plan) => expect(plan.why).toMatch(/^[A-Z].*[a-z]/)));

  it("sends nothing on what could not be asked, and lets nothing go that is not to be left", () => {
    law((one, plan) => {
      if (one.backend.found !== "unknown") return;
      expect([plan.actions, plan.release]).toEqual([[], isLeft(one) ? plan.release : undefined]);
    });
  });

  it("sends nothing at all for a resource that only looks, or whose deployment is left, but a start that it owes", () => {
    law((one, plan, rule) => {
      if (isOwedStart(rule, plan)) return;
      const policy = one.object.metadata.annotations?.["weir.dev/management-policy"];
      if (policy === "ObserveOnly" || isLeft(one)) expect(plan.actions).toEqual([]);
    });
  });

  it("corrects drift only where it is asked to, by what the resource gives", () => {
    law((one, plan, rule) => {
      if (rule !== "correct-drift") return;
      expect(one.object.metadata.annotations?.["weir.dev/drift-policy"]).toBe("Correct");
      expect([types(plan), one.record?.applied]).toEqual([["app-manager/patch"], one.content]);
      expect(instant - (one.record?.corrected?.at ?? 0)).toBeGreaterThanOrEqual(600_000);
    });
  });

  it("takes no step that cannot be taken back on a policy that is not understood", () => {
    law((one, plan) => {
      const { "weir.dev/deletion-policy": deletion, "weir.dev/management-policy": management } =
        one.object.metadata.annotations ?? {};
      if (deletion === "orphan" || management === "observe") expect(types(plan)).not.toContain("app-manager/delete");
    });
  });

  it("changes nothing that is not ours", () => {
    law(({ backend }, plan) => {
      const ours = backend.found === "own";
      const others = types(plan).filter((type) => type !== "app-manager/create" && type !== "app-manager/adopt");
      if (others.length > 0) expect(ours).toBe(true);
    });
  });

  it("takes over only what nobody manages, on the same target, with leave and for a resource that has none (R17)", () => {
    law(({ backend, object, record, violations }, plan) => {
      if (!types(plan).includes("app-manager/adopt")) return;
      const { annotations } = object.metadata;
      expect(backend).toMatchObject({
        found: "foreign",
        deployment: { owner: undefined, spec: { deploymentTargetName: "default" } },
      });
      expect([annotations?.["weir.dev/adoption-policy"], annotations?.["weir.dev/paused"]]).toEqual([
        "Adopt",
        undefined,
      ]);
      expect([record?.id, object.status, violations]).toEqual([undefined, {}, []]);
      expect(plan.intents?.map(({ key }) => key)).toEqual(["adopt"]);
    });
  });

  it("creates only what was never there, is wanted, is not in doubt, and was not refused just now", () => {
    law((one, plan) => {
      if (!types(plan).includes("app-manager/create")) return;
      const { backend, record, violations, object, content } = one;
      expect(backend.found).toBe("missing");
      expect([record?.id, (object.status as { deploymentId?: string }).deploymentId]).toEqual([undefined, undefined]);
      expect([isDeleting(one), violations.length, object.metadata.annotations?.["weir.dev/paused"]]).toEqual([
        false,
        0,
        undefined,
      ]);
      const creation = record?.intents.find(({ key }) => key === "create");
      if (creation !== undefined) expect(instant - creation.at).toBeGreaterThanOrEqual(60_000);
      if (record?.rejected?.hash === content) expect(instant - record.rejected.at).toBeGreaterThanOrEqual(600_000);
    });
  });

  it("has its intent on record before a creation", () => {
    law((one, plan) => {
      if (!types(plan).includes("app-manager/create")) return;
      const record = claimed({ view: one, plan });
      expect(record?.intents).toMatchObject([{ key: "create", at: instant, content: one.content }]);
    });
  });

  it("lets go only while deleting, and deletes only what does not run", () => {
    law((one, plan) => {
      const deletes = types(plan).includes("app-manager/delete");
      if (plan.release === true || deletes) expect(isDeleting(one)).toBe(true);
      if (deletes && one.backend.found === "own") {
        expect(["RUNNING", "TRANSITIONING"]).not.toContain(one.backend.deployment.state);
        expect(one.backend.deployment.desiredState).not.toBe("RUNNING");
      }
    });
  });

  it("never lets go of a deployment of ours that it does not delete first", () => {
    law((one, plan) => {
      if (plan.release !== true || one.backend.found !== "own" || isLeft(one)) return;
      expect(types(plan)).toEqual(["app-manager/delete"]);
    });
  });

  it("projects neither a broken spec nor a paused one; a start that it owes is no projection", () => {
    law((one, plan, rule) => {
      if (isOwedStart(rule, plan)) return;
      const paused = one.object.metadata.annotations?.["weir.dev/paused"] === "true";
      if (!isDeleting(one) && (one.violations.length > 0 || paused)) expect(plan.actions).toEqual([]);
    });
  });

  it("sends no state that does not exist", () => {
    law((one, plan) => {
      if (one.violations.length > 0 || isDeleting(one)) expect(JSON.stringify(plan.actions)).not.toContain("STOPPED");
    });
  });
});

describe("every conclusion", () => {
  const reasons = new Map(conditions.map((row) => [row.type, new Set(Object.keys(row.reasons))]));

  it("is a status that its own schema admits, with documented reasons and the documented statuses", () => {
    conclusionLaw((_, __, made) => {
      const { conditions: list = [] } = status.parse(made.status);
      for (const one of list) {
        if (one.type === "Healthy" || progressTypes.has(one.type)) continue;
        expect(reasons.get(one.type)?.has(one.reason), `${one.type}/${one.reason}`).toBe(true);
        const documented = conditions.find(({ type }) => type === one.type)?.reasons[one.reason]?.status;
        expect([one.type, one.reason, one.status]).toEqual([one.type, one.reason, documented]);
      }
    });
  });

  it("is Ready, still on its way, or waits for its user, and only one of these", () => {
    conclusionLaw((one, _, made) => {
      if (decide(one).rule === "unheld") return;
      const { conditions: list = [] } = status.parse(made.status);
      const shown = list.filter(({ type }) => progressTypes.has(type)).map(({ type, status: is }) => `${type} ${is}`);
      const ways = ["Ready True", "Ready Unknown,Reconciling True", "Ready False,Stalled True", "Ready False"];
      expect(ways).toContain(shown.join());
    });
  });

  it("never says that all is well while nothing is known of the deployment", () => {
    conclusionLaw((one, outcomes, made) => {
      const { conditions: list = [] } = status.parse(made.status);
      const done = outcomes.some(({ result }) => result === "done");
      if (one.backend.found === "own" || done || isDeleting(one)) return;
      expect(list[0]?.status).toBe("False");
    });
  });

  it("keeps the intent of a creation unless it is settled", () => {
    conclusionLaw((one, outcomes, made) => {
      const [outcome] = outcomes;
      if (outcome?.action.type !== "app-manager/create" || outcome.result === "done") return;
      const refused = ["Rejected", "Denied", "Missing"].includes(outcome.fault.code);
      expect([one.content, made.record?.intents.length]).toEqual([one.content, refused ? 0 : 1]);
    });
  });

  it("forgets neither the deployment nor, unless it is in doubt, what was projected last", () => {
    conclusionLaw((one, outcomes, made) => {
      if (one.record === undefined || made.record === undefined) return;
      if (one.record.id !== undefined) expect(made.record.id).toBe(one.record.id);
      const doubt = outcomes.some(({ result, action }) => result === "unknown" && action.type !== "app-manager/delete");
      const done = outcomes.some(({ result }) => result === "done");
      if (!doubt && !done && !hasGap(one)) expect(made.record.applied).toBe(one.record.applied);
    });
  });
});
