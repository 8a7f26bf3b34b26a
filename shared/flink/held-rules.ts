import { nothing, type Plan } from "../core/action.ts";
import type { Decision } from "../core/chain.ts";
import type { KubeObject } from "../core/object.ts";
import type { Violation } from "../core/rule.ts";

/** Annotation that stops all effects of Weir while it is `"true"`. */
export const pausedAnnotation = "weir.dev/paused";

/** What is wrong with a spec, as a sentence. */
export function describeInvalid({ path, message }: Violation): string {
  return `The spec breaks a rule: ${path} ${message}`;
}

interface Judged {
  readonly violations: readonly Violation[];
  /** Undefined where no spec is in force. */
  readonly wanted: unknown;
}

/** Leaves a spec alone that slipped past admission. */
export const reportInvalid: Decision<Judged, Plan<never>> = {
  name: "report-invalid",
  why: "What slipped past admission is not acted on; what was begun before goes on as it is (4).",
  decide: ({ violations: [first], wanted }) =>
    first === undefined || wanted !== undefined ? undefined : nothing(describeInvalid(first)),
};

/** True while the user has switched Weir off for a resource. */
export function isPaused({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[pausedAnnotation] === "true";
}

/** Does nothing while the user says so. */
export const pause: Decision<{ readonly object: KubeObject }, Plan<never>> = {
  name: "pause",
  why: "The user has switched Weir off for this resource; what was begun stays as it stands.",
  decide: ({ object }) =>
    isPaused(object) ? nothing(`Nothing is done while the annotation ${pausedAnnotation} is "true".`) : undefined,
};
