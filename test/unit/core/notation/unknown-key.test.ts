import { describe, expect, it } from "vitest";
import { noSuchOption, withHints } from "../../../../shared/core/notation/unknown-key.ts";

const known = { prefix: "a.", names: ["window", "interval", "w".repeat(200)] };

function said(...findings: readonly { readonly name: string; readonly message: string }[]): string[] {
  return withHints(
    findings.map((one) => ({ path: one.name, ...one })),
    known,
  ).map(({ message }) => message);
}

describe("what is said of keys that no option has", () => {
  it("names the option that is meant, with what all begin with", () => {
    expect(said({ name: "windw", message: noSuchOption })).toEqual([`${noSuchOption}; did you mean a.window?`]);
  });

  it.each([
    { why: "nothing is near", name: "quite-another", message: noSuchOption },
    { why: "a key too long to be a slip", name: "w".repeat(201), message: noSuchOption },
    { why: "a key that is known and has no effect", name: "windw", message: "has no effect" },
  ])("says no more where it cannot help: $why", ({ name, message }) => {
    expect(said({ name, message })).toEqual([message]);
  });

  it("helps with the first three, of which known ones are none", () => {
    const slip = { name: "intervl", message: noSuchOption };
    const other = { name: "intervl", message: "has no effect" };
    const helped = said(other, slip, slip, other, slip, slip).map((message) => message.includes("did you mean"));
    expect(helped).toEqual([false, true, true, false, true, false]);
  });

  it("keeps each path, and nothing else", () => {
    expect(withHints([{ path: "spec.windw", message: "has no effect", name: "windw" }], known)).toEqual([
      { path: "spec.windw", message: "has no effect" },
    ]);
  });
});
