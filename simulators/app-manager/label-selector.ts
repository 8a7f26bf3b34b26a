import type { Tags } from "./objects.ts";

/** One requirement on a label. */
export type Requirement = { readonly key: string; readonly value: string; readonly negated: boolean };

/** The requirements of a selector such as `team=a,tier!=b`, or undefined when it is none; equality only. */
export function parseSelector(text: string): readonly Requirement[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const parsed = parts.filter((part) => part !== "").map(parseRequirement);
  return parsed.includes(undefined) ? undefined : (parsed as Requirement[]);
}

function parseRequirement(text: string): Requirement | undefined {
  const match = /^([\w./-]+)\s*(!=|==|=)\s*([\w.-]*)$/.exec(text);
  if (match === null) return undefined;
  return { key: match[1] ?? "", value: match[3] ?? "", negated: match[2] === "!=" };
}

/** True when labels meet every requirement; `!=` also holds for an absent label. */
export function matchesLabels(labels: Tags, requirements: readonly Requirement[]): boolean {
  return requirements.every(({ key, value, negated }) => {
    const equal = Object.hasOwn(labels, key) && labels[key] === value;
    return equal !== negated;
  });
}
