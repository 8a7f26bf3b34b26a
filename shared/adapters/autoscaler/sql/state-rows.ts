/** Kinds of rows, by the part of a state that is in them: the reference's, and one for what it does not have. */
const kindOf: Readonly<Record<string, string>> = {
  window: "CollectedMetrics",
  history: "ScalingHistory",
  restarts: "ScalingTracking",
  delayed: "DelayedScaleDown",
  desired: "ParallelismOverrides",
};
const partOf = new Map(Object.entries(kindOf).map(([part, kind]) => [kind, part]));

/** The row in which the rest of a state is. */
const rest = "WeirState";

/** A state in rows, by the reference's types of state (4.1); `text` is what `writeState` gives. */
export function toRows(text: string): ReadonlyMap<string, string> {
  const state = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const parts = Object.entries(state);
  const own = parts.flatMap(([part, value]) => {
    const kind = kindOf[part];
    return kind === undefined ? [] : [[kind, JSON.stringify(value)] as const];
  });
  const others = Object.fromEntries(parts.filter(([part]) => kindOf[part] === undefined));
  return new Map([...own, [rest, JSON.stringify(others)] as const]);
}

/** The text of a state again, for `readState`; empty, which is no state, for rows that are none of one. */
export function fromRows(rows: ReadonlyMap<string, string>): string {
  try {
    const state: Record<string, unknown> = { ...JSON.parse(rows.get(rest) ?? "") };
    for (const [kind, text] of rows) {
      const part = partOf.get(kind);
      if (part !== undefined) state[part] = JSON.parse(text);
    }
    return JSON.stringify(state);
  } catch {
    return "";
  }
}
