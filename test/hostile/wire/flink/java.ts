import { canary } from "../outputs.ts";
import { type AnswerCase, answers, says } from "../platform/answer-case.ts";

const frames = Array.from({ length: 5_000 }, (_, index) => `\tat a.b.C.method(C.java:${index})`).join("\n");
const causes = Array.from({ length: 20_000 }, (_, index) => `Caused by: a.b.C${index}: ${"x".repeat(50)}`).join("\n");

/** What stands where Flink explains itself; the other half of it is what no message may repeat. */
const explanations: readonly unknown[] = [
  [],
  [null],
  [1, true, {}, []],
  [""],
  ["\u0000\u001b[2J\u202e"],
  ["a.b.C: first\r\nsecond\r\nCaused by: \r\n"],
  [`${frames}\n\tat ${canary}`],
  [`a.b.C: x\n${causes}`],
  ["x".repeat(2_000_000)],
  [`a.b.C: ${"y".repeat(5_000)}${canary}`],
  Array.from({ length: 50_000 }, () => "Internal server error."),
  ["Internal server error.", `<Exception on server side:\n${frames}`],
  ["Caused by: Caused by: Caused by: x"],
  [{ toString: "x", length: 1 }],
  "a text",
  { 0: "a text", length: 1 },
];

/** Failures in Flink's own form that are none of its, at the statuses by which the adapter tells facts apart. */
export const javaAnswers: readonly AnswerCase[] = [400, 404, 409, 500, 503].flatMap((status) =>
  answers(
    `java-${status}`,
    false,
    explanations.map((errors) => says(status, JSON.stringify({ errors, [`serialized-${canary}`]: canary }))),
  ),
);

/** The same with a success, which it cannot be. */
export const javaSuccesses: readonly AnswerCase[] = answers(
  "java-200",
  true,
  ["x", "a.b.DuplicateJobSubmissionException: x"].map((error) => says(200, JSON.stringify({ errors: [error] }))),
);
