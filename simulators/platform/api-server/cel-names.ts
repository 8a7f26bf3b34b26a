import { celEnvironment } from "./cel-environment.ts";
import { escapeName } from "./cel-typed.ts";
import { additionalOf, type Structural } from "./structural.ts";

/** Names an expression can use, each with its schema where one is known. */
export type Scope = ReadonlyMap<string, Structural | undefined>;

interface Node {
  readonly op: string;
  readonly args: unknown;
}

/** Names that are always there: types and namespaces of functions. */
const globals = (
  "int uint double bool string bytes list map null_type type dyn optional cel sets math strings base64 google net ip cidr " +
  "duration timestamp"
).split(" ");

const comprehensions: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter"]);

/** Says which name of an expression does not exist, worded as cel-go's compiler does; undefined if all do. */
export function unknownName(source: string, scope: Scope): string | undefined {
  return problemIn(
    celEnvironment.parse(source).ast as Node,
    new Map([...globals.map((name) => [name, undefined] as const), ...scope]),
  );
}

function problemIn(node: Node, scope: Scope): string | undefined {
  if (node.op === "id") {
    return scope.has(String(node.args))
      ? undefined
      : `undeclared reference to '${String(node.args)}' (in container '')`;
  }
  if (node.op === "." || node.op === ".?") {
    const [base, name] = node.args as [Node, string | Node];
    const field = typeof name === "string" ? name : String(name.args);
    return (
      problemIn(base, scope) ?? (hasField(schemaOf(base, scope), field) ? undefined : `undefined field '${field}'`)
    );
  }
  const inner = innerScope(node, scope);
  return (
    childrenOf(inner?.body ?? node.args)
      .map((child) => problemIn(child, inner?.scope ?? scope))
      .find((problem) => problem !== undefined) ?? inner?.problem
  );
}

/** What the body of a comprehension or of `cel.bind` can name. */
function innerScope(
  node: Node,
  scope: Scope,
): { body: unknown; scope: Scope; problem: string | undefined } | undefined {
  if (node.op !== "rcall") return undefined;
  const [method, receiver, given] = node.args as [string, Node, Node[]];
  const [first, second, ...rest] = given;
  if (first?.op !== "id") return undefined;
  const name = String(first.args);
  if (comprehensions.has(method)) {
    const items = schemaOf(receiver, scope)?.items;
    return { body: [second, ...rest], scope: new Map([...scope, [name, items]]), problem: problemIn(receiver, scope) };
  }
  const binds = method === "bind" && receiver.op === "id" && receiver.args === "cel" && second !== undefined;
  if (!binds) return undefined;
  return { body: rest, scope: new Map([...scope, [name, schemaOf(second, scope)]]), problem: problemIn(second, scope) };
}

function childrenOf(args: unknown): Node[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return typeof args === "object" && args !== null && "op" in args ? [args as Node] : [];
}

function schemaOf(node: Node, scope: Scope): Structural | undefined {
  if (node.op === "id") return scope.get(String(node.args));
  if (node.op === "[]") return itemOf(schemaOf((node.args as [Node, Node])[0], scope));
  if (node.op !== ".") return undefined;
  const [base, name] = node.args as [Node, string];
  const schema = schemaOf(base, scope);
  return property(schema, name) ?? additionalOf(schema);
}

function itemOf(schema: Structural | undefined): Structural | undefined {
  return schema?.items ?? additionalOf(schema);
}

function property(schema: Structural | undefined, escaped: string): Structural | undefined {
  return [...(schema?.properties ?? [])].find(([name]) => escapeName(name) === escaped)?.[1];
}

const everywhere: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** True unless a schema is known that has no such member. Members of a whole resource are taken to exist. */
function hasField(schema: Structural | undefined, name: string): boolean {
  if (!schema?.types.includes("object") || schema.additional !== undefined || everywhere.has(name)) return true;
  return property(schema, name) !== undefined;
}
