import { createHash } from "node:crypto";

/** 128 bits of SHA-256 in hex over the canonical form of a JSON value: keys sorted, `undefined` members absent. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 32);
}

/** Pieces that are text already are wrapped, so that they are not mistaken for values still to be written. */
class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function canonical(root: unknown): string {
  const out: string[] = [];
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const top = stack.pop();
    if (top instanceof Text) out.push(top.text);
    else if (typeof top !== "object" || top === null) out.push(JSON.stringify(top) ?? "null");
    else for (const piece of pieces(top).reverse()) stack.push(piece);
  }
  return out.join("");
}

function pieces(node: object): unknown[] {
  if (Array.isArray(node)) return [new Text("["), ...node.flatMap((item) => [item, new Text(",")]), new Text("]")];
  const members = Object.entries(node)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    new Text("{"),
    ...members.flatMap(([key, value]) => [new Text(`${JSON.stringify(key)}:`), value, new Text(",")]),
    new Text("}"),
  ];
}
