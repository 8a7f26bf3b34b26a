/** A hostile value as JSON text, since no value of a program could say all of them; undefined: the member is not there. */
export interface HostileValue {
  readonly name: string;
  readonly text: string | undefined;
}

/** A hostile member of an object: key and value as JSON text. */
export interface HostileMember {
  readonly name: string;
  readonly key: string;
  readonly text: string;
}

type Named = readonly [name: string, text: string];

const quoted = (entries: readonly Named[]): Named[] => entries.map(([name, value]) => [name, JSON.stringify(value)]);

const plain: readonly Named[] = ["null", "true", "false"].map((text) => [text, text]);

/** What a double, an int64 and a nonce cannot hold, and the ways to write a zero. */
const numbers: readonly Named[] = [
  ...["0", "-0", "1", "-1", "0.5", "1.0", "1e400", "-1e400", "5e-324", "2147483648"],
  ...["9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808"],
].map((text) => [text, text]);

/** Texts that look like something else to whoever compares, prints or stores them. */
const unicode: readonly Named[] = [
  ["a NUL", '"a\\u0000b"'],
  ["a lone surrogate", '"\\ud800"'],
  ["right to left", '"\\u202egnp.exe"'],
  ["a homoglyph", '"RUNN\\u0406NG"'],
  ["a combining accent", '"e\\u0301\\u0301\\u0301"'],
  ["a byte order mark", '"\\ufeffdefault"'],
  ["a line separator", '"a\\u2028b"'],
  ["an astral letter", '"\\ud834\\udd1e"'],
];

/** Texts that mean something to a path, a header, a shell, a template or a logger. */
const injections = quoted([
  ["parents", "../../../admin"],
  ["encoded parents", "..%2f..%2fadmin"],
  ["two dots", ".."],
  ["a path with a query", "a/b?c=d#e"],
  ["a header", "a\r\nX-Injected: 1"],
  ["a line", "a\n"],
  ["a lone percent", "%zz"],
  ["the metadata service", "http://169.254.169.254/latest/meta-data"],
  ["credentials in a URL", "https://user:password@127.0.0.1:1/"],
  ["a lookup", "$" + "{jndi:ldap://127.0.0.1/x}"],
]);

/** Names and texts that a program gives a meaning of its own. */
const words = quoted([
  ["nothing", ""],
  ["a blank", " "],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["a state in small letters", "running"],
  ["a number as text", "1e400"],
  ["an object as text", '{"v":1,"uid":"","intents":[],"__proto__":{"polluted":true}}'],
  ["300 characters", "a".repeat(300)],
]);

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join();

const lists: readonly Named[] = [
  ["an empty list", "[]"],
  ["a list of null", "[null]"],
  ["lists 100 deep", nested(100, "[", "]")],
];

const objects: readonly Named[] = [
  ["an empty object", "{}"],
  ["a prototype", '{"__proto__":{"polluted":true}}'],
  ["a constructor's prototype", '{"constructor":{"prototype":{"polluted":true}}}'],
  ["methods as data", '{"toString":1,"then":1,"toJSON":1,"valueOf":1,"length":1e9}'],
  ["objects 57 deep", `${'{"a":'.repeat(57)}1${"}".repeat(57)}`],
  ["objects 70 deep", `${'{"a":'.repeat(70)}1${"}".repeat(70)}`],
];

const toValue = ([name, text]: Named): HostileValue => ({ name, text });

/** What every field is tried with. */
export const hostileValues: readonly HostileValue[] = [
  { name: "missing", text: undefined },
  ...[...plain, ...numbers, ...unicode, ...injections, ...words, ...lists, ...objects].map(toValue),
];

/** What a careless pattern or a careless walk pays for. */
export const hugeValues: readonly HostileValue[] = [
  ...quoted([
    ["262,000 characters", "a".repeat(262_000)],
    ["dashes for a pattern", `a${"-".repeat(20_000)}!`],
    ["dots for a pattern", `${"a.".repeat(10_000)}!`],
    ["blanks for a pattern", `${" ".repeat(20_000)}x`],
    ["digits for a duration", `${"9".repeat(20_000)}h`],
  ]),
  ["10,000 numbers", `[${many(10_000, String)}]`] as const,
  ["1,000 members", `{${many(1_000, (i) => `"k${i}":${i}`)}}`] as const,
  ["objects 5,000 deep", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`] as const,
].map(toValue);

const polluted = '{"polluted":true}';

/** What every object is given besides what it has. */
export const hostileMembers: readonly HostileMember[] = [
  ...quoted([
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["prototype", "prototype"],
    ["toString", "toString"],
    ["then", "then"],
    ["an empty name", ""],
    ["a dotted name", "a.b[0]"],
    ["a name of 5,000 characters", "k".repeat(5_000)],
    ["userMetadata", "userMetadata"],
  ]).map(([name, key]) => ({ name, key, text: polluted })),
  { name: "a NUL in a name", key: '"a\\u0000b"', text: polluted },
  { name: "a lone surrogate as a name", key: '"\\ud800"', text: "1" },
  { name: "a name from right to left", key: '"\\u202eeman"', text: "1" },
  { name: "a name twice", key: '"twice"', text: '1,"twice":2' },
  { name: "a deep prototype", key: '"deep"', text: '[{"a":{"__proto__":{"polluted":true}}}]' },
  { name: "a deep branch", key: '"deep"', text: nested(70, "[", "]") },
  { name: "a number beyond int64", key: '"big"', text: "1e400" },
];
