/** Any JSON value. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * What must differ between two runs of the same scenario, and what stands for it. Everything else must be equal.
 *
 * - Times: two runs are not at the same time. Whole seconds make even "equal to the one before" a matter of chance.
 * - Milliseconds since 1970, as the record keeps them: the same.
 * - Ports: every part takes a free one.
 * - Whose a restart's mark is: a hash of the uid.
 */
const replacements: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>"],
  [/\b1[789]\d{11}\b/g, "0"],
  [/\b127\.0\.0\.1:\d+/g, "127.0.0.1:<port>"],
  [/(?<=\d#\d+#)[0-9a-f]{8}\b/g, "<owner>"],
];

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Turns values of one run into what they have in common with those of another; the same id gets the same name everywhere. */
export type Normalise = (value: unknown) => unknown;

/**
 * A new one for each run. Ids (of objects, of deployments, of intents) are drawn at random; they are named in the order in
 * which they are met, so that it still shows which of them are the same.
 */
export function makeNormalise(): Normalise {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `<id ${names.size + 1}>`;
    names.set(id, name);
    return name;
  };
  return (value) => {
    let text = JSON.stringify(canonical(toJson(value)));
    for (const [pattern, name] of replacements) text = text.replaceAll(pattern, name);
    return JSON.parse(text.replaceAll(uuid, nameOf));
  };
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

/** Members in the order of their names, because ids are named in the order of the text. */
function canonical(value: Json, key = ""): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    return key === "managedFields" ? inOrderOfManagers(items.map(toLeaves)) : items;
  }
  if (typeof value !== "object" || value === null) {
    // The revision of the whole store, which others write to as well.
    return key === "resourceVersion" ? "<version>" : value;
  }
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member, name)]));
}

/**
 * The embedded platform owns leaves and whole lists only, as its README says: no `.` for what is around them, no items.
 * Who owns which field still shows; kubectl hides all of it unless it is asked.
 */
function toLeaves(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([key]) => !/^(?:\.$|[kvi]:)/.test(key));
  return Object.fromEntries(members.map(([key, member]) => [key, toLeaves(member)]));
}

/** The API server orders them by second first, so that the same writes give another order when a second begins between them. */
function inOrderOfManagers(entries: readonly Json[]): Json[] {
  const keyOf = (entry: Json) => {
    const { manager, operation, subresource, apiVersion } = entry as Record<string, string>;
    return [manager, operation, subresource, apiVersion].join(" ");
  };
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
