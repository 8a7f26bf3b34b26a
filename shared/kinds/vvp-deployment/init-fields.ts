import { equals } from "../../core/diff.ts";
import { at, isObject } from "../../core/json.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { toPathList } from "./path-list.ts";

/** initFields may not name another deployment than the one it belongs to (AMB-8). */
function sameIdentity(key: "name" | "namespace" | "deploymentTargetName"): Rule {
  const inside = key === "deploymentTargetName" ? "spec" : "metadata";
  const member = `${inside}.${key === "namespace" ? "__namespace__" : key}`;
  return {
    name: `init-fields-${key === "deploymentTargetName" ? "target" : key}`,
    why: "AMB-8: a creation body with another identity would make a deployment that this resource does not mean.",
    severity: "deny",
    path: `spec.initFields.${inside}.${key}`,
    message: `must equal spec.deployment.${inside}.${key}`,
    cel: {
      layer: "schema",
      at: "spec",
      expression:
        `!has(self.initFields) || !has(self.initFields.${inside}) || !has(self.initFields.${member}) || ` +
        `self.initFields.${member} == self.deployment.${member}`,
      reason: "FieldValueForbidden",
    },
    holds: ({ object }) => {
      const value = at(object.spec, "initFields", inside, key);
      return value === undefined || equals(value, at(object.spec, "deployment", inside, key));
    },
  };
}

/** AMB-8: initFields win at creation and are never sent again, so what they share with spec.deployment flips back. */
const overlap: Rule = {
  name: "init-fields-overlap",
  why: "AMB-8: the platform starts with one value and gets the other with the next change, which nobody asked for.",
  severity: "warn",
  path: "spec.initFields",
  message: "gives other values than spec.deployment, which hold from the creation until spec.deployment changes",
  detail: (review) =>
    `gives other values than spec.deployment to ${toPathList(overlaps(review))}; ` +
    "they hold from the creation until spec.deployment changes",
  holds: (review) => overlaps(review).length === 0,
};

/** Paths below spec.deployment that the creation would send with another value; initFields mean nothing later (R29). */
function overlaps({ object, oldObject }: Review): string[] {
  if (oldObject !== undefined || at(object.spec, "syncingMode") !== "PATCH") return [];
  const init = at(object.spec, "initFields");
  if (!isObject(init)) return [];
  return sharedPaths(init, at(object.spec, "deployment"), "").sort();
}

function sharedPaths(init: unknown, wanted: unknown, path: string): string[] {
  if (!isObject(init) || !isObject(wanted)) return equals(init, wanted) ? [] : [path];
  return Object.entries(init).flatMap(([key, value]) => {
    if (!Object.hasOwn(wanted, key)) return [];
    return sharedPaths(value, wanted[key], path === "" ? key : `${path}.${key}`);
  });
}

/** The rules about initFields (AMB-8). */
export const initFieldsRules: readonly Rule[] = [
  sameIdentity("name"),
  sameIdentity("namespace"),
  sameIdentity("deploymentTargetName"),
  overlap,
];
