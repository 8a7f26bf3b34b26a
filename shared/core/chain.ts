/** One named rule of an ordered chain: a pure look at the view that decides, or leaves it to the next rule. */
export interface Decision<View, Result> {
  readonly name: string;
  /** Why the rule exists and why it stands where it stands. */
  readonly why: string;
  readonly decide: (view: View) => Result | undefined;
}

/**
 * The first rule that decides, with its name.
 *
 * Assumptions: the last rule of a chain decides always; a chain that does not is a defect and throws.
 */
export function firstMatch<View, Result>(
  chain: readonly Decision<View, Result>[],
  view: View,
): { rule: string; result: Result } {
  for (const rule of chain) {
    const result = rule.decide(view);
    if (result !== undefined) return { rule: rule.name, result };
  }
  throw new Error(`no rule of ${chain.map((rule) => rule.name).join(", ")} decided`);
}
