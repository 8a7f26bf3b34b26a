import { describe, expect, it } from "vitest";
import { instant } from "../../builders/arbitrary-view.ts";
import { law } from "../../property/plan-laws.ts";

/** Rules that send nothing because there is nothing to be done; of these only a movement of the platform is waited for. */
const resting: ReadonlySet<string> = new Set(["rest", "observe"]);

describe("a plan that sends nothing", () => {
  it("says what ends the wait, whatever the view (R134)", () => {
    const seen = new Set<string>();
    law((_view, plan, rule) => {
      if (plan.actions.length > 0 || plan.release === true || resting.has(rule)) return;
      seen.add(rule);
      expect(plan.until, rule).toMatch(/^\S.{10,}\.$/);
    });
    expect([...seen].sort()).toEqual(expect.arrayContaining(["await-backend", "await-quarantine", "pause"]));
  });

  it("that is looked at again soon says so too, also where the platform only moves", () => {
    law((_view, plan, rule) => {
      if (plan.actions.length === 0 && plan.revisit !== undefined) expect(plan.until, rule).toBeDefined();
    });
  });

  it("names no time that has passed", () => {
    law((_view, { until = "" }, rule) => {
      for (const [time] of until.matchAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g)) {
        expect(Date.parse(time), `${rule}: ${until}`).toBeGreaterThanOrEqual(instant);
      }
    });
  });

  it("has none where it acts: what is done is no wait", () => {
    law((_view, plan) => {
      if (plan.actions.length > 0) expect(plan.until).toBeUndefined();
    });
  });
});
