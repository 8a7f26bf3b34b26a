import { reasons } from "../../shared/autoscaler/explain/reasons.ts";
import { crossChecks } from "../../shared/autoscaler/options/cross-checks.ts";
import {
  type AutoscalerOption,
  autoscalerPrefix,
  longPrefix,
  type Range,
} from "../../shared/autoscaler/options/option.ts";
import { autoscalerOptions, optionRows } from "../../shared/autoscaler/options/options.ts";
import type { GeneratedFile } from "../manifest.ts";
import { differences } from "./autoscaler-differences.ts";
import type { ReferenceRule } from "./autoscaler-rule.ts";
import { decidingRules } from "./autoscaler-rules-deciding.ts";
import { measuringRules } from "./autoscaler-rules-measuring.ts";
import { code, makePage, makeTable } from "./markdown.ts";

/** Every rule of the reference that the profile `compat` keeps, in the order of the report on it. */
export const referenceRules = [...measuringRules, ...decidingRules];

/** The page of the autoscaler: its options, and every reason that it gives. */
export function makeAutoscalerPage(): GeneratedFile {
  return makePage("autoscaler", "The autoscaler: options and reasons", [
    "How a job is scaled by itself is told in [the guide](../guides/flink.md#the-autoscaler). This page is made from the rows of " +
      "the core's own tables, `shared/autoscaler`.",
    "## Options",
    `Each key begins with ${code(autoscalerPrefix)}; ${code(longPrefix)} is taken as well, and the short one wins. Another ` +
      "spelling is accepted with a warning that names the key, and a key that is unknown is told. Values are judged while " +
      "the autoscaler is on. A duration is written as Flink does (`15 min`) or by ISO-8601 (`PT15M`).",
    makeTable(
      ["Key", "Type", "Default", "Range", "Meaning", "Other spellings"],
      optionRows.map(([, row]) => toCells(row)),
    ),
    "## What options do to each other",
    makeTable(
      ["Option", "What is told", "Refused", "Why"],
      crossChecks.map(({ option, message, severity, why }) => [
        code(autoscalerOptions[option].key),
        message,
        severity === "deny" ? "yes" : "no",
        why,
      ]),
    ),
    "## Reasons",
    "Every cycle of a job has one of these. The same finding is not told twice within `scaling.event.interval`.",
    makeTable(
      ["Reason", "Event", "Type", "Meaning", "What to do"],
      Object.entries(reasons).map(([reason, { event, type, meaning, action = "" }]) => [
        code(reason),
        code(event),
        type,
        meaning,
        action,
      ]),
    ),
    "## Rules of the reference",
    "The profile `compat` keeps the rules of the reference. Each is a pure function of plain values below `shared/autoscaler`, so " +
      "that a table of cases can be put against it alone; its docstring names the units, and the test has rows to begin with. " +
      "Numbers are those of the report on the reference. `NaN` stands for what is unknown.",
    makeRuleTable(referenceRules),
    "These differ on purpose:",
    makeRuleTable(differences),
  ]);
}

function makeRuleTable(rules: readonly ReferenceRule[]): string {
  return makeTable(
    ["Section", "Rule", "Function", "File", "Test"],
    rules.map(({ section, rule, name, file, test }) => [
      section,
      rule,
      code(name),
      `[${file}.ts](../../shared/autoscaler/${file}.ts)`,
      `[${test}](../../test/table/autoscaler/${test}.test.ts)`,
    ]),
  );
}

function toCells({ key, type, usual, range, meaning, aliases }: AutoscalerOption<unknown>): readonly string[] {
  return [
    code(key),
    type.name,
    usual === "" ? "empty" : code(usual ?? ""),
    range === undefined ? "" : rangeText(range),
    meaning,
    aliases.map((alias) => `${code(alias.key)}${alias.from === "guide" ? " (the guide's)" : ""}`).join(", "),
  ];
}

function rangeText({ least, most, when }: Range): string {
  const bounds = most === undefined ? `from ${least} on` : `${least} to ${most}`;
  return when === undefined ? bounds : `${bounds}, with ${code(when)}`;
}
