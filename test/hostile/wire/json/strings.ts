import { type JsonText, texts } from "./text.ts";

const escapes = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u0000", "\\u001f", "\\uFFFF"];
const surrogates = ["\\uD83D\\uDE00", "\\uD800", "\\uDC00", "\\uDC00\\uD800", "\\uD800\\uD800", "\\uDBFF\\uDFFF"];
const raw = [
  "",
  " ",
  "é",
  "漢",
  "😀",
  "\u007f",
  "\u2028",
  "\u2029",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\ufffe",
  "\u{10ffff}",
];

const wrongEscapes = [
  "\\x41",
  "\\a",
  "\\'",
  "\\0",
  "\\u",
  "\\u1",
  "\\u12",
  "\\u123",
  "\\uZZZZ",
  "\\U0041",
  "\\u{41}",
  "\\\n",
];
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
const unfinished = ['"', '"a', '"\\', '"\\"', "'a'", "“a”", "`a`", 'a"', '"a" "b"', '"a"b', '"a""b"'];

/** Strings, as values and as keys. */
export const strings: readonly JsonText[] = [
  ...texts(
    "string",
    "accept",
    [...escapes, ...surrogates, ...raw].map((text) => `"${text}"`),
  ),
  ...texts(
    "key",
    "accept",
    [...escapes, ...surrogates, ...raw].map((text) => `{"${text}":1}`),
  ),
  ...texts(
    "wrong-escape",
    "reject",
    wrongEscapes.map((text) => `["${text}"]`),
  ),
  ...texts(
    "wrong-escape-in-key",
    "reject",
    wrongEscapes.map((text) => `{"${text}":1}`),
  ),
  ...texts(
    "control-character",
    "reject",
    controls.map((text) => `["${text}"]`),
  ),
  ...texts("unfinished-string", "reject", unfinished),
  ...texts(
    "unfinished-string-in-list",
    "reject",
    unfinished.map((text) => `[${text}]`),
  ),
];
