/** What `frozen` made, and what need not be copied again. A memo of a pure function: an immutable value stays one. */
const known = new WeakSet<object>();

/**
 * A JSON value that nobody can change, at any depth, without members that are undefined. What is frozen already is shared
 * and not copied, so that whoever tries to change what a port gave him fails at once.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || known.has(value)) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [key, member] of Object.entries(copy)) {
    if (member === undefined) delete copy[key];
    else if (typeof member === "object") copy[key] = frozen(member);
  }
  known.add(Object.freeze(copy));
  return copy as Value;
}
