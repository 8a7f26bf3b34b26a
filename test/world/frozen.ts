/**
 * A JSON value that nobody can change, at any depth, without members that are undefined. What is frozen already is shared
 * and not copied, so that whoever tries to change what a port gave him fails at once.
 *
 * Assumptions: only this function freezes, so that what is frozen is so at any depth.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => frozen(item))) as Value;
  // An object from which a member is deleted would be slow to read ever after.
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) copy[key] = typeof member === "object" ? frozen(member) : member;
  }
  return Object.freeze(copy) as Value;
}
