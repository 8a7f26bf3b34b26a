import type { ResourceDefinition } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { violationsOf } from "../../../shared/core/rule.ts";
import { validate } from "../../../shared/core/validate.ts";
import { settings } from "../../table/flink/flink-rig.ts";
import type { Verdict } from "../resources/plane.ts";
import { isBeyondSchema } from "../resources/review.ts";
import { crash } from "./examine.ts";

/** Where the server and what a pass says about the same disagree; the server knows the rules with CEL alone (S10). */
export function disagreements(
  { schema, rules }: ResourceDefinition,
  { layer, object, words }: Verdict,
  oldObject?: KubeObject,
): string[] {
  if (object === undefined) return [];
  const review = { object, settings, ...(oldObject !== undefined && { oldObject }) };
  const all = validate({ schema, rules }, review);
  const said = all.map(({ path, message }) => `${path} ${message}`).join("; ");
  if (crash.test(said)) return [`a program's own words came out: ${said.slice(0, 300)}`];
  if (isBeyondSchema(object)) return all.length === 0 ? ["a spec beyond all bounds is valid to the pass"] : [];
  const checked = validate({ schema, rules: rules.filter(({ cel }) => cel !== undefined) }, review);
  if (layer === "none" && checked.length > 0)
    return [`the server accepts what the pass rejects: ${said.slice(0, 300)}`];
  const isRefused = layer === "schema" || layer === "policy";
  if (isRefused && checked.length === 0) return [`the ${layer} rejects what the pass accepts: ${words.slice(0, 300)}`];
  if (all.length === 0) violationsOf(rules, "warn", review);
  return [];
}
