import type { UpgradeMode } from "./choose-stop.ts";
import type { Restore } from "./restore.ts";
import type { Change } from "./spec-change.ts";

/** What a spec says of the state that a job goes on from. */
interface Wish {
  readonly change: Change;
  readonly initialSavepointPath: string | undefined;
  readonly mode: UpgradeMode;
}

/**
 * The state that the user names himself, whatever is known of the job's own: a new nonce with a path, or none at all. It is
 * the way out where nobody knows the state (2.7).
 */
export function chosenState({ change, initialSavepointPath: path, mode }: Wish): Restore | undefined {
  if (change === "redeploy" && path !== undefined) return { from: "savepoint", path };
  return mode === "stateless" ? { from: "nothing" } : undefined;
}

/** How a user gets on where nobody knows the state. */
export const wayOut =
  "Set spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce to start from a path that you know, or " +
  "spec.job.upgradeMode to stateless to start without state.";

/** The beginning of a sentence that goes on with why nobody knows the state. */
export const startsNothing = "Nothing is started, because its state would be lost:";
