const watched = { Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error, RegExp, Date } as const;

/** The own keys of every built-in prototype and constructor, by name. */
export type Prototypes = ReadonlyMap<string, string>;

/** What the built-ins hold now. */
export function prototypes(): Prototypes {
  const keysOf = (target: object) => Reflect.ownKeys(target).map(String).join(" ");
  return new Map(
    Object.entries(watched).flatMap(([name, made]): [string, string][] => [
      [`${name}.prototype`, keysOf(made.prototype)],
      [name, keysOf(made)],
    ]),
  );
}

/** The built-ins that were polluted since. */
export function changedPrototypes(before: Prototypes): string[] {
  const now = prototypes();
  return [...before].filter(([name, keys]) => now.get(name) !== keys).map(([name]) => `${name} was changed`);
}
