import { describe, expect, it } from "vitest";
import { describeCause, hasCause, toCause } from "../../../../shared/adapters/flink/java-errors.ts";

const stack = [
  "java.util.concurrent.CompletionException: org.x.JobException: No luck",
  "\tat org.x.Job.run(Job.java:1)",
  "Caused by: org.x.JobException: No luck",
  "\t... 3 more",
  "Caused by: java.io.IOException: disk: full",
].join("\n");

describe("the causes in a Java stack", () => {
  it("are the classes and messages, without what only wraps them", () => {
    expect(toCause(stack)).toEqual([
      { exception: "org.x.JobException", message: "No luck" },
      { exception: "java.io.IOException", message: "disk: full" },
    ]);
    expect(describeCause(toCause(stack))).toBe("No luck Root cause: IOException: disk: full");
  });

  it.each([
    { text: "", cause: { exception: "", message: "" }, said: "", why: "nothing" },
    { text: "Not found: /x", cause: { exception: "", message: "Not found: /x" }, said: "Not found: /x", why: "words" },
    {
      text: "java.lang.NullPointerException",
      cause: { exception: "java.lang.NullPointerException", message: "" },
      said: "NullPointerException",
      why: "no message",
    },
    {
      text: "java.util.concurrent.CompletionException: x",
      cause: { exception: "java.util.concurrent.CompletionException", message: "x" },
      said: "x",
      why: "there is nothing within",
    },
    {
      text: `${"a.".repeat(200)}b: x`,
      cause: { exception: "", message: `${"a.".repeat(200)}b: x` },
      said: `${"a.".repeat(200)}b: x`,
      why: "no class has such a name",
    },
    { text: "\u0000\u001b[31m", cause: { exception: "", message: "[31m" }, said: "[31m", why: "a terminal reads it" },
  ])("$text: one ($why)", ({ text, cause, said }) => {
    expect(toCause(text)).toEqual([cause]);
    expect(describeCause(toCause(text))).toBe(said);
  });

  it("are bounded, and the root is among them", () => {
    const deep = Array.from({ length: 1_000 }, (_, index) => `Caused by: a.B${index}: ${"x".repeat(5_000)}`).join("\n");
    const cause = toCause(`a.B: first\n${deep}`);
    expect(cause.length).toBe(20);
    expect(cause.at(-1)?.exception).toBe("a.B999");
    expect(Math.max(...cause.map(({ message }) => message.length))).toBe(1_000);
  });

  it("are found by the class, and not by what a message says", () => {
    expect(hasCause(toCause("a.b.JobGone: x"), "JobGone")).toBe(true);
    expect(hasCause(toCause("a.b.Other: a.b.JobGone: x"), "JobGone")).toBe(false);
  });
});
