import { sentence } from "../../core/sentence.ts";
import { awaitsHandover, cutShort } from "./fault.ts";
import { deletionPolicyAnnotation, handoverAnnotation, ownerLabel, requestAnnotation } from "./names.ts";
import { ours, type View, type VvpFinding } from "./view.ts";

/** What the refusal of a handover to this instance refers to in the record; never the hash of a projection. */
export function handoverHash({ request, owner }: Pick<View, "request" | "owner">): string {
  return `${owner.instanceId}/${request()}`;
}

/** True while a handover that the platform refused is not sent again. */
export function isHandoverHeld(view: View): boolean {
  const { record, settings, now } = view;
  const rejected = record?.rejected;
  if (rejected === undefined || now >= rejected.at + settings.rejectedRetryMs) return false;
  return rejected.hash === handoverHash(view);
}

/** Why the deployment is still the former instance's, with what the user can do; undefined where nothing was refused. */
export function handoverRefusal(finding: VvpFinding): string | undefined {
  const said = handoverRefusalWords(finding);
  if (said === undefined) return undefined;
  const { view } = finding;
  const former = ours(view)?.owner?.instanceId;
  const retry = `It is tried again now and then, and when the spec or the annotation ${requestAnnotation} changes.`;
  return (
    `The platform refuses to hand the deployment over from operator instance ${former} to ${view.owner.instanceId}, ` +
    `and nothing else is sent until it does: ${said} Give the resource back by setting the label ${ownerLabel} and ` +
    `the annotation ${handoverAnnotation} to ${former}, or ask the platform's administrator. ${retry}`
  );
}

/** How a deletion that waits for a handover goes on without it. */
export function handoverWayOut(finding: VvpFinding): string | undefined {
  return handoverRefusalWords(finding) === undefined
    ? undefined
    : "The platform refuses to hand it over; the condition Consistent says why. To let the resource go without it, " +
        `set the annotation ${deletionPolicyAnnotation} to Orphan.`;
}

/** The platform's own words, as a sentence. */
function handoverRefusalWords(finding: VvpFinding): string | undefined {
  if (!awaitsHandover(finding)) return undefined;
  return sentence(cutShort(finding)?.message ?? finding.view.record?.rejected?.message ?? "");
}
