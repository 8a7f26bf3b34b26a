import type { JsonValue } from "../../../../shared/core/json.ts";
import { type AnswerCase, answers, repeated, says } from "./answer-case.ts";

const html = `<!DOCTYPE html><html><body>Sign in <b>${repeated}</b></body></html>`;
const noObjects = [
  "",
  " ",
  "null",
  "true",
  "0",
  '"x"',
  "[]",
  "[{}]",
  "\u0000",
  "\u0000{}",
  "{",
  "}",
  "{]",
  "NaN",
  "undefined",
];
const noAnswers = [
  "{}",
  '{"items":null}',
  '{"metadata":null}',
  '{"metadata":{},"spec":{},"status":{}}',
  '{"error":"x"}',
  '{"status":500}',
];
const foreign = [
  "\ufeff{}",
  "\u001f\u008b\b\u0000\u0000",
  "a=b&c=d",
  "--x\r\n\r\n{}",
  "data: {}\n\n",
  "HTTP/1.1 200 OK\r\n\r\n{}",
  "<a/>",
];

/** Explanations of a failure that are none, or that cannot be made into text as they are. */
const explanations: readonly JsonValue[] = [
  { message: repeated },
  { message: `the token ${repeated} is wrong: Bearer ${encodeURIComponent(repeated)}` },
  { message: `${"x".repeat(999)}${repeated}` },
  { message: `a\r\nb\u0000c\u2028d\u202ee` },
  { message: "x".repeat(1_000_000) },
  { message: { text: repeated } },
  { message: "", errors: null },
  { errors: [] },
  { errors: {} },
  { errors: [null, 1, "x", [], {}] },
  { errors: [{ attribute: repeated, message: repeated }] },
  { errors: [{ attribute: {}, message: [] }] },
  { errors: [{ message: { toString: null, valueOf: 1 } }] },
  { errors: [{ attribute: { toString: "x" }, reason: { valueOf: {} } }] },
  { errors: [{ message: { "Symbol(Symbol.toPrimitive)": 1, toString: [] } }] },
  { errors: Array.from({ length: 50_000 }, () => ({ attribute: "a", message: "b" })) },
];
const deepExplanation = `{"errors":[{"message":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`;

const refusals = [400, 401, 403, 404, 405, 409, 410, 412, 418, 422, 423, 429, 451, 499];
const failures = [408, 425, 500, 501, 502, 503, 504, 507, 599, 600, 999];
const strangeSuccesses = [100, 101, 102, 103, 199, 300, 301, 302, 303, 304, 305, 307, 308, 399, 0, -1];

const waits = [
  "-1",
  "0",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "1.5",
  "٣",
  " ",
  "soon",
  "1, 2",
  "999999999",
  "99999999999999999999",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Tue, 99 Foo 2026 99:99:99 GMT",
  "9".repeat(60_000),
];

/** Answers that are wrong for every call. */
export const genericAnswers: readonly AnswerCase[] = [
  ...[200, 201, 202, 203].flatMap((status) => answers(`html-${status}`, true, [says(status, html)])),
  ...answers(
    "no-object",
    true,
    noObjects.map((text) => says(200, text)),
  ),
  ...answers(
    "no-answer",
    true,
    noAnswers.map((text) => says(200, text)),
  ),
  ...answers(
    "foreign",
    true,
    foreign.map((text) => says(200, text)),
  ),
  ...answers(
    "strange-status",
    true,
    strangeSuccesses.map((status) => says(status, html)),
  ),
  ...answers(
    "explanation-200",
    true,
    explanations.map((json) => says(200, { json })),
  ),
  ...answers("html-404", true, [says(404, html), says(404, ""), says(404, "[]"), says(404, "null")]),
  ...answers(
    "failure",
    true,
    failures.map((status) => says(status, html)),
  ),
  ...answers(
    "refusal",
    false,
    refusals.map((status) => says(status, '{"message":"no"}')),
  ),
  ...answers(
    "refusal-html",
    true,
    refusals.filter((status) => ![401, 403, 429].includes(status)).map((status) => says(status, html)),
  ),
  ...answers(
    "explanation-400",
    false,
    explanations.map((json) => says(400, { json })),
  ),
  ...answers(
    "explanation-500",
    true,
    explanations.map((json) => says(500, { json })),
  ),
  ...answers("deep-explanation", false, [
    says(400, deepExplanation),
    says(409, deepExplanation),
    says(500, deepExplanation),
  ]),
  ...answers(
    "wait",
    false,
    waits.flatMap((wait) => [says(429, '{"message":"later"}', wait), says(503, html, wait)]),
  ),
];
