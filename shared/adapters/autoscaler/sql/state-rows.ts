type Parts = Readonly<Record<string, unknown>>;

/** The reference's types of state (4.1), by the part of a state that is in such a row as it is. */
const typeOf = {
  window: "collectedMetrics",
  history: "scalingHistory",
  restarts: "scalingTracking",
  delayed: "delayedScaleDown",
} as const;

/** What is desired, in two rows of the reference's: vertices with their parallelism, and options of Flink. */
const [parallelismRow, configurationRow] = ["parallelismOverrides", "configOverrides"] as const;

/** The row in which the rest of a state is. */
const restRow = "WeirState";

/** A state in rows, by the reference's types of state; `text` is what `writeState` gives. */
export function toRows(text: string): ReadonlyMap<string, string> {
  const { window, history, restarts, delayed, desired, ...others } = JSON.parse(text) as Parts;
  const { parallelism, configuration, ...decision } = (desired ?? {}) as Parts;
  const parts = Object.entries({ window, history, restarts, delayed });
  const rows: readonly (readonly [type: string, value: unknown])[] = [
    ...parts.map(([part, value]) => [typeOf[part as keyof typeof typeOf], value] as const),
    ...[[parallelismRow, parallelism] as const, [configurationRow, configuration] as const],
    [restRow, desired === undefined ? others : { ...others, desired: decision }],
  ];
  return new Map(
    rows.flatMap(([type, value]) => (value === undefined ? [] : [[type, JSON.stringify(value)] as const])),
  );
}

/** The text of a state again, for `readState`; empty, which is no state, for rows that are none of one. */
export function fromRows(rows: ReadonlyMap<string, string>): string {
  try {
    const read = (type: string): unknown =>
      JSON.parse(rows.get(type) ?? rows.get(formerOf(type)) ?? "null") ?? undefined;
    const { desired: decision, ...others } = (read(restRow) ?? {}) as Parts;
    const parts = Object.entries(typeOf).map(([part, type]) => [part, read(type)] as const);
    const desired = rows.has(formerOf(parallelismRow)) ? read(parallelismRow) : desiredOf(decision, read);
    return JSON.stringify({ ...others, ...Object.fromEntries(parts), desired });
  } catch {
    return "";
  }
}

/** Nothing is desired where somebody has deleted the row that says what. */
function desiredOf(decision: unknown, read: (type: string) => unknown): Parts | undefined {
  const parallelism = read(parallelismRow);
  if (decision === undefined || parallelism === undefined) return undefined;
  return { ...decision, parallelism, configuration: read(configurationRow) };
}

/** The name of a type in rows of before, in which all that was desired was in one row; they are gone with the next writing. */
function formerOf(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
