import { type Expression, type Matcher, type Selector, selectorsOf } from "./promql-syntax.ts";
import { type Shape, shapes } from "./shapes.ts";

/** What an expression asks for that nobody tells: metrics, labels and their words, one line each. */
export function unansweredOf(expression: Expression): string[] {
  return [...selectorsOf(expression).flatMap(unselected), ...ungrouped(expression)];
}

/** What a selector asks for that nobody tells: each by itself, or where that is told, all together. */
export function unselected({ metric, matchers }: Selector): string[] {
  const named = shapes.filter((shape) => shape.metric === metric);
  if (named.length === 0) return [`nobody tells ${metric}`];
  const alone = matchers.flatMap((matcher) => {
    const { label } = matcher;
    if (!named.some(({ labels }) => labels.has(label))) return [`${metric} has no label ${label}`];
    return wordsOutside(named, matcher).map((word) => `${label} of ${metric} is never ${word}`);
  });
  if (alone.length > 0) return alone;
  const together = matchers.flatMap((matcher) => {
    const others = matchers.filter((one) => one !== matcher);
    const near = named.filter((shape) => others.every((other) => fits(shape, other)));
    return wordsOutside(near, matcher).map((word) => `${matcher.label} ${word}`);
  });
  return together.length === 0 ? [] : [`${metric} never has, beside the rest: ${together.join(", ")}`];
}

function wordsOutside(some: readonly Shape[], matcher: Matcher): string[] {
  return wordsOf(matcher).filter((word) => !some.some((shape) => canBe(shape, matcher.label, word)));
}

/** Those of some labels that the result of an expression does not have for sure. */
export function unlabelled(expression: Expression, labels: readonly string[]): string[] {
  if (expression.type === "aggregation") return labels.filter((label) => !expression.labels.includes(label));
  if (expression.type === "comparison" || expression.type === "unless") return unlabelled(expression.of, labels);
  const { metric, matchers } = expression.selector;
  const selected = shapes.filter((shape) => shape.metric === metric && matchers.every((one) => fits(shape, one)));
  return labels.filter((label) => !selected.every((shape) => shape.labels.has(label)));
}

function ungrouped(expression: Expression): string[] {
  const lacking = (of: Expression, labels: readonly string[]) =>
    unlabelled(of, labels).map((label) => `${label} is no label of all of ${selectorsOf(of)[0]?.metric}`);
  switch (expression.type) {
    case "aggregation":
      return [...lacking(expression.of, expression.labels), ...ungrouped(expression.of)];
    case "unless":
      return [expression.of, expression.other].flatMap((side) => [...lacking(side, expression.on), ...ungrouped(side)]);
    case "comparison":
      return ungrouped(expression.of);
    default:
      return [];
  }
}

function fits(shape: Shape, matcher: Matcher): boolean {
  if (!shape.labels.has(matcher.label)) return false;
  const words = wordsOf(matcher);
  if (matcher.operator.startsWith("!") || words.length === 0) return true;
  return words.some((word) => canBe(shape, matcher.label, word));
}

function canBe({ labels }: Shape, label: string, word: string): boolean {
  return labels.has(label) && (labels.get(label)?.includes(word) ?? true);
}

/** The words that a matcher names; of a pattern that is no list of words, none. */
function wordsOf({ operator, text }: Matcher): string[] {
  if (text === "") return [];
  if (!operator.endsWith("~")) return [text];
  return /^[\w|]+$/.test(text) ? text.split("|") : [];
}
