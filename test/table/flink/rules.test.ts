import { describe, expect, it } from "vitest";
import { type Review, type Rule, violationsOf } from "../../../shared/core/rule.ts";
import { validate } from "../../../shared/core/validate.ts";
import { isDeployed } from "../../../shared/flink/deployed-spec.ts";
import { rigOf, settings } from "./flink-rig.ts";
import { ruledKinds } from "./rows/all.ts";
import type { RuleRow } from "./rows/row.ts";

function reviewOf({ object, oldObject, operator = {}, namespaces = [] }: RuleRow): Review {
  const by = { ...settings, namespaces, flinkConfiguration: operator };
  return { object, settings: by, ...(oldObject !== undefined && { oldObject }) };
}

const inWords = (all: readonly { readonly path: string; readonly message: string }[]) =>
  all.map(({ path, message }) => `${path} ${message}`);

describe.each(ruledKinds)("the rules of $definition.names.kind", ({ definition, rows }) => {
  const { rules } = definition;
  const rig = rigOf(definition);
  const ruleOf = (row: RuleRow) => rules.find(({ name }) => name === row.rule) as Rule;

  it("have names of their own, and each an example that passes and one that does not", () => {
    const names = rules.map(({ name }) => name);
    const tried = (accepted: boolean) => [
      ...new Set(rows.filter((row) => row.accepted === accepted).map(({ rule }) => rule)),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(tried(true).sort()).toEqual([...names].sort());
    expect(tried(false).sort()).toEqual([...names].sort());
  });

  it.each(rows)("$rule, $name: $accepted ($why)", async (row) => {
    const rule = ruleOf(row);
    const review = reviewOf(row);
    const own = violationsOf([rule], rule.severity, review);
    expect(own.length > 0).toBe(!row.accepted);
    const said = inWords(validate(definition, review));
    expect(said).toEqual(rule.severity === "deny" ? inWords(own) : []);
    const causes =
      row.oldObject === undefined ? await rig.create(row.object) : await rig.update(row.oldObject, row.object);
    const server = causes.map(({ field, message }) => {
      const policy = /denied request: (.*)$/.exec(message)?.[1];
      return policy ?? `${field} ${message.replace(/^(Required value|Forbidden|Invalid value: "\w+"): /, "")}`;
    });
    expect(server).toEqual(rule.cel === undefined ? [] : said);
  });

  const seenByPass = rows.filter(
    (row) => row.oldObject !== undefined && isDeployed(row.oldObject) && ruleOf(row).severity === "deny",
  );
  it.skipIf(seenByPass.length === 0).each(seenByPass)(
    "$rule, $name: $accepted to a pass, which knows no version before ($why)",
    (row) => {
      const { object, settings: by } = reviewOf(row);
      const own = violationsOf([ruleOf(row)], "deny", { object, settings: by });
      expect(own.length > 0).toBe(!row.accepted);
    },
  );
});
