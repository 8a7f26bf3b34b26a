/** What `frozen` made, and what need not be copied again. A memo of a pure function: an immutable value stays one. */
const known = new WeakSet<object>();

/**
 * A JSON value that nobody can change, at any depth, without members that are undefined. What is frozen already is shared
 * and not copied, so that whoever tries to change what a port gave him fails at once.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || known.has(value)) return value;
  const copy = Array.isArray(value) ? value.map(frozen) : frozenMembers(value);
  known.add(Object.freeze(copy));
  return copy as Value;
}

function frozenMembers(value: object): object {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, frozen(member)]));
}
