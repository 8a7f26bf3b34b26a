/**
 * A JSON value that nobody can change, at any depth, without members that are undefined. What is frozen already is shared
 * and not copied, so that whoever tries to change what a port gave him fails at once.
 *
 * Assumptions: only this function freezes, so that what is frozen is so at any depth.
 */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => frozen(item))) as Value;
  const copy = { ...value } as Record<string, unknown>;
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (member === undefined) return frozen(withoutUndefined(value)) as Value;
    if (typeof member === "object") copy[key] = frozen(member);
  }
  return Object.freeze(copy) as Value;
}

/** Made anew: an object from which a member is deleted is slow to read ever after. */
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
