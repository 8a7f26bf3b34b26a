import { excessive, type JsonText, texts } from "./text.ts";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const keys = (count: number, key: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => `"${key(index)}":${index}`).join(",")}}`;

const deep = 100_000;
const many = 100_000;

/** Depth, length and number, and keys that reach a prototype. */
export const sizes: readonly JsonText[] = [
  ...texts("depth", "accept", [lists(20), lists(63), objects(20), objects(63)]),
  ...excessive("too-deep", [lists(66), objects(66), lists(1_000), objects(5_000), lists(deep), objects(deep)]),
  ...excessive("too-deep-at-the-end", [`[1,2,${lists(deep)}]`, `{"metadata":{"name":"x"},"spec":${objects(deep)}}`]),
  ...texts("unclosed", "reject", ["[".repeat(deep), '{"a":'.repeat(deep), '[{"":'.repeat(deep), `${lists(deep)}]`]),
  ...texts("many", "accept", [
    keys(many, (index) => `k${index}`),
    keys(many, () => "same"),
    keys(many, (index) => `${index}`),
    `[${"0,".repeat(many)}0]`,
    `[${'"",'.repeat(many)}""]`,
    `[${"[],".repeat(many)}{}]`,
  ]),
  ...texts("large", "accept", [
    `"${"x".repeat(1_500_000)}"`,
    `{"${"k".repeat(1_500_000)}":1}`,
    `["${"\\u0041".repeat(250_000)}"]`,
    `[${"9".repeat(1_000_000)}]`,
    `[0.${"1".repeat(1_000_000)}]`,
    `[]${" ".repeat(1_500_000)}`,
  ]),
  ...excessive("prototype", [
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"prototype":null}',
    '{"__proto_\\u005f":{"polluted":true}}',
    '{"a":[{"b":{"__proto__":[]}}]}',
    '{"metadata":{"annotations":{"constructor":"x"}}}',
    '{"__proto__":null,"__proto__":{"polluted":true}}',
  ]),
];
