import type { Environment } from "@marcbachmann/cel-js";

type Ordered = bigint | number | string;

/** Adds Kubernetes' list functions and the sets extension. */
export function registerLists(environment: Environment): void {
  environment.registerFunction("list.isSorted(): bool", (list: Ordered[]) =>
    list.every((item, index) => index === 0 || (list[index - 1] as Ordered) <= item),
  );
  environment.registerFunction("list.sum(): dyn", (list: (bigint | number)[]) => sum(list));
  environment.registerFunction("list.min(): dyn", (list: Ordered[]) => pick(list, (a, b) => a < b, "min"));
  environment.registerFunction("list.max(): dyn", (list: Ordered[]) => pick(list, (a, b) => a > b, "max"));
  environment.registerFunction("list.indexOf(dyn): int", (list: unknown[], item: unknown) =>
    BigInt(list.findIndex((other) => same(other, item))),
  );
  environment.registerFunction("list.lastIndexOf(dyn): int", (list: unknown[], item: unknown) =>
    BigInt(list.findLastIndex((other) => same(other, item))),
  );
  environment.registerType("Sets", Sets).registerConstant("sets", "Sets", new Sets());
  const contains = (all: unknown[], some: unknown[]) => some.every((item) => all.some((other) => same(other, item)));
  environment.registerFunction("Sets.contains(list, list): bool", (_: Sets, a: unknown[], b: unknown[]) =>
    contains(a, b),
  );
  environment.registerFunction(
    "Sets.equivalent(list, list): bool",
    (_: Sets, a: unknown[], b: unknown[]) => contains(a, b) && contains(b, a),
  );
  environment.registerFunction("Sets.intersects(list, list): bool", (_: Sets, a: unknown[], b: unknown[]) =>
    b.some((item) => a.some((other) => same(other, item))),
  );
}

/** The receiver of `sets.contains` and its kind. */
class Sets {}

function sum(list: readonly (bigint | number)[]): bigint | number {
  const ints = list.filter((item) => typeof item === "bigint");
  if (ints.length === list.length) return ints.reduce((a, b) => a + b, 0n);
  return list.reduce<number>((a, b) => a + Number(b), 0);
}

function pick(list: readonly Ordered[], better: (a: Ordered, b: Ordered) => boolean, name: string): Ordered {
  const [first, ...rest] = list;
  if (first === undefined) throw new Error(`${name} called on empty list`);
  return rest.reduce((best, item) => (better(item, best) ? item : best), first);
}

function same(left: unknown, right: unknown): boolean {
  if (typeof left === "number" || typeof right === "number") return Number(left) === Number(right);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    return Object.hasOwn(right, key) && same(left[key as keyof typeof left], right[key as keyof typeof right]);
  });
}
