import type { Key, Names } from "../../core/object.ts";
import { pathSegment } from "../path-segment.ts";

/** Path of a resource in one namespace, or in all where `namespace` is empty. */
export function resourcePath(names: Pick<Names, "group" | "version" | "plural">, namespace: string): string {
  const root = names.group === "" ? `/api/${names.version}` : `/apis/${names.group}/${names.version}`;
  const scope = namespace === "" ? "" : `/namespaces/${pathSegment(namespace, "the namespace")}`;
  return `${root}${scope}/${names.plural}`;
}

/** Path of one namespaced object; an empty namespace or name is `Rejected`. */
export function objectPath(names: Pick<Names, "group" | "version" | "plural">, key: Key): string {
  pathSegment(key.namespace, "the namespace");
  return `${resourcePath(names, key.namespace)}/${pathSegment(key.name, "the name")}`;
}
