import { describe, expect, it } from "vitest";
import { readFlags } from "./flags.ts";
import { mutants } from "./mutants.ts";

describe("the flags of the search for mutants", () => {
  it.each([
    { name: "no flag", why: "all of them is what one wants", argv: [], of: mutants.length },
    { name: "one", why: "after a change of one place", argv: ["--only", "no-look-up"], of: 1 },
    { name: "a suite's", why: "what no schedule shows", argv: ["--only", "one-bad-stops-the-page"], of: 1 },
    { name: "two", why: "the flag may be repeated", argv: ["--only", "no-look-up", "--only", "no-intent"], of: 2 },
  ])("$name: $why", ({ argv, of }) => {
    expect(readFlags(argv)).toMatchObject({ help: false, seconds: 60, write: false, sought: { length: of } });
  });

  it.each([
    {
      name: "a name that is none",
      why: "all of none are seen",
      argv: ["--only", "nope"],
      says: /no mutant nope; there are /,
    },
    { name: "no number", why: "a search without end", argv: ["--seconds", "long"], says: /not long$/ },
    { name: "no time", why: "nothing is found in none", argv: ["--seconds", "0"], says: /from 1 to 99999/ },
    { name: "a flag that is none", why: "a typing mistake", argv: ["--ony", "x"], says: /'--ony'/ },
  ])("$name is refused: $why", ({ argv, says }) => {
    expect(() => readFlags(argv)).toThrow(says);
  });
});
