import { describe, expect, it } from "vitest";
import { wrongInformational } from "../../../functions/informational-conditions.ts";
import { kinds } from "../../../shared/kinds/index.ts";

const wrong = (...names: string[]) => wrongInformational({ WEIR_INFORMATIONAL_CONDITIONS: names });

describe("WEIR_INFORMATIONAL_CONDITIONS (AMB-6)", () => {
  it("may name any condition of a kind, or none", () => {
    const all = kinds.flatMap(({ conditions }) => conditions.map(({ type }) => type));
    expect([wrong(), wrong(...all)]).toEqual([undefined, undefined]);
  });

  it.each([
    { names: ["Foo"], strangers: "Foo", why: "no such condition" },
    { names: ["Healthy"], strangers: "Healthy", why: "the aggregate, which would count for itself" },
    { names: ["parallelismAligned", "ParallelismAligned"], strangers: "parallelismAligned", why: "one of them" },
  ])("is refused with $names: $why", ({ names, strangers }) => {
    expect(wrong(...names)).toMatch(
      new RegExp(`^WEIR_INFORMATIONAL_CONDITIONS names ${strangers}; this version knows .*\\bParallelismAligned\\b`),
    );
    expect(wrong(...names)).not.toMatch(/knows .*\bHealthy\b/);
  });
});
