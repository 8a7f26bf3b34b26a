import { at } from "../../core/json.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { adoptionPolicyAnnotation } from "./names.ts";
import { openIntent, withoutIntent } from "./open-intents.ts";
import { adoptionPolicy, whySyncIsOff } from "./policies.ts";
import { isFresh } from "./projection.ts";
import type { View } from "./view.ts";

/** Key of the intent of an adoption. */
export const adoptIntent = "adopt";

/**
 * Judges an open adoption against what the platform says at the start of the pass (D6).
 *
 * A deployment with our mark was adopted, also where the answer was lost; its spec is still to be projected. One without
 * any mark may still get ours until the quarantine is over; the mark of somebody else settles it.
 */
export function judgeAdoption(
  record: OperatorRecord | undefined,
  { backend, settings, now }: Pick<View, "backend" | "settings" | "now">,
): OperatorRecord | undefined {
  const intent = openIntent(record, adoptIntent);
  if (record === undefined || intent === undefined || backend.found === "unknown") return record;
  if (backend.found === "own") return adopted(record, backend.deployment);
  const unmarked = backend.found === "foreign" && backend.deployment.owner === undefined;
  return unmarked && now < intent.at + settings.quarantineMs ? record : withoutIntent(record, adoptIntent);
}

/** The record once the deployment carries our mark. */
export function adopted(record: OperatorRecord, { id }: Deployment): OperatorRecord {
  const { rejected: _earlier, ...rest } = withoutIntent(record, adoptIntent);
  return { ...rest, id };
}

/** Why somebody else's deployment is not taken over, with what the user can do; undefined where it may be. */
export function whyNotAdopted(view: View, deployment: Deployment): string | undefined {
  const { object } = view;
  if (deployment.owner !== undefined || !isFresh(view)) {
    return "Weir does not take over deployments; choose another name or remove the other one.";
  }
  if (adoptionPolicy(object) !== "Adopt") {
    return `Choose another name, remove the other one, or take it over with the annotation ${adoptionPolicyAnnotation}: Adopt.`;
  }
  const off = whySyncIsOff(object);
  if (off !== undefined) return `It is not taken over while projection is switched off. ${off}`;
  const wanted = at(object.spec, "deployment", "spec", "deploymentTargetName");
  const held = deployment.spec.deploymentTargetName;
  if (held === wanted) return undefined;
  const where = typeof held === "string" ? `runs on deployment target ${held}` : "does not say on which target it runs";
  return `It is not taken over, because it ${where} and spec.deployment.spec.deploymentTargetName is ${wanted}.`;
}
