import { isObject, type JsonValue, member } from "../../../shared/core/json.ts";

/** Values by their dotted paths; elements of lists go by their name, path or number, and by their place where they have none. */
type Leaves = ReadonlyMap<string, string>;

function leavesOf(value: JsonValue | undefined, path = "", leaves = new Map<string, string>()): Map<string, string> {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (Array.isArray(value) && value.length > 0) {
    value.forEach((one, index) => void leavesOf(one, at(keyOf(one) ?? String(index)), leaves));
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, one] of Object.entries(value)) leavesOf(one, at(key), leaves);
  } else if (value !== undefined) leaves.set(path, JSON.stringify(value));
  return leaves;
}

function keyOf(value: JsonValue): string | undefined {
  const key = member(value, "name") ?? member(value, "mountPath");
  return typeof key === "string" ? key : undefined;
}

/**
 * What of a pod is neither the user's template nor what Weir makes without one, and what of the template is not in it,
 * besides what Flink decides.
 */
export function notLaidOver(
  { template, plain, made }: { readonly [part in "template" | "plain" | "made"]: JsonValue },
  decided: readonly string[] = [],
): string[] {
  const [wanted, usual, found] = [leavesOf(template), leavesOf(plain), leavesOf(made)];
  const isDecided = (path: string) => decided.some((one) => path === one || path.startsWith(`${one}.`));
  const added = [...found].filter(([path, value]) => value !== usual.get(path) && value !== wanted.get(path));
  const lost = [...wanted].filter(
    ([path, value]) => found.get(path) !== value && !isDecided(path) && !isInside(path, found),
  );
  const weaker = [...usual].filter(([path, value]) => found.get(path) !== value && !isOfUser(path, wanted, isDecided));
  const told = (what: string, leaves: [string, string][]) => leaves.map(([path, value]) => `${what} ${path}: ${value}`);
  return [...told("added", added), ...told("lost", lost), ...told("weaker", weaker)];
}

/** True for an empty map or list that Weir put something into. */
function isInside(path: string, found: Leaves): boolean {
  return [...found.keys()].some((one) => one.startsWith(`${path}.`));
}

/** True where the template has a word about it that is not Flink's to say. */
function isOfUser(path: string, wanted: Leaves, isDecided: (path: string) => boolean): boolean {
  return (
    !isDecided(path) &&
    [...wanted.keys()].some((one) => path === one || path.startsWith(`${one}.`) || one.startsWith(`${path}.`))
  );
}
