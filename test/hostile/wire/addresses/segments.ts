import type { Hostile } from "../hostile.ts";

/** A text where a user names something. */
export interface SegmentCase extends Hostile {
  readonly text: string;
}

const climbing = [
  "..",
  ".",
  "../",
  "../..",
  "..\\..",
  "%2e%2e",
  "%2E%2E%2F",
  "..%2f..",
  "..;/",
  "....//",
  "a/../../b",
  "/",
  "//",
  "///x",
];
const queries = ["?", "?x=1", "a?deploymentId=b", "#", "a#b", "&", "a&b=c", "=", ";", "a;b"];
const lines = [
  "\r\n",
  "a\r\nHost: evil",
  "a\nX: y",
  "a%0d%0aX: y",
  "\u0000",
  "a\u0000b",
  "\u2028",
  "\u0085",
  "\t",
  " ",
  "a b",
];
const hosts = [
  "http://evil.example",
  "//evil.example",
  "\\\\evil",
  "evil.example:80",
  "@evil.example",
  "user:pw@evil.example",
  "http:evil",
  "[::1]",
  "169.254.169.254",
];
const letters = [
  "ä",
  "漢",
  "😀",
  "\u202eabc",
  "\u200b",
  "\ufeff",
  "ａ",
  "．．",
  "／",
  "․․",
  "\ud800",
  "\udc00x",
  "%",
  "%zz",
  "%00",
  "%25",
  "%u002e",
];
const words = [
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "*",
  "~",
  "$",
  "{namespace}",
  ":name",
  "deployments",
  "savepoints",
];
const shells = [
  "$(id)",
  "`id`",
  "';--",
  "<script>",
  "{{7*7}}",
  "%n%n",
  "|ls",
  "a".repeat(64),
  "a".repeat(255),
  "a".repeat(10_000),
];

/** Texts that would lead elsewhere if they were put into an address as they are. */
export const segmentCases: readonly SegmentCase[] = [climbing, queries, lines, hosts, letters, words, shells]
  .flat()
  .map((text, index) => ({ id: `segment/${index + 1}`, text }));
