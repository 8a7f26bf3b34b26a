import type { Action, Plan } from "../core/action.ts";
import type { Decision } from "../core/chain.ts";

/**
 * The same rules, whose effects only go out while the record that they went by is the newest one. What was read after it may be
 * of a later deploy, which another process has made since: its Deployment would be taken for a leftover, and its metadata for
 * that of a job that has gone.
 */
export function unlessOvertaken<View, Act extends Action>(
  rules: readonly Decision<View, Plan<Act>>[],
): readonly Decision<View, Plan<Act>>[] {
  return rules.map((rule) => ({
    ...rule,
    decide: (view) => {
      const plan = rule.decide(view);
      return plan === undefined || plan.actions.length === 0 ? plan : { ...plan, recheck: "always" };
    },
  }));
}
