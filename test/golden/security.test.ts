import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./kustomization.ts";
import { controlsIn, faultsOf, readSecurity } from "./security-page.ts";

const { page, sources } = readSecurity(projectRoot);
const controls = controlsIn(page);

describe("the threat model", () => {
  it("names a test for each control, and each of them is there", () => {
    expect(faultsOf(controls, sources)).toEqual([]);
  });

  it("has a row for every line of its tables", () => {
    const lines = page.split("\n").filter((line) => /\]\(\.\.\/\.\.\/test\//.test(line) && line.startsWith("|"));
    expect(controls).toHaveLength(lines.length);
    expect(controls.length).toBeGreaterThan(40);
  });

  it("says what it leaves open", () => {
    const limits = page.split("## Known limits\n")[1]?.split("\n## ")[0] ?? "";
    expect(limits.match(/^- \*\*/gm)?.length).toBeGreaterThan(5);
  });
});

describe("a page of controls", () => {
  const files = new Map([["test/a.test.ts", 'it("does so | or not", () => {}); x = { name: "a row", why: "so" };']]);
  const pageOf = (...rows: string[]) =>
    `| threat | control | shown by |\n| --- | --- | --- |\n${rows.join("\n")}\n\nMore.\n`;

  it.each([
    { name: "a title", shown: "[does so \\| or not](../../test/a.test.ts)", faults: [], why: "it is there" },
    { name: "a row", shown: "[a row](../../test/a.test.ts)", faults: [], why: "a row is a test" },
    { name: "no test", shown: "nothing", faults: ['"c" names no test'], why: "a promise" },
    {
      name: "a title that is not there",
      shown: "[does not](../../test/a.test.ts)",
      faults: ['test/a.test.ts has no test "does not"'],
      why: "renamed",
    },
    { name: "no such file", shown: "[x](../../test/b.test.ts)", faults: ["test/b.test.ts is no test"], why: "moved" },
    {
      name: "no test file",
      shown: "[x](../../shared/a.ts)",
      faults: ["shared/a.ts is no test"],
      why: "code shows nothing",
    },
  ])("with $name: $why", ({ shown, faults }) => {
    expect(faultsOf(controlsIn(pageOf(`| t | c | ${shown} |`)), files)).toEqual(faults);
  });

  it("is read row by row, other tables left alone", () => {
    const rows = controlsIn(`| a | b |\n| --- | --- |\n| 1 | 2 |\n\n${pageOf("| t | c | x |", "| u | d | y |")}`);
    expect(rows.map(({ threat, control }) => [threat, control])).toEqual([
      ["t", "c"],
      ["u", "d"],
    ]);
  });
});

it("SECURITY.md supports the version that this is", () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
  const policy = readFileSync(join(projectRoot, "SECURITY.md"), "utf8");
  expect(policy).toContain(`| ${version.replace(/\.\d+$/, ".x")} | yes |`);
});
