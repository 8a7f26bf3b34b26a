import type { Fault } from "../../core/error.ts";
import { isRegistering } from "./initial-savepoint.ts";
import { isOutdated } from "./projection.ts";
import type { SavepointLook, VvpFinding } from "./view.ts";

/** The fault that cut the pass short: reading the deployment, or the action that was not done. */
export function cutShort({ view, outcomes }: VvpFinding): Fault | undefined {
  if (view.backend.found === "unknown") return view.backend.fault;
  for (const one of outcomes) if (one.result !== "done") return one.fault;
  return undefined;
}

/** Any fault of the pass: what cut it short, or a look for a savepoint without which it went on as far as it could. */
export function faultOf(finding: VvpFinding): Fault | undefined {
  const { savepoint, registration } = finding.view;
  return cutShort(finding) ?? faultIn(savepoint) ?? faultIn(registration);
}

function faultIn(look: SavepointLook): Fault | undefined {
  return look.found === "unknown" ? look.fault : undefined;
}

/** True while the fault of a read passes by itself; access and a request that makes no sense are for people to mend. */
export function passesWhenReading({ code }: Fault): boolean {
  return code !== "Denied" && code !== "Missing" && code !== "Rejected";
}

/**
 * True for the platform's no to what was sent. A creation has nothing to fall back on, so that a refused access or a
 * namespace that is not there is a no as well, but not a token that expired since the read, or cannot be had for now; a lock
 * in the way of an adoption or a handover is one too; for a deployment that exists, the next read says more than the refusal.
 */
export function isRefusal(action: { readonly type: string }, { code, reason }: Fault): boolean {
  if (code === "Rejected") return true;
  if (action.type === "app-manager/adopt" || action.type === "app-manager/take-over") return code === "Conflict";
  const isNo = code === "Denied" || code === "Missing";
  return action.type === "app-manager/create" && isNo && !isAboutToken(reason);
}

/** True where the token may not register a savepoint: its own condition says so, and it is tried a few times more. */
export function isWithheld({ outcomes }: VvpFinding): boolean {
  return outcomes.some((one) => one.result !== "done" && isRegistering(one.action) && one.fault.code === "Denied");
}

/** True where the token of a creation expired since the read, or cannot be had: nothing was made, and it is tried again. */
export function lacksToken({ outcomes }: VvpFinding): boolean {
  return outcomes.some(
    (one) => one.result !== "done" && one.action.type === "app-manager/create" && isAboutToken(one.fault.reason),
  );
}

function isAboutToken(reason: Fault["reason"]): boolean {
  return reason === "Unauthorized" || reason === "NoCredentials";
}

/** True when the pass was cut short by something that passes by itself, so that it is worth looking again soon. */
export function isPassing(finding: VvpFinding): boolean {
  const fault = faultOf(finding);
  if (fault === undefined) return false;
  if (finding.view.backend.found === "unknown" || cutShort(finding) === undefined) return passesWhenReading(fault);
  return (fault.code !== "Denied" || isWithheld(finding) || lacksToken(finding)) && !wasRefused(finding);
}

/** Rules that only wait for a doubt to be settled. */
const undecided: ReadonlySet<string> = new Set([
  "await-quarantine",
  "await-doubtful-creation",
  "await-doubtful-adoption",
  "await-doubtful-update",
]);

/** Rules that come before the projection. */
const ahead: ReadonlySet<string> = new Set([
  "take-over",
  "hold-for-savepoint",
  "take-savepoint",
  "finish-restart",
  "repeat-stop",
  "await-definition",
]);

/** True for a pass about a nonce behind which something else may wait its turn. */
export function standsAhead({ rule }: VvpFinding): boolean {
  return ahead.has(rule);
}

/** True for such a pass that left a changed spec to a later one. */
export function leftSpec(finding: VvpFinding): boolean {
  return standsAhead(finding) && isOutdated(finding.view);
}

/** True for a pass that sends nothing further, because the platform refuses to hand the deployment over. */
export function awaitsHandover(finding: VvpFinding): boolean {
  return finding.rule === "take-over" && (finding.plan.actions.length === 0 || wasRefused(finding));
}

/** AMB-10: a refusal is a verdict; an outage, missing access, a creation in doubt or a spec left for later is none. */
export function cameToVerdict(finding: VvpFinding): boolean {
  if (awaitsHandover(finding)) return true;
  if (undecided.has(finding.rule) || leftSpec(finding)) return false;
  if (finding.rule === "adopt" && cutShort(finding) === undefined && finding.outcomes.length > 0) return false;
  return cutShort(finding) === undefined || wasRefused(finding);
}

/** True when the platform said no to the action that ended the pass. */
export function wasRefused({ outcomes }: VvpFinding): boolean {
  return outcomes.some((one) => one.result !== "done" && isRefusal(one.action, one.fault));
}
