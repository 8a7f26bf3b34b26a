import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { referenceRules } from "../../crds/reference/autoscaler.ts";
import { differences } from "../../crds/reference/autoscaler-differences.ts";

const place = (path: string) => new URL(`../../${path}`, import.meta.url);
const text = (path: string) => readFileSync(place(path), "utf8");

describe("the index of the reference's rules in docs/reference/autoscaler.md", () => {
  it.each([...referenceRules, ...differences])("$section $rule: $name", async ({ name, file, test, row }) => {
    const module: Record<string, unknown> = await import(place(`shared/autoscaler/${file}.ts`).href);
    expect(typeof module[name], `${name} of ${file}.ts`).toBe("function");
    expect(text(`test/table/autoscaler/${test}.test.ts`)).toContain(row);
  });

  it("every function is told about where it stands", () => {
    const silent = [...referenceRules, ...differences].filter(
      ({ name, file }) =>
        !new RegExp(`\\*/\nexport (async )?function ${name}\\b`).test(text(`shared/autoscaler/${file}.ts`)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it("no section from 2.3 to 2.23 is without a rule", () => {
    const sections = new Set(referenceRules.map(({ section }) => section));
    const all = Array.from({ length: 21 }, (_, index) => `2.${index + 3}`);
    expect(all.filter((section) => !sections.has(section))).toEqual([]);
  });
});
