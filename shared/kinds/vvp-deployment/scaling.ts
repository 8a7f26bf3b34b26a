import { isDeleting } from "../../core/deletion-rules.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { openIntent } from "./open-intents.ts";
import { ours, type View, wantedState } from "./view.ts";

/**
 * How it is known that Autopilot scales the job (AMB-16): the platform says so, for as long as it does; or it does not
 * tell, and wants a state that nobody asked for; or it said so before it fell silent (AMB-33).
 */
export type Evidence = "said" | "guessed" | "remembered";

/** Milliseconds after which a scaling is no short matter any more. */
const longMs = 600_000;

type Sight = Pick<View, "object" | "backend" | "settings" | "content" | "now">;

/**
 * Judges what is remembered of a scaling against what the platform says at the start of the pass.
 *
 * Guarantees: written only where it decides something, that is for a guess and its cap, and where a memory is asked for;
 * a guess begins only with a state that the platform wants by itself, never with an edit that is still to be projected or
 * a stop that a restart has made.
 */
export function judgeScaling(record: OperatorRecord | undefined, sight: Sight): OperatorRecord | undefined {
  if (record === undefined || sight.backend.found !== "own") return record;
  const scaling = scalingOf(record, sight, sight.backend.deployment);
  if (scaling === undefined && record.scaling === undefined) return record;
  const { scaling: _before, ...rest } = record;
  return scaling === undefined ? rest : { ...rest, scaling };
}

type Scaling = OperatorRecord["scaling"];

function scalingOf(record: OperatorRecord, sight: Sight, deployment: Deployment): Scaling {
  const { settings, now } = sight;
  const { scaling: known } = record;
  const { autopilot } = deployment;
  if (autopilot === undefined || autopilot.mode === "UNKNOWN") {
    const at = known?.at ?? now;
    return known !== undefined && now < at + settings.scalingMemoryMs ? { ...known, at } : undefined;
  }
  if (autopilot.mode !== "ACTIVE" || autopilot.scaling === false) return undefined;
  const scales = autopilot.scaling === true ? settings.scalingMemoryMs > 0 : isGuessed(record, sight, deployment);
  return scales ? { since: known?.since ?? now } : undefined;
}

/** Begins with a wanted state that nobody asked for, and ends when the job runs again. */
function isGuessed(record: OperatorRecord, sight: Sight, { desiredState, state }: Deployment): boolean {
  if (sight.settings.scalingCapMs === 0 || wantedState(sight) !== "RUNNING") return false;
  const flipped = desiredState !== undefined && desiredState !== "RUNNING";
  if (record.scaling !== undefined) return flipped || state === "TRANSITIONING";
  return flipped && isProjected(record, sight);
}

/** True where the state that the spec asks for was projected, and no request of ours is on its way to change it. */
function isProjected(record: OperatorRecord, { content, object }: Sight): boolean {
  const restart = openIntent(record, "restart");
  const gap = (object.metadata.generation ?? 0) - record.generation;
  const settled = record.applied === content && record.rejected === undefined && gap <= 1;
  return settled && (restart === undefined || restart.attempt === 0);
}

/**
 * How it is known that Autopilot scales the job; undefined where it does not, or a guess has come to its cap.
 *
 * Guarantees: undefined while a resource is being deleted: its user wants the job gone, not scaled.
 */
export function evidenceOf(view: View): Evidence | undefined {
  const deployment = ours(view);
  if (deployment === undefined || isDeleting(view)) return undefined;
  const { autopilot } = deployment;
  const known = view.record?.scaling;
  if (autopilot === undefined || autopilot.mode === "UNKNOWN") return known === undefined ? undefined : "remembered";
  if (autopilot.mode !== "ACTIVE") return undefined;
  if (autopilot.scaling !== undefined) return autopilot.scaling ? "said" : undefined;
  return known !== undefined && view.now < guessEnd(view) ? "guessed" : undefined;
}

/** Until when a guess holds, in milliseconds since the epoch; 0 where nothing is guessed. */
export function guessEnd({ record, settings }: Pick<View, "record" | "settings">): number {
  return record?.scaling === undefined ? 0 : record.scaling.since + settings.scalingCapMs;
}

/** True where a guess has come to its cap while the platform still wants another state than was asked for. */
export function isCapped(view: View): boolean {
  const autopilot = ours(view)?.autopilot;
  return autopilot?.mode === "ACTIVE" && autopilot.scaling === undefined && view.record?.scaling !== undefined;
}

/** True once the state has been held back for so long, since an instant, that somebody should look. */
export function lastsLong({ now }: Pick<View, "now">, since: number): boolean {
  return now >= since + longMs;
}
