import { Optional } from "@marcbachmann/cel-js";
import { toTypedCel } from "./cel-typed.ts";
import { isObject, type Json, sameJson } from "./json.ts";
import type { FieldError, FieldErrorType } from "./resource.ts";
import { correlatedItem } from "./schema-validate.ts";
import { additionalOf, type Rule, type Structural } from "./structural.ts";

/** What a rule is evaluated against. `old` is undefined where there is no comparable value before. */
interface Subject {
  readonly value: Json;
  readonly old: Json | undefined;
  readonly node: Structural;
  /** Empty for the resource itself. */
  readonly path: string;
  /** True for the resource itself, whose `self` has a type and metadata. */
  readonly root: boolean;
}

/**
 * What is wrong with a resource by its `x-kubernetes-validations`, worded as the real server does.
 *
 * Guarantees: a transition rule runs only where a value before can be compared; a failing rule on something that has not
 * changed is not reported (ratcheting), unless it is a transition rule.
 */
export function ruleErrors(value: Json, old: Json | undefined, node: Structural): FieldError[] {
  return node.hasRules ? walk({ value, old, node, path: "", root: true }) : [];
}

function walk(subject: Subject): FieldError[] {
  const { value, node, path } = subject;
  if (value === null || !node.hasRules) return [];
  return [
    ...ownErrors(subject),
    ...(Array.isArray(value) ? itemsBelow(value, subject) : membersBelow(value, node, path, subject.old)),
  ];
}

function itemsBelow(list: readonly Json[], { node, old, path }: Subject): FieldError[] {
  const { items } = node;
  if (!items) return [];
  return list.flatMap((item, index) =>
    walk({ value: item, old: correlatedItem(item, node, old), node: items, path: `${path}[${index}]`, root: false }),
  );
}

function membersBelow(value: Json, node: Structural, path: string, old: Json | undefined): FieldError[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const property = node.properties.get(key);
    const schema = property ?? additionalOf(node);
    if (!schema || member === undefined) return [];
    const here = property ? (path === "" ? key : `${path}.${key}`) : `${path}[${key}]`;
    const before = isObject(old) && Object.hasOwn(old, key) ? old[key] : undefined;
    return walk({ value: member, old: before, node: schema, path: here, root: false });
  });
}

function ownErrors(subject: Subject): FieldError[] {
  const { node, value, old } = subject;
  if (node.rules.length === 0) return [];
  const self = toTypedCel(value, node, subject.root);
  const before = old === undefined || old === null ? undefined : toTypedCel(old, node, subject.root);
  const unchanged = old !== undefined && sameJson(value, old);
  return node.rules.flatMap((rule) => {
    if (rule.source === "" || (rule.usesOldSelf && before === undefined && !rule.optionalOldSelf)) return [];
    const oldSelf = rule.optionalOldSelf ? (before === undefined ? Optional.none() : Optional.of(before)) : before;
    const finding = check(rule, { self, oldSelf }, subject);
    return finding && !(finding.ratchets && unchanged) ? [finding.error] : [];
  });
}

interface Finding {
  readonly error: FieldError;
  /** True if an unchanged value is forgiven. */
  readonly ratchets: boolean;
}

function check(rule: Rule, variables: Record<string, unknown>, subject: Subject): Finding | undefined {
  const type = String(subject.node.raw.type ?? (subject.root ? "object" : ""));
  const at = subject.path || "<nil>";
  const problem = (detail: string): FieldError => ({ field: at, type: "FieldValueInvalid", value: type, detail });
  if (!rule.program.ok) return { error: problem(`rule compile error: ${rule.program.error}`), ratchets: false };
  const result = rule.program.run(variables);
  if (!result.ok) return { error: problem(errorWords(result.error, rule)), ratchets: false };
  if (result.value === true) return undefined;
  const place = [subject.path, rule.fieldPath].filter((part) => part !== "").join(".") || "<nil>";
  const error = withReason(rule.reason, place.replaceAll(".[", "["), type, failureWords(rule, variables));
  return { error, ratchets: !rule.usesOldSelf };
}

function errorWords(error: string, rule: Rule): string {
  const name = rule.message || rule.source;
  if (!error.startsWith("no such overload")) return `${error} evaluating rule: ${name}`;
  return `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
}

function failureWords(rule: Rule, variables: Record<string, unknown>): string {
  const made = rule.messageProgram?.ok ? rule.messageProgram.run(variables) : undefined;
  const text = made?.ok && typeof made.value === "string" ? made.value.trim() : "";
  if (text !== "" && !text.includes("\n")) return text;
  return rule.message || `failed rule: ${rule.source}`;
}

const reasons: ReadonlySet<string> = new Set(["FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"]);

function withReason(reason: string, field: string, value: string, detail: string): FieldError {
  const type = (reasons.has(reason) ? reason : "FieldValueInvalid") as FieldErrorType;
  return type === "FieldValueDuplicate" ? { field, type, value } : { field, type, value, detail };
}
