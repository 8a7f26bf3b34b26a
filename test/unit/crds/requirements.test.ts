import { describe, expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { evidenceOf } from "../../../crds/requirements/evidence.ts";
import { findingsOf } from "../../../crds/requirements/findings.ts";
import { idsIn } from "../../../crds/requirements/ids.ts";
import type { Node } from "../../../crds/requirements/syntax.ts";
import { sections } from "../../../docs/requirements/all.ts";

function shownBy(source: string): string[] {
  const tree = parseAst(source, { lang: "ts" }) as unknown as Node;
  return evidenceOf("test/one.test.ts", tree).map(({ id, test }) => `${id} ${test}`);
}

describe("the ids in a text", () => {
  it.each([
    { text: "(R34, AMB-2, F6)", ids: ["R34", "AMB-2", "F6"] },
    { text: "R34–R36", ids: ["R34", "R35", "R36"] },
    { text: "R46-R48, and R47 again", ids: ["R46", "R47", "R48"] },
    { text: "AMB-1…4", ids: ["AMB-1", "AMB-2", "AMB-3", "AMB-4"] },
    { text: "R60–62: more", ids: ["R60", "R61", "R62"] },
    { text: "R2D2, AR1, x-R5, R, AMB, F, D6", ids: [] },
  ])("$text", ({ text, ids }) => {
    expect(idsIn(text)).toEqual(ids);
  });
});

describe("what counts as shown", () => {
  it.each([
    { what: "a row, by its why", source: 'x = { name: "a row", why: "R1: so" }', shown: ["R1 a row"] },
    { what: "a row, by its name", source: 'x = { name: "R1", why: "so" }', shown: ["R1 R1"] },
    {
      what: "a row of joined texts",
      source: 'x = { name: "a " + b, why: "R1, " + `R2` }',
      shown: ["R1 a …", "R2 a …"],
    },
    { what: "a row with another key", source: 'x = { text: "a", why: "R1" }', shown: ["R1 a"] },
    { what: "a title", source: 'it("does so (R1)", () => {})', shown: ["R1 does so (R1)"] },
    { what: "a group of rows", source: "describe.each(rows)(`$name (R1)`, f)", shown: ["R1 $name (R1)"] },
    { what: "a title behind a switch", source: 'it.skipIf(old)("R1", f)', shown: ["R1 R1"] },
    { what: "what a function makes", source: 'function row(name, why) {} row("a", "R1")', shown: ["R1 a"] },
    { what: "no comment", source: "// R1\nit('does so', () => { /* R2 */ })", shown: [] },
    { what: "no other text", source: 'expect(x).toBe("R1"); y = { name: "R1" }', shown: [] },
    {
      what: "nothing that is left out",
      source: 'describe.skip("R1", () => { it("R2", f) }); it.todo("R3")',
      shown: [],
    },
  ])("$what", ({ source, shown }) => {
    expect(shownBy(source)).toEqual(shown);
  });
});

describe("the findings", () => {
  const two = [{ title: "Two", requirements: { R1: "One.", R2: "Another." } }];
  const seen = (id: string) => ({ id, file: "test/a.ts", test: "it" });

  it.each([
    { what: "nothing where each is shown", ids: ["R1", "R2"], says: [] },
    { what: "what no test shows", ids: ["R1"], says: ["R2 is shown by no test"] },
    {
      what: "a test for what does not exist",
      ids: ["R1", "R2", "R135"],
      says: ['R135 does not exist; test/a.ts mentions it in "it"'],
    },
  ])("say $what", ({ ids, says }) => {
    expect(findingsOf(two, ids.map(seen))).toEqual(says);
  });
});

describe("the list of requirements", () => {
  it("has every number once", () => {
    const ids = sections.flatMap(({ requirements }) => Object.keys(requirements));
    const numbers = (prefix: string, last: number) =>
      Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);
    expect([...ids].sort()).toEqual([...numbers("R", 134), ...numbers("AMB-", 33), ...numbers("F", 16)].sort());
  });
});
