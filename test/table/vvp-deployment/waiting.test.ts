import { describe, expect, it } from "vitest";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { instant } from "../../builders/arbitrary-view.ts";
import { law } from "../../property/plan-laws.ts";
import { allRows } from "./rows/all.ts";

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

describe("a condition that fails", () => {
  const failing = vvpDeployment.conditions.flatMap(({ type, healthyWhen, reasons }) =>
    Object.entries(reasons).flatMap(([reason, doc]) => (doc.status === healthyWhen ? [] : [{ type, reason, ...doc }])),
  );

  /** Those that end by themselves. */
  const endsByItself = new Set(["StateProjectionSuppressedAutopilot", "AutopilotManaged"]);

  it("says what the user does about it, or is one of those that end by themselves (R134)", () => {
    const silent = failing.flatMap(({ reason, action }) => (action === undefined ? [reason] : []));
    expect(silent.filter((reason) => !endsByItself.has(reason))).toEqual([]);
  });

  it("has a message in every row, and no row has an empty one", () => {
    const lines = Object.values(allRows)
      .flat()
      .flatMap(({ steps }) => steps)
      .flatMap(({ status }) => (status as { conditions?: string[] } | null)?.conditions ?? []);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !/^\w+ \w+\/\w+ \S+ \S/.test(line))).toEqual([]);
  });
});
