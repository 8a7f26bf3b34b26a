import { describe, expect, it } from "vitest";
import { inputHash } from "../../../shared/core/input.ts";
import type { Inputs } from "../../../shared/core/kind.ts";
import { recordAnnotation } from "../../../shared/core/record.ts";

const named: Inputs = { labels: ["team"], annotations: ["secret"] };
const any: Inputs = { labels: [], annotations: "any" };

const hash = (inputs: Inputs, annotations: Readonly<Record<string, string>>, labels = {}) =>
  inputHash({ metadata: { name: "one", annotations, labels } }, inputs);

describe("what counts as input besides the spec (D5, AMB-27)", () => {
  it.each([
    ["a named annotation", { secret: "a" }, true],
    ["one of Weir's own that a user sets", { "weir.dev/paused": "true" }, true],
    ["the record", { [recordAnnotation]: "{}" }, false],
    ["somebody else's", { "example.com/note": "a" }, false],
  ])("%s", (_name, annotations, counts) => {
    expect(hash(named, annotations) !== hash(named, {})).toBe(counts);
  });

  it.each([
    ["any annotation, the guide's way to force a pass", { "kubernetes.io/change-cause": "1" }, true],
    ["one of Weir's own", { "weir.dev/paused": "true" }, true],
    ["the record", { [recordAnnotation]: "{}" }, false],
    ["what kubectl keeps of the last apply", { "kubectl.kubernetes.io/last-applied-configuration": "{}" }, false],
  ])("where every annotation counts: %s", (_name, annotations, counts) => {
    expect(hash(any, annotations) !== hash(any, {})).toBe(counts);
  });

  it("counts labels by name", () => {
    expect(hash(named, {}, { team: "a" })).not.toBe(hash(named, {}, { team: "b" }));
    expect(hash(named, {}, { other: "a" })).toBe(hash(named, {}));
  });
});
