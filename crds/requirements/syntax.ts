/** A node of a syntax tree (ESTree), of which only what is asked for is known. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** True for a node; other values of a tree are texts, numbers, lists and nothing. */
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The nodes directly below one. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The text that an expression says wherever it is read; `…` stands for what only running it would tell. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
  }
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? "…"}${right ?? "…"}`;
}

/** The value of a property of an object literal, where it is written there. */
export function propertyOf(node: Node, name: string): unknown {
  const properties = node.type === "ObjectExpression" ? (node.properties as Node[]) : [];
  return properties.find(({ key }) => isNode(key) && (key.name === name || key.value === name))?.value;
}

/** `it.skipIf(…)(…)` as `["it", "skipIf"]`: the names by which a call is made, calls between them left out. */
export function calleeOf(node: Node): string[] {
  const { callee } = node;
  return isNode(callee) ? namesOf(callee) : [];
}

function namesOf(node: Node): string[] {
  if (node.type === "Identifier") return [String(node.name)];
  if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression") {
    const inner = node.callee ?? node.tag;
    return isNode(inner) ? namesOf(inner) : [];
  }
  if (node.type !== "MemberExpression" || !isNode(node.object) || !isNode(node.property)) return [];
  return [...namesOf(node.object), ...namesOf(node.property)];
}
