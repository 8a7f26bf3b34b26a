import type { Attributes } from "./attributes.ts";
import { at, type Json, listAt, textAt } from "./json.ts";
import { storageKey } from "./resource.ts";
import { matchesLabelSelector } from "./selector.ts";

/** True if `matchConstraints` or `matchResources` let a policy look at a write. No rules: every resource. */
export function matchesResources(match: Json | undefined, attributes: Attributes): boolean {
  if (!matchesSelectors(match, attributes)) return false;
  if (listAt(match, "excludeResourceRules").some((rule) => matchesRule(rule, attributes))) return false;
  const rules = listAt(match, "resourceRules");
  return rules.length === 0 || rules.some((rule) => matchesRule(rule, attributes));
}

/** True if `namespaceSelector` and `objectSelector` select what a write is about. */
export function matchesSelectors(match: Json | undefined, attributes: Attributes): boolean {
  return (
    matchesNamespace(at(match, "namespaceSelector"), attributes) &&
    matchesObject(at(match, "objectSelector"), attributes)
  );
}

function matchesNamespace(selector: Json | undefined, attributes: Attributes): boolean {
  if (selector === undefined || (!attributes.resource.namespaced && !isNamespace(attributes))) return true;
  const holder = isNamespace(attributes) ? (attributes.object ?? attributes.oldObject) : attributes.namespaceObject;
  return matchesLabelSelector(selector, holder?.metadata.labels ?? {});
}

function isNamespace(attributes: Attributes): boolean {
  return storageKey(attributes.resource) === "/namespaces";
}

function matchesObject(selector: Json | undefined, attributes: Attributes): boolean {
  if (selector === undefined) return true;
  const objects = [attributes.object, attributes.oldObject].filter((object) => object !== undefined);
  return objects.some((object) => matchesLabelSelector(selector, object.metadata.labels ?? {}));
}

/** True if a rule of a policy or a webhook covers a write. */
export function matchesRule(rule: Json, attributes: Attributes): boolean {
  const { resource, operation, name } = attributes;
  const names = listAt(rule, "resourceNames");
  return (
    matchesScope(textAt(rule, "scope"), attributes) &&
    includes(rule, "operations", operation) &&
    includes(rule, "apiGroups", resource.group) &&
    includes(rule, "apiVersions", resource.version) &&
    listAt(rule, "resources").some((pattern) => matchesPattern(String(pattern), attributes)) &&
    (names.length === 0 || names.includes(name))
  );
}

function includes(rule: Json, key: string, wanted: string): boolean {
  const list = listAt(rule, key);
  return list.includes("*") || list.includes(wanted);
}

function matchesScope(scope: string, attributes: Attributes): boolean {
  if (scope === "" || scope === "*") return true;
  return (scope === "Namespaced") === attributes.resource.namespaced;
}

/** `x` and `x/status`; a star stands for any resource or any subresource. */
function matchesPattern(pattern: string, attributes: Attributes): boolean {
  const [plural = "", subresource = ""] = pattern.split("/");
  const main = plural === "*" || plural === attributes.resource.plural;
  return main && (subresource === "*" || subresource === attributes.subresource);
}

/** True for the resources that configure admission: they are never looked at. */
export function isExempt(attributes: Attributes): boolean {
  return attributes.resource.group === "admissionregistration.k8s.io";
}
