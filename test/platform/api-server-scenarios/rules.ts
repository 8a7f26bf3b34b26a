import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { defined, merge, pipe, pipes, post, type Step } from "./scenario.ts";

const text = (more: JsonObject = {}): JsonObject => ({ type: "string", maxLength: 100, ...more });
const whole = (more: JsonObject = {}): JsonObject => ({ type: "integer", ...more });
const object = (properties: JsonObject, ...found: JsonObject[]): JsonObject => ({
  type: "object",
  properties,
  ...checked(...found),
});
const checked = (...found: JsonObject[]): JsonObject => (found.length > 0 ? { "x-kubernetes-validations": found } : {});
const rule = (source: string, more: JsonObject = {}): JsonObject => ({ rule: source, ...more });
const byKey = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], maxItems: 5 };
const when = (name: string, source: string, more: JsonObject = {}) =>
  rule(`!has(self.fns) || self.fns != '${name}' || ${source}`, more);

const spec = object(
  {
    a: text(),
    b: text(),
    n: whole(),
    m: whole(),
    f: { type: "number" },
    imm: text(checked(rule("self == oldSelf", { message: "is immutable" }))),
    immf: text(checked(rule("self == oldSelf", { reason: "FieldValueForbidden", message: "no" }))),
    list: {
      type: "array",
      maxItems: 5,
      items: object({ k: text(), v: whole() }, rule("self.v > 0", { message: "v must be positive" })),
    },
    mlist: {
      type: "array",
      ...byKey,
      items: {
        ...object({ k: text(), v: whole() }, rule("self.v >= oldSelf.v", { message: "v must not shrink" })),
        required: ["k"],
      },
    },
    kv: { type: "object", maxProperties: 5, additionalProperties: text(checked(rule("self.startsWith('x')"))) },
    ios: { "x-kubernetes-int-or-string": true, ...checked(rule("type(self) == int ? self > 1 : self.endsWith('%')")) },
    "dash-ed": text(),
    namespace: text(),
    esc: object(
      { "a.b": text(), "c/d": text(), in: text() },
      rule("!has(self.a__dot__b) || self.a__dot__b == 'v'"),
      rule("!has(self.c__slash__d) || self.c__slash__d == 'v'"),
      rule("!has(self.__in__) || self.__in__ == 'v'"),
    ),
    date: text({ format: "date-time", maxLength: 30 }),
    dur: text({ format: "duration", maxLength: 30 }),
    opt: object(
      { v: whole() },
      rule("!oldSelf.hasValue() || oldSelf.value().v <= self.v", { optionalOldSelf: true, message: "grow" }),
    ),
    preserve: {
      ...object({ z: whole() }, rule("!has(self.z) || self.z > 1")),
      "x-kubernetes-preserve-unknown-fields": true,
    },
    nul: text({ nullable: true }),
    fns: text(),
  },
  rule("!has(self.a) || self.a != 'bad'", { message: "a must not be bad" }),
  rule("!has(self.b) || self.b.size() < 5", { messageExpression: "'b is ' + self.b + ' long'", message: "fallback" }),
  rule("!has(self.n) || !has(self.m) || self.n <= self.m", { fieldPath: ".n", message: "n above m" }),
  rule("!has(self.f) || self.f < 1.5"),
  when("nokey", "self.m > 0"),
  when("division", "1 / (self.n - self.n) == 0"),
  when("index", "self.list[3].v > 0"),
  when("optional", "self.?m.orValue(5) == 5"),
  when("split", "'a,b'.split(',').size() == 3", { message: "split" }),
  when("find", "'abc 123'.find('[0-9]+') == '12'", { message: "find" }),
  when("format", "'x' == '%s-%d'.format(['a', 1])", { messageExpression: "'%s %d %.2f'.format(['a', 1, 1.5])" }),
  when("url", "url('https://h:80/p').getHost() == 'h'", { messageExpression: "url('https://h:80/p').getHost()" }),
  when("sets", "sets.contains(['a'], ['b'])"),
  when("sum", "[1, 2].sum() == 4"),
  when("lines", "false", { messageExpression: "'two\\nlines'", message: "one line" }),
  rule("!has(self.date) || self.date > timestamp('2020-01-01T00:00:00Z')"),
  rule("!has(self.dur) || self.dur <= duration('1h')"),
  rule("!has(self.dash__dash__ed) || self.dash__dash__ed == 'v'"),
  rule("!has(self.__namespace__) || self.__namespace__ == 'v'"),
  rule("!has(self.nul) || self.nul == 'v'", { message: "nul" }),
  rule("has(self.a) == has(oldSelf.a)", { message: "a may not come or go" }),
);
const status = object(
  { phase: text(), n: whole(checked(rule("self > 0"))) },
  rule("!has(self.phase) || self.phase != 'Bad'"),
);
const root = object(
  { spec, status },
  rule("self.metadata.name != 'forbidden'", { message: "name" }),
  rule("!has(self.status) || !has(self.status.n) || self.spec.n == self.status.n", { message: "status.n" }),
);

const values: readonly (readonly [name: string, spec: unknown])[] = [
  ["a rule with a message", { a: "bad" }],
  ["a message expression", { b: "12345" }],
  ["a field path", { n: 3, m: 2 }],
  ["a double", { f: 1.6 }],
  ["a double that is whole", { f: 1 }],
  ["a missing member", { fns: "nokey" }],
  ["a division by zero", { fns: "division", n: 1 }],
  ["an index out of bounds", { fns: "index", list: [] }],
  ["an optional that is absent", { fns: "optional" }],
  ["an optional that is there", { fns: "optional", m: 4 }],
  ["split", { fns: "split" }],
  ["find", { fns: "find" }],
  ["format", { fns: "format" }],
  ["url", { fns: "url" }],
  ["sets", { fns: "sets" }],
  ["sum", { fns: "sum" }],
  ["a message of two lines", { fns: "lines" }],
  [
    "an item",
    {
      list: [
        { k: "a", v: 1 },
        { k: "b", v: 0 },
      ],
    },
  ],
  ["an item that lacks a member", { list: [{ k: "a" }] }],
  ["a value of a map", { kv: { a: "xa", b: "b" } }],
  ["int or string: int", { ios: 1 }],
  ["int or string: string", { ios: "5" }],
  ["int or string: good", { ios: "5%" }],
  ["a time", { date: "2019-01-01T00:00:00Z" }],
  ["a long duration", { dur: "2h" }],
  ["a duration", { dur: "60m" }],
  ["a name with a dash", { "dash-ed": "q" }],
  ["a name that is a keyword", { namespace: "q" }],
  ["names with other marks", { esc: { "a.b": "q", "c/d": "q", in: "q" } }],
  ["an object that keeps unknown members", { preserve: { z: 1, q: 1 } }],
  ["null", { nul: null }],
  ["an optional old value that is absent", { opt: { v: 1 } }],
  ["a transition rule on creation", { imm: "x" }],
];

const x = `${pipes}/x`;

/** CEL rules of a CRD: what they see, what they say, transition rules, ratcheting. */
export const rules: readonly Step[] = [
  ...defined(root),
  ...values.map(([name, value]) => post(name, `${pipes}?dryRun=All`, pipe("x", value))),
  post("a rule on the name", `${pipes}?dryRun=All`, pipe("forbidden", {})),
  post("create", pipes, pipe("x", { a: "1", n: 1, imm: "x", immf: "y", mlist: [{ k: "a", v: 5 }], opt: { v: 2 } })),
  merge("change what is immutable", x, { spec: { imm: "z" } }),
  merge("change what is forbidden", x, { spec: { immf: "z" } }),
  merge("remove what is immutable", x, { spec: { imm: null } }),
  merge("remove what may not go", x, { spec: { a: null } }),
  merge("shrink an item found by its key", x, {
    spec: {
      mlist: [
        { k: "b", v: 1 },
        { k: "a", v: 4 },
      ],
    },
  }),
  merge("shrink an optional old value", x, { spec: { opt: { v: 1 } } }),
  merge("a bad status", `${x}/status`, { status: { phase: "Bad" } }),
  merge("a status against two rules", `${x}/status`, { status: { n: 0 } }),
  merge("a status against the spec", `${x}/status`, { status: { n: 2 } }),
  merge("a good status", `${x}/status`, { status: { n: 1 } }),
  merge("two rules", x, { spec: { a: "bad", b: "123456" } }),
  merge("a type error keeps rules from running", x, { spec: { a: 5 } }),
];
