import { describe, expect, it } from "vitest";
import { compileCel, toCel } from "../../../simulators/platform/api-server/cel.ts";
import { unknownName } from "../../../simulators/platform/api-server/cel-names.ts";
import { compileSchema } from "../../../simulators/platform/api-server/structural.ts";

function run(source: string, variables: Record<string, unknown> = {}): unknown {
  const program = compileCel(source);
  if (!program.ok) return `compile: ${program.error}`;
  const result = program.run(variables);
  return result.ok ? result.value : `error: ${result.error}`;
}

const self = toCel({ a: 1, f: 1.5, s: "abc", l: [1, 2], m: { k: "v" }, n: null });

it.each<[source: string, value: unknown]>([
  ["self.a + 1 == 2 && self.f > 1.0", true],
  ["'a-b-c'.replace('-', '+')", "a+b+c"],
  ["'a-b-c'.replace('-', '+', 1)", "a+b-c"],
  ["'abc'.charAt(1)", "b"],
  ["'abc'.charAt(9)", "error: index out of range: 9"],
  ["'a1b22'.findAll('[0-9]+')", ["1", "22"]],
  ["'%s is %d, %.1f, %x'.format([self.s, 7, 1.25, 255])", "abc is 7, 1.3, ff"],
  ["'%s'.format([[1, 'a', true]])", "[1, a, true]"],
  ["[3, 1, 2].min() + [3, 1, 2].max() + self.l.sum()", 7n],
  ["[1, 2].isSorted() && ![2, 1].isSorted()", true],
  ["self.l.indexOf(2)", 1n],
  ["self.l.lastIndexOf(9)", -1n],
  ["sets.intersects([1, 2], self.l) && sets.equivalent([1, 2, 2], self.l)", true],
  ["url('https://a.b:8080/p?q').getPort()", "8080"],
  ["isURL('nope')", false],
  ["self.m.zz", "error: no such key: zz"],
  ["self.l[5]", "error: index out of bounds: 5"],
  ["self.?m.?zz.orValue('d')", "d"],
  ["self.n == null", true],
  ["self.constructor", "error: no such key: constructor"],
  ["self.__proto__", "error: no such key: __proto__"],
  ["self.zz || true", true],
  ["'x'.nope()", "compile: no such overload for 'string.nope()'"],
])("%s", (source, value) => {
  expect(run(source, { self })).toEqual(value);
});

describe("names", () => {
  const node = compileSchema({
    type: "object",
    properties: {
      a: { type: "string" },
      "b-c": { type: "integer" },
      l: { type: "array", items: { type: "object", properties: { k: { type: "string" } } } },
      m: { type: "object", additionalProperties: { type: "object", properties: { v: { type: "string" } } } },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { z: { type: "string" } } },
    },
  });
  const scope = new Map([["self", node]]);

  it.each<[source: string, problem: string | undefined]>([
    ["self.a == 'x' && self.b__dash__c > 1", undefined],
    ["self.l.all(x, x.k != '')", undefined],
    ["self.m['q'].v == 'x' && self.m.q.v == 'x'", undefined],
    ["self.?a.orValue('') == ''", undefined],
    ["cel.bind(x, self.l[0], x.k == '')", undefined],
    ["self.typo == 'x'", "undefined field 'typo'"],
    ["has(self.typo)", "undefined field 'typo'"],
    ["self.l.all(x, x.typo != '')", "undefined field 'typo'"],
    ["self.m['q'].typo == 'x'", "undefined field 'typo'"],
    ["self.free.typo == 'x'", "undefined field 'typo'"],
    ["cel.bind(x, self.l[0], x.typo == '')", "undefined field 'typo'"],
    ["other.a == 'x'", "undeclared reference to 'other' (in container '')"],
    ["self.l.all(x, y == 1)", "undeclared reference to 'y' (in container '')"],
  ])("%s", (source, problem) => {
    expect(unknownName(source, scope)).toBe(problem);
  });
});
