import { fieldAt, unescapeName } from "../field.ts";
import type { Structural, Validation } from "../structural.ts";

/** Bytes of a rule's message that the API server takes. */
const longestMessage = 2048;

/**
 * What is wrong with the CEL of a schema: a field that does not exist or is not escaped, a text or list without a limit
 * (its cost is then estimated as if it were endless, and the CRD refused), a message that cannot be shown.
 */
export function lintCel(node: Structural, path: string): string[] {
  const own = (node["x-kubernetes-validations"] ?? []).flatMap((validation) => [
    ...lintExpression(validation.rule, node),
    ...lintWords(validation, node),
  ]);
  const below = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    lintCel(child, path === "" ? name : `${path}.${name}`),
  );
  const items = node.items === undefined ? [] : lintCel(node.items, `${path}[]`);
  const typed = own.length > 0 || node["x-kubernetes-validations"] === undefined || node.type !== undefined;
  return [
    ...own.map((text) => `${path || "the root"}: ${text}`),
    ...(typed ? [] : [`${path || "the root"}: a rule on a field without a type`]),
    ...below,
    ...items,
  ];
}

function lintExpression(rule: string, node: Structural): string[] {
  const chains = [...rule.matchAll(/\b(?:self|oldSelf)((?:\.[A-Za-z_]\w*(?!\w*\())*)/g)].map(([, chain = ""]) =>
    chain.split(".").filter((step) => step !== ""),
  );
  return chains.flatMap((steps) => {
    const text = ["self", ...steps].join(".");
    const reserved = steps.find((step) => unescapeName(step) === undefined);
    if (reserved !== undefined) return [`${text}: "${reserved}" must be written __${reserved}__`];
    const field = fieldAt(
      node,
      steps.flatMap((step) => unescapeName(step) ?? []),
    );
    if (field === undefined) return [`${text}: there is no such field`];
    return isBounded(field) ? [] : [`${text}: has no limit (maxLength, maxItems or maxProperties)`];
  });
}

/** `has` and comparisons with parents are free; what has a size must say how large it gets. */
function isBounded(field: Structural): boolean {
  if (field.type === "string") return field.maxLength !== undefined || field.enum !== undefined;
  if (field.type === "array") return field.maxItems !== undefined;
  return true;
}

function lintWords({ message, fieldPath }: Validation, node: Structural): string[] {
  const steps = fieldPath?.split(".").slice(1);
  return [
    ...(message.includes("\n") || message.trim() === "" ? ["a message is one line of text"] : []),
    ...(Buffer.byteLength(message) > longestMessage ? ["a message is too long"] : []),
    ...(steps !== undefined && fieldAt(node, steps) === undefined ? [`fieldPath ${fieldPath}: no such field`] : []),
  ];
}
