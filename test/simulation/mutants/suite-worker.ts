import { relative } from "node:path";
import { startVitest, type TestModule, type TestResult } from "vitest/node";
import type { Verdict } from "./suite.ts";

type TestErrors = NonNullable<TestResult["errors"]>;

/** Only what a test itself asserts is told apart from whatever throws on its way. */
const isRefutation = ({ name }: TestErrors[number]) => name === "AssertionError";

function judge(root: string, module: TestModule): Verdict {
  const results = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const failed = results.filter(({ state }) => state === "failed");
  const refuted = failed.filter(({ errors = [] }) => errors.some(isRefutation));
  const others = failed.filter((one) => !refuted.includes(one)).flatMap(({ errors = [] }) => errors);
  return {
    suite: relative(root, module.moduleId),
    passed: results.filter(({ state }) => state === "passed").length,
    refuted: refuted.map(({ name }) => name),
    errors: [...module.errors(), ...others].map(({ message }) => message),
  };
}

const suites = process.argv.slice(2);
const vitest = await startVitest("test", suites, {
  root: process.cwd(),
  project: ["pure"],
  watch: false,
  reporters: [{}],
});
const verdicts = vitest.state.getTestModules().map((module) => judge(process.cwd(), module));
await vitest.close();
process.send?.(verdicts);
// The exit code is no verdict: a suite that fails is what is hoped for.
process.exitCode = 0;
