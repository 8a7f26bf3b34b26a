import type { Condition } from "../../core/condition.ts";
import type { Announcements } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { AppManagerAction } from "../../ports/app-manager.ts";
import { tellEffects } from "./announce-effects.ts";
import { tellWarnings } from "./announce-warnings.ts";
import { managementPolicy } from "./policies.ts";
import { latestDeployment, type VvpFinding } from "./view.ts";

/**
 * What the platform's list of events is told: the effects that this pass knows to have happened, and the warnings that
 * the conditions begin to give with it (R126, R127).
 *
 * Guarantees: nothing for a pass that did and found nothing new, and nothing where Weir may not write to the platform.
 * Caveats: record and status alone know what was told before; a status that somebody wipes is told of again.
 */
export function announce(
  finding: VvpFinding,
  record: OperatorRecord | undefined,
  conditions: readonly Condition[],
): Announcements<AppManagerAction> {
  const { target, caller, object } = finding.view;
  if (target === undefined || managementPolicy(object) !== "Full") return { afterRecord: [], afterStatus: [] };
  const where = { namespace: target.namespace, deploymentId: latestDeployment(finding)?.id };
  const toAction = (message: string): AppManagerAction => ({
    type: "app-manager/announce",
    caller,
    announcement: { ...where, message },
  });
  return {
    afterRecord: tellEffects(finding, record).map(toAction),
    afterStatus: tellWarnings(finding.view, record, conditions).map(toAction),
  };
}
