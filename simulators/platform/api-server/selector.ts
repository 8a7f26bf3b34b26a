import { at, isObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { badRequest } from "./status-error.ts";

/** Decides whether an object belongs to a list or a watch. */
export type Matcher = (object: KubeObject) => boolean;

interface Requirement {
  readonly key: string;
  readonly operator: "=" | "!=" | "in" | "notin" | "exists" | "absent" | ">" | "<";
  readonly values: readonly string[];
}

/** Reads a `labelSelector`. Throws 400 when it cannot be parsed. */
export function parseLabelSelector(text: string): Matcher | undefined {
  if (text.trim() === "") return undefined;
  const requirements = splitOutsideParentheses(text).map(parseRequirement);
  return (object) => matchesLabels(object.metadata.labels ?? {}, requirements);
}

/** True if labels satisfy a `LabelSelector` object (matchLabels, matchExpressions); an empty selector matches all. */
export function matchesLabelSelector(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  const wanted = at(selector, "matchLabels");
  const equal = isObject(wanted) ? Object.entries(wanted) : [];
  const expressions = at(selector, "matchExpressions");
  const requirements = [
    ...equal.map(([key, value]): Requirement => ({ key, operator: "=", values: [String(value)] })),
    ...(Array.isArray(expressions) ? expressions.map(fromExpression) : []),
  ];
  return matchesLabels(labels, requirements);
}

function fromExpression(expression: unknown): Requirement {
  const values = at(expression, "values");
  return {
    key: String(at(expression, "key")),
    operator: operatorOf[String(at(expression, "operator"))] ?? "exists",
    values: Array.isArray(values) ? values.map(String) : [],
  };
}

const operatorOf: Readonly<Record<string, Requirement["operator"]>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "absent",
};

function splitOutsideParentheses(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

const keyForm = "[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?";
const setForm = new RegExp(`^(${keyForm})\\s+(in|notin)\\s*\\(([^)]*)\\)$`);
const compareForm = new RegExp(`^(${keyForm})\\s*(==|=|!=|>|<)\\s*([A-Za-z0-9._-]*)$`);
const existsForm = new RegExp(`^(!?)\\s*(${keyForm})$`);

function parseRequirement(text: string): Requirement {
  const set = setForm.exec(text);
  if (set) {
    const values = (set[3] ?? "").split(",").map((value) => value.trim());
    return { key: set[1] ?? "", operator: set[2] as "in" | "notin", values };
  }
  const compare = compareForm.exec(text);
  if (compare) {
    const operator = (compare[2] === "==" ? "=" : compare[2]) as Requirement["operator"];
    return { key: compare[1] ?? "", operator, values: [compare[3] ?? ""] };
  }
  const exists = existsForm.exec(text);
  if (exists) return { key: exists[2] ?? "", operator: exists[1] === "!" ? "absent" : "exists", values: [] };
  throw badRequest(`unable to parse requirement: found '${text}', expected: identifier`);
}

function matchesLabels(labels: Readonly<Record<string, string>>, requirements: readonly Requirement[]): boolean {
  return requirements.every((requirement) => {
    const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
    return tests[requirement.operator](value, requirement.values);
  });
}

const tests: Readonly<Record<Requirement["operator"], (v: string | undefined, of: readonly string[]) => boolean>> = {
  "=": (value, of) => value !== undefined && value === of[0],
  "!=": (value, of) => value !== of[0],
  in: (value, of) => value !== undefined && of.includes(value),
  notin: (value, of) => value === undefined || !of.includes(value),
  exists: (value) => value !== undefined,
  absent: (value) => value === undefined,
  ">": (value, of) => value !== undefined && Number(value) > Number(of[0]),
  "<": (value, of) => value !== undefined && Number(value) < Number(of[0]),
};

/** Reads a `fieldSelector` over the labels that the resource supports. Throws 400 for any other. */
export function parseFieldSelector(text: string, supported: readonly string[]): Matcher | undefined {
  if (text.trim() === "") return undefined;
  const terms = text.split(",").map((term) => parseFieldTerm(term, supported));
  return (object) => terms.every((term) => term(object));
}

function parseFieldTerm(text: string, supported: readonly string[]): Matcher {
  const form = /^\s*([^=!]+?)\s*(==|=|!=)\s*(.*?)\s*$/.exec(text);
  if (!form) throw badRequest(`invalid selector: '${text}'; can't understand '${text}'`);
  const [, label = "", operator, wanted = ""] = form;
  if (!supported.includes(label)) throw badRequest(`field label not supported: ${label}`);
  const path = label.split(".");
  return (object) => {
    const value = at(object, ...path);
    return ((value === undefined || value === null ? "" : String(value)) === wanted) === (operator !== "!=");
  };
}
