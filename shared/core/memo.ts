/**
 * A pure function of an object that nobody changes, computed once for each object.
 *
 * Assumptions: the argument is immutable, as every value read from a port is by its type; it is held weakly, so that
 * nothing outlives the pass that read it.
 */
export function memo<Argument extends object, Value extends NonNullable<unknown>>(
  compute: (argument: Argument) => Value,
): (argument: Argument) => Value {
  const known = new WeakMap<Argument, Value>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const value = compute(argument);
    known.set(argument, value);
    return value;
  };
}
