import type { Choices } from "../wire/random.ts";
import { parse, placesOf, type Tree } from "./tree.ts";

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e300,
  "",
  " ",
  "..",
  "a/b",
  "x".repeat(300),
  "\u0000",
  "\ud800",
  "RUNNING",
  "PUT",
  "1.0",
  "true",
  [],
  {},
  [null],
  { a: { a: {} } },
];

const tokens = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "\\u0000",
  "\\",
  "null",
  "1e999",
  "-0",
  "%00",
  "..",
  "\n",
  "/*",
  "9".repeat(20),
];

/** An input that differs from another one a little: as a tree where it is JSON, as a text otherwise and now and then. */
export function mutate(input: string, others: readonly string[], keys: readonly string[], chance: Choices): string {
  const tree = chance.below(8) === 0 ? undefined : parse(input);
  if (tree === undefined) return mutateText(input, chance);
  for (let change = 0; change <= chance.below(3); change += 1) mutateTree(tree, others, keys, chance);
  return JSON.stringify(tree);
}

function mutateTree(tree: Tree, others: readonly string[], keys: readonly string[], chance: Choices): void {
  const places = placesOf(tree);
  if (places.length === 0) {
    put(tree, chance.pick(keys), chance.pick(values));
    return;
  }
  const { parent, key } = chance.pick(places);
  const donor = chance.pick(places);
  const here = parent[key];
  const changes: readonly (() => void)[] = [
    () => put(parent, key, chance.pick(values)),
    () => void (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
    () => put(parent, key, donor.parent[donor.key]),
    () => put(parent, chance.pick(keys), chance.pick(values)),
    () => put(parent, key, { [chance.pick(keys)]: here }),
    () => put(parent, key, [here, here]),
    () => put(parent, key, transplant(chance.pick(others), chance) ?? here),
    () => put(parent, key, typeof here === "string" ? mutateText(here, chance) : chance.below(100)),
  ];
  chance.pick(changes)();
}

/** A copy, so that no tree holds itself, under a key that may be `__proto__`; at the end of a list where it is no index. */
function put(parent: Tree, key: string, value: unknown): void {
  const copy = structuredClone(value);
  if (Array.isArray(parent) && !/^\d+$/.test(key)) return void parent.push(copy);
  Object.defineProperty(parent, key, { value: copy, configurable: true, enumerable: true, writable: true });
}

/** A part of another input. */
function transplant(other: string, chance: Choices): unknown {
  const places = placesOf(parse(other) ?? {});
  if (places.length === 0) return undefined;
  const { parent, key } = chance.pick(places);
  return parent[key];
}

function mutateText(text: string, chance: Choices): string {
  const [from, length] = [chance.below(text.length + 1), chance.below(8)];
  const [before, cut, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  return chance.pick([
    before + after,
    before + cut + cut + after,
    before + chance.pick(tokens) + cut + after,
    before + String.fromCharCode(chance.below(128)) + cut.slice(1) + after,
    after + before,
  ]);
}

/** Every key in some inputs, and those that reach a prototype. */
export function keysOf(inputs: readonly string[]): string[] {
  const trees = inputs.map(parse).filter((tree) => tree !== undefined);
  const keys = trees.flatMap((tree) => placesOf(tree).map(({ key }) => key)).filter((key) => !/^\d+$/.test(key));
  return [...new Set([...keys, "__proto__", "constructor", "toString", "length", ""])];
}
