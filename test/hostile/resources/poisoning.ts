/** What every object of a program hangs on; a change of one is a change of all. */
const roots: readonly (readonly [string, object])[] = [
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Error,
  Promise,
  RegExp,
  Date,
  Map,
  Set,
  WeakMap,
  URL,
  Headers,
  AbortSignal,
].flatMap((made) => [
  [made.name, made],
  [`${made.name}.prototype`, made.prototype as object],
]);
const all: typeof roots = [...roots, ["JSON", JSON], ["Math", Math], ["Reflect", Reflect], ["globalThis", globalThis]];

type Snapshot = readonly (readonly [name: string, root: object, members: ReadonlyMap<PropertyKey, unknown>])[];

/** What the built-in objects are at this moment. */
export function snapshotOfBuiltIns(): Snapshot {
  return all.map(([name, root]) => [name, root, membersOf(root)]);
}

/** Members of built-in objects that came, went or changed since, such as `Object.prototype.polluted`. */
export function poisonedSince(before: Snapshot): string[] {
  return before.flatMap(([name, root, members]) => {
    const now = membersOf(root);
    const keys = new Set([...members.keys(), ...now.keys()]);
    return [...keys].filter((key) => !Object.is(members.get(key), now.get(key))).map((key) => `${name}.${String(key)}`);
  });
}

/** Values and accessors by key; reading an accessor could do anything. */
function membersOf(root: object): ReadonlyMap<PropertyKey, unknown> {
  const keys = Reflect.ownKeys(root);
  return new Map(
    keys.map((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(root, key) ?? {};
      return [key, value ?? get ?? set];
    }),
  );
}
