import { idsIn } from "./ids.ts";
import { calleeOf, childrenOf, isNode, type Node, propertyOf, textOf } from "./syntax.ts";

/** A test that says of itself that it shows a requirement. */
export interface Evidence {
  readonly id: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** Its title, or the name of its row. */
  readonly test: string;
}

/** A test's name, and the text in which it mentions what it shows. */
interface Said {
  readonly test: string;
  readonly said: string;
}

/** The parameters of a function of the same file that makes rows. */
type RowMakers = ReadonlyMap<string, readonly string[]>;

const runners = new Set(["it", "test", "describe", "onBothPlatforms", "describeReal", "step"]);
const off = new Set(["skip", "todo"]);

/**
 * What a file's tests show: rows of tables by their `name` and `why`, also where a function with such parameters makes
 * them, tests and groups by their titles. Comments, other texts and what is switched off show nothing.
 */
export function evidenceOf(file: string, program: Node): Evidence[] {
  return saidIn(program).flatMap(({ test, said }) => idsIn(said).map((id) => ({ id, file, test })));
}

/** What a file's tests, groups and rows are called, in its order. */
export function testsIn(program: Node): string[] {
  return saidIn(program).map(({ test }) => test);
}

function saidIn(program: Node): Said[] {
  const makers = rowMakersOf(program);
  const below = (node: Node): Said[] => {
    if (calleeOf(node).some((name) => off.has(name))) return [];
    const own = [fromRow(node), fromRowMaker(node, makers), fromTitle(node)].filter((one) => one !== undefined);
    return [...own, ...childrenOf(node).flatMap(below)];
  };
  return below(program);
}

function rowMakersOf(program: Node): RowMakers {
  const functions = childrenOf(program).filter(({ type }) => type === "FunctionDeclaration");
  const signatures = functions.map(({ id, params }) => [nameOf(id), (params as unknown[]).map(nameOf)] as const);
  return new Map(signatures.filter(([, parameters]) => parameters.includes("why")));
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === "string" ? node.name : "";
}

function fromRow(node: Node): Said | undefined {
  const why = textOf(propertyOf(node, "why"));
  if (why === undefined) return undefined;
  const texts = (node.properties as Node[]).map(({ value }) => textOf(value));
  return named(textOf(propertyOf(node, "name")), texts, why);
}

function fromRowMaker(node: Node, makers: RowMakers): Said | undefined {
  const parameters = makers.get(calleeOf(node).join("."));
  if (node.type !== "CallExpression" || parameters === undefined) return undefined;
  const texts = (node.arguments as unknown[]).map(textOf);
  const why = texts[parameters.indexOf("why")];
  return why === undefined ? undefined : named(texts[parameters.indexOf("name")], texts, why);
}

/** A row without a name goes by its first text. */
function named(name: string | undefined, texts: readonly (string | undefined)[], why: string): Said {
  const first = texts.find((text) => text !== undefined && text !== why);
  return { test: name ?? first ?? why, said: `${name ?? ""} ${why}` };
}

function fromTitle(node: Node): Said | undefined {
  const [runner] = calleeOf(node);
  if (node.type !== "CallExpression" || runner === undefined || !runners.has(runner)) return undefined;
  const title = textOf((node.arguments as unknown[])[0]);
  return title === undefined ? undefined : { test: title, said: title };
}
