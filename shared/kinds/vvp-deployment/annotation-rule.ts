import { ownPrefix } from "../../core/input.ts";
import type { KubeObject } from "../../core/object.ts";
import { recordAnnotation } from "../../core/record.ts";
import type { Rule } from "../../core/rule.ts";
import { ownAnnotations } from "./names.ts";

const known: ReadonlySet<string> = new Set([...ownAnnotations, recordAnnotation]);

function strangers({ metadata }: KubeObject): string[] {
  const ours = Object.keys(metadata.annotations ?? {}).filter((key) => key.startsWith(ownPrefix));
  return ours.filter((key) => !known.has(key)).sort();
}

const offered = ownAnnotations.map((key) => key.slice(ownPrefix.length)).join(", ");

/** Warns of a misspelt annotation, which nothing would read. */
export const annotationRule: Rule = {
  name: "known-annotation",
  why: "A misspelt policy is none at all: a deployment that was to be kept would be deleted.",
  severity: "warn",
  path: "metadata.annotations",
  message: `holds what is no annotation of Weir; known below ${ownPrefix}: ${offered}`,
  detail: ({ object }) =>
    `holds ${strangers(object).join(", ")}, no annotation of Weir; known below ${ownPrefix}: ${offered}`,
  holds: ({ object }) => strangers(object).length === 0,
};
