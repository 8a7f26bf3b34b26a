/** The documented words (X6), and one more, attached to the deployment that a row is about. */
export const created = "deployment-1: created deployment";
export const adopted = "deployment-1: adopted deployment";
export const savepoint = "deployment-1: triggered savepoint";
export const restart = "deployment-1: triggered job restart";

/** A projection, and how it changed the state: `CANCELLED → RUNNING`. */
export function projected(mode: "PATCH" | "PUT", change?: string): string {
  const including = change === undefined ? "" : `, including state change: ${change}`;
  return `deployment-1: projected deployment config (mode=${mode})${including}`;
}

/** A value of a nonce that was consumed without effect (X7). */
export function blocked(name: "savepoint" | "restart", value: number, why: string): string {
  const advice = `When the job is RUNNING, set ${name}Nonce to a new value; ${value} is consumed.`;
  return `deployment-1: blocked the ${name} of my-deployment: The ${name} was not made, because ${why}. ${advice}`;
}

/** Projection is switched off (X7). */
export const paused =
  "deployment-1: does not project the spec of my-deployment: The annotation weir.dev/paused is set.";

/** Autopilot has scaled (R124, X7). */
export const overridden =
  "deployment-1: found that Autopilot overrides the parallelism of my-deployment: Autopilot runs parallelism 8, where " +
  "the spec says 4. This is expected, and nothing is to be done.";

/** A resource that was deleted waits for this (X7). */
export function undeleted(why: string): string {
  return `deployment-1: does not delete my-deployment yet: ${why}`;
}

/** What `undeleted` says where nothing but the user brings the job down. */
export function active(state: string): string {
  return `The deployment is ${state}. Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.`;
}

/** The deployment is gone or another's; there is none that this could be attached to (X7). */
export function lost(message: string): string {
  return `default: has lost the deployment my-deployment: ${message}`;
}

/** What `lost` says of a deployment that the platform does not know any more. */
export const gone =
  "Deployment my-deployment is gone from platform namespace default. It was removed outside of Weir; delete the " +
  "resource and create it anew.";

/** The deployment is there and the operator's record is not (X7). */
export function unrecorded(more = ""): string {
  const why = `The deployment exists, but the operator's record of it is gone.${more}`;
  const wayOut = "Contact your platform administrator; if you delete the resource, the deployment is deleted as well.";
  return `deployment-1: has lost its record of my-deployment: ${why} ${wayOut}`;
}
