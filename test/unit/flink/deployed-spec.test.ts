import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../shared/core/json.ts";
import { deployedSpec, isDeployed } from "../../../shared/flink/deployed-spec.ts";

const of = (lastReconciledSpec: JsonValue) => ({
  metadata: { name: "one" },
  status: { reconciliationStatus: { lastReconciledSpec } },
});

describe("the spec that was acted on last", () => {
  it.each([
    { name: "a record of ours", text: '{"spec":{"a":1}}', spec: { a: 1 }, is: true },
    { name: "no JSON", text: "...", spec: undefined, is: true },
    { name: "no object", text: "[1]", spec: undefined, is: true },
    { name: "no spec in it", text: '{"spec":"a"}', spec: undefined, is: true },
    { name: "a spec that reaches a prototype", text: '{"spec":{"__proto__":{}}}', spec: undefined, is: true },
    {
      name: "nested beyond bounds",
      text: `{"spec":{"a":${"[".repeat(99)}${"]".repeat(99)}}}`,
      spec: undefined,
      is: true,
    },
    {
      name: "far more values than a spec may have, which is not read as JSON",
      text: `{"spec":{"a":1},"b":[${"1,".repeat(30_000)}1]}`,
      spec: undefined,
      is: true,
    },
    {
      name: "as many as a spec may have, each an empty list",
      text: `{"spec":{"a":[${"[],".repeat(9_900)}[]]}}`,
      spec: { a: Array(9_901).fill([]) },
      is: true,
    },
    { name: "no text", text: 1, spec: undefined, is: false },
  ])("is read of $name", ({ text, spec, is }) => {
    expect([deployedSpec(of(text)), isDeployed(of(text))]).toEqual([spec, is]);
  });

  it("is not there before the first deployment", () => {
    expect(deployedSpec({ metadata: { name: "one" }, status: null })).toBeUndefined();
  });
});
