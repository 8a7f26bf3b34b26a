import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../shared/core/action.ts";
import { firstMatch } from "../../shared/core/chain.ts";
import type { ErrorCode } from "../../shared/core/error.ts";
import { conclude } from "../../shared/kinds/vvp-deployment/conclude.ts";
import { conditions } from "../../shared/kinds/vvp-deployment/conditions.ts";
import { chain } from "../../shared/kinds/vvp-deployment/decide.ts";
import { hasGap } from "../../shared/kinds/vvp-deployment/projection.ts";
import { claimed } from "../../shared/kinds/vvp-deployment/remember.ts";
import { status } from "../../shared/kinds/vvp-deployment/schema.ts";
import { isDeleting, type View } from "../../shared/kinds/vvp-deployment/view.ts";
import type { AppManagerAction, Deployment } from "../../shared/ports/app-manager.ts";
import { deployment, instant, view } from "../builders/arbitrary-view.ts";
import { seeded } from "./json-arbitrary.ts";

type Done = Outcome<AppManagerAction, Deployment | undefined>;

const decide = (one: View) => firstMatch(chain, one);
const runs = seeded(2_000);

/** A law over every view: what must be true of the plan that the chain makes of it. */
function law(check: (one: View, plan: ReturnType<typeof decide>["result"], rule: string) => void): void {
  fc.assert(
    fc.property(view, (one) => {
      const { result, rule } = decide(one);
      check(one, result, rule);
    }),
    runs,
  );
}

const types = (plan: { actions: readonly AppManagerAction[] }) => plan.actions.map(({ type }) => type);

describe("every plan", () => {
  it("is the same for the same view, which it does not change", () => {
    law((one, plan, rule) => {
      const copy = structuredClone(one);
      expect(decide(copy)).toEqual({ rule, result: plan });
      expect(copy).toEqual(one);
    });
  });

  it("holds one effect at most", () => law((_, plan) => expect(plan.actions.length).toBeLessThanOrEqual(1)));

  it("says why in a sentence", () => law((_, plan) => expect(plan.why).toMatch(/^[A-Z].*[a-z]/)));

  it("sends nothing on what could not be asked, and lets nothing go", () => {
    law(({ backend }, plan) => {
      if (backend.found === "unknown") expect([plan.actions, plan.release]).toEqual([[], undefined]);
    });
  });

  it("changes nothing that is not ours", () => {
    law(({ backend }, plan) => {
      const ours = backend.found === "own";
      if (types(plan).some((type) => type !== "app-manager/create")) expect(ours).toBe(true);
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
      for (const { at } of record?.intents ?? []) expect(instant - at).toBeGreaterThanOrEqual(60_000);
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

  it("has every request of a nonce on record before its effect, with the value and a number of its own", () => {
    law((one, plan) => {
      const record = claimed({ view: one, plan });
      const sent = plan.actions.map((action) =>
        action.type === "app-manager/savepoint" ? action.request.mark : undefined,
      );
      for (const mark of sent) {
        if (mark === undefined) continue;
        const intent = record?.intents.find(({ key }) => key === "savepoint");
        expect(mark).toBe(`uid-1/${intent?.content}`);
        expect(intent).toMatchObject({ at: instant });
      }
      const accepted = (record?.intents ?? []).filter(({ key }) => !one.record?.intents.some((old) => old.key === key));
      expect(new Set(accepted.map(({ content }) => content.split("#")[1])).size).toBe(accepted.length);
    });
  });

  it("takes no savepoint and restarts nothing of a job that did not run when the pass began", () => {
    law((one, plan, rule) => {
      if (one.backend.found !== "own" || one.backend.deployment.state === "RUNNING") return;
      expect(types(plan)).not.toContain("app-manager/savepoint");
      const open = one.record?.intents.some(({ key }) => key === "restart");
      if (rule === "restart") expect(open).toBe(true);
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
      if (plan.release === true && one.backend.found === "own") expect(types(plan)).toEqual(["app-manager/delete"]);
    });
  });

  it("projects neither a broken spec nor a paused one", () => {
    law((one, plan) => {
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

const codes: readonly ErrorCode[] = [
  "Throttled",
  "Unavailable",
  "Conflict",
  "Rejected",
  "Denied",
  "Missing",
  "Malformed",
  "Bug",
];

/** How the one action of a plan may end. */
const ending = fc.oneof(
  deployment.map((value) => ({ result: "done" as const, value })),
  fc.record({ code: fc.constantFrom(...codes), applied: fc.constantFrom("no" as const, "maybe" as const) }),
);

function outcomesOf(
  actions: readonly AppManagerAction[],
  end: typeof ending extends fc.Arbitrary<infer End> ? End : never,
): Done[] {
  return actions.map((action): Done => {
    if ("value" in end) return { action, ...end, value: action.type === "app-manager/delete" ? undefined : end.value };
    const fault = { code: end.code, message: "a fault", applied: end.applied };
    return { action, result: end.applied === "no" ? "failed" : "unknown", fault };
  });
}

describe("every conclusion", () => {
  const reasons = new Map(conditions.map((row) => [row.type, new Set(Object.keys(row.reasons))]));

  function each(check: (one: View, outcomes: readonly Done[], made: ReturnType<typeof conclude>) => void): void {
    fc.assert(
      fc.property(view, ending, (one, end) => {
        const { rule, result: plan } = decide(one);
        const outcomes = outcomesOf(plan.actions, end);
        check(one, outcomes, conclude({ view: one, rule, plan, outcomes }));
      }),
      runs,
    );
  }

  it("is a status that its own schema admits, with documented reasons and the documented statuses", () => {
    each((_, __, made) => {
      const { conditions: list = [] } = status.parse(made.status);
      for (const one of list) {
        if (one.type === "Healthy") continue;
        expect(reasons.get(one.type)?.has(one.reason), `${one.type}/${one.reason}`).toBe(true);
        const documented = conditions.find(({ type }) => type === one.type)?.reasons[one.reason]?.status;
        expect([one.type, one.reason, one.status]).toEqual([one.type, one.reason, documented]);
      }
    });
  });

  it("never says that all is well while nothing is known of the deployment", () => {
    each((one, outcomes, made) => {
      const { conditions: list = [] } = status.parse(made.status);
      const done = outcomes.some(({ result }) => result === "done");
      if (one.backend.found === "own" || done || isDeleting(one)) return;
      expect(list[0]?.status).toBe("False");
    });
  });

  it("keeps the intent of a creation unless it is settled", () => {
    each((one, outcomes, made) => {
      const [outcome] = outcomes;
      if (outcome?.action.type !== "app-manager/create" || outcome.result === "done") return;
      const refused = ["Rejected", "Denied", "Missing"].includes(outcome.fault.code);
      expect([one.content, made.record?.intents.length]).toEqual([one.content, refused ? 0 : 1]);
    });
  });

  it("forgets neither the deployment nor, unless it is in doubt, what was projected last", () => {
    each((one, outcomes, made) => {
      if (one.record === undefined || made.record === undefined) return;
      if (one.record.id !== undefined) expect(made.record.id).toBe(one.record.id);
      const doubt = outcomes.some(({ result, action }) => result === "unknown" && action.type !== "app-manager/delete");
      const done = outcomes.some(({ result }) => result === "done");
      if (!doubt && !done && !hasGap(one)) expect(made.record.applied).toBe(one.record.applied);
    });
  });
});
