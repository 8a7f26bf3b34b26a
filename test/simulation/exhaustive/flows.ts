import type { TimedDeed } from "../schedule.ts";
import type { FlowDeed } from "./deeds.ts";

/** One way in which a resource lives, told by deeds at fixed times. */
export interface Flow {
  readonly name: string;
  readonly why: string;
  readonly deeds: readonly TimedDeed[];
  /** Whether every build tries all pairs of crashes of it. */
  readonly core?: true;
}

/** Long enough for everything before to be at rest, whatever crashed, in seconds: what follows is done by somebody who has looked. */
const later = 200;

/** Long enough even for a creation that was rejected and is tried again, in seconds. */
const muchLater = 700;

function flow(name: string, why: string, ...story: readonly (FlowDeed | number)[]): Flow {
  const deeds: TimedDeed[] = [];
  let at = 0;
  for (const step of story) {
    if (typeof step === "number") at += step * 1_000;
    else deeds.push({ at, deed: step });
  }
  return { name, why, deeds };
}

const runs = ["apply", 5, "run"] as const;

const lives: readonly Flow[] = [
  flow("create", "F1, PATCH", "apply"),
  flow("create-put", "F1, F3", "applyPut", muchLater, "scale"),
  flow("create-refused", "F1 step 4': refused, then mended", "applyBroken", 10, "mendSpec"),
  flow("update", "F2", "apply", 8, "scale"),
  flow("update-put", "F3", "applyPut", 8, "scale", muchLater, "run"),
  flow(
    "update-twice",
    "F2: the newer spec comes while the older one is on its way",
    ...runs,
    0.05,
    "suspend",
    0.05,
    "scale",
  ),
  flow("update-refused", "F2: refused, then mended", "apply", muchLater, "breakSpec", 10, "mendSpec"),
  flow("mode", "F4", "applyPut", muchLater, "scale", muchLater, "toPatch", 8, "run"),
  flow("states", "F5", ...runs, 8, "suspend", 8, "run", 8, "cancel"),
  flow("states-put", "F5, PUT", "applyPut", 5, "run", 8, "suspend", 8, "run", later, "cancel"),
  flow(
    "job-fails",
    "F5: a job that failed for good is started again",
    ...runs,
    later,
    "failJob",
    8,
    "cancel",
    8,
    "run",
  ),
  flow("job-finishes", "F5: a job that ended by itself", ...runs, later, "finishJob", 8, "scale"),
  flow("pause", "F9", ...runs, 8, "pause", 8, "scale", 8, "resume"),
  flow("drift-state", "F11: a state is projected again", ...runs, later, "drift"),
  flow("drift-report", "F11: a value is told about", ...runs, later, "driftValue"),
  flow("drift-correct", "F11: a value is corrected", ...runs, "correctDrift", later, "driftValue"),
];

const requests: readonly Flow[] = [
  flow("savepoint", "F6", ...runs, 8, "askSavepoint"),
  flow("savepoint-blocked", "F6: consumed while nothing runs", "apply", 8, "askSavepoint", 8, "run"),
  flow("savepoint-waits", "F6: waits for its job", "apply", "waitForJob", 5, "askSavepoint", 5, "run"),
  flow(
    "savepoint-twice",
    "F6: two requests, one right after the other",
    ...runs,
    8,
    "askSavepoint",
    0.05,
    "askSavepoint",
  ),
  flow("savepoint-undone", "F6: taken back while it is under way", ...runs, 8, "askSavepoint", 0.06, "unask"),
  flow("savepoint-suspend", "F6: and the job is to be suspended", ...runs, 8, "askSavepoint", 0.06, "suspend"),
  flow("restart", "F7", ...runs, 8, "askRestart"),
  flow("restart-by-stop", "F7: by a stop and a start", ...runs, "neverUpgrade", 8, "askRestart"),
  flow("restart-and-edit", "F7: with an edit in the same moment", ...runs, 8, "askRestart", "scale"),
  flow("both", "F6, F7: savepoint, then restart", ...runs, 8, "askBoth"),
  flow("both-by-stop", "F6, F7: by a stop and a start", ...runs, "neverUpgrade", 8, "askBoth"),
];

const autopilot: readonly Flow[] = [
  flow("autopilot", "F8", ...runs, later, "turnAutopilotOn", "scaleByAutopilot"),
  flow(
    "autopilot-edit",
    "F8: an edit while it scales",
    ...runs,
    later,
    "turnAutopilotOn",
    "scaleByAutopilot",
    1,
    "scale",
  ),
  flow(
    "autopilot-off",
    "F8: it is switched off",
    ...runs,
    later,
    "turnAutopilotOn",
    "scaleByAutopilot",
    8,
    "turnAutopilotOff",
  ),
];

const deletions: readonly Flow[] = [
  flow("delete", "F10 step 3", "apply", 8, "remove"),
  flow("delete-put", "F10 step 3, PUT", "applyPut", 8, "remove"),
  flow("delete-running", "F10 steps 1 and 2", ...runs, 8, "remove", 8, "cancel"),
  flow("delete-by-cancel", "F10: CancelThenDelete", ...runs, "cancelOnDelete", 8, "remove"),
  flow("delete-by-suspend", "F10: SuspendThenDelete", ...runs, "suspendOnDelete", 8, "remove"),
  flow("delete-orphan", "F10 step 5: Orphan", ...runs, "keepOnDelete", later, "remove"),
  flow("delete-failed", "F10 step 4", ...runs, later, "failJob", 8, "remove"),
  flow("delete-doubtful", "F10: while its creation is on its way", "apply", 0.16, "remove"),
  flow(
    "delete-restarting",
    "F10, F7: while a restart has it stopped",
    ...runs,
    "neverUpgrade",
    8,
    "askRestart",
    0.5,
    "remove",
    8,
    "cancel",
  ),
  flow("again", "F10, F1: the next one of the same name", "apply", 8, "remove", later, "apply"),
];

const links: readonly Flow[] = [
  flow(
    "claim-refused",
    "F12: made by hand; created once the name is free",
    "makeByHand",
    1,
    "apply",
    8,
    "loseDeployment",
  ),
  flow("adopt", "R17: taken over by the user's leave", "makeByHand", 1, "applyAdopting", 8, "run"),
  flow("adopt-and-delete", "R17, F10", "makeByHand", 1, "applyAdopting", later, "remove"),
  flow("observe", "looked at and not managed", "makeByHand", 1, "applyObserving", 8, "remove"),
  flow("lose-deployment", "F13", "apply", later, "loseDeployment", 8, "scale", 8, "remove"),
  flow("lose-record", "F13", "apply", later, "loseRecord", 8, "scale", 8, "remove"),
  flow("lose-both", "F13", "apply", later, "loseDeployment", "loseRecord", 8, "remove"),
  flow("token", "F14", "apply", 8, "replaceToken", 8, "run"),
  flow(
    "token-late",
    "F14: the Secret is told after the old one died",
    ...runs,
    8,
    "loseToken",
    3,
    "scale",
    5,
    "replaceToken",
  ),
  flow(
    "namespace-unknown",
    "R90: for a while every answer is 404",
    ...runs,
    8,
    "cancel",
    8,
    "hideNamespace",
    0.05,
    "remove",
    8,
    "showNamespace",
  ),
  flow("init-fields", "S9", "applyInit", 8, "scale", 8, "run"),
  flow(
    "rival",
    "S1, S3: another resource means the same deployment, and gets one when the name is free",
    "apply",
    8,
    "applyRival",
    8,
    "remove",
  ),
  flow(
    "restore",
    "D5: from a backup, with the record of its former life",
    "apply",
    8,
    "remove",
    later,
    "restore",
    8,
    "run",
  ),
  flow("handover", "F16, and an edit after it", ...runs, later, "allowHandover", 8, "scale"),
  flow("handover-and-delete", "F16, F10", "apply", later, "allowHandover", 0.16, "remove"),
  flow(
    "initial-savepoint",
    "X12: a savepoint that lies elsewhere",
    "apply",
    8,
    "nameSavepoint",
    later,
    "forgetSavepoint",
    "run",
  ),
];

const core: ReadonlySet<string> = new Set(["create", "delete"]);

/**
 * Every flow of one resource.
 *
 * Caveats: what a creation leaves to the platform's defaults a replacement resets, so that those of mode PUT end with an
 * update that comes when the creation is over for sure.
 */
export const flows: readonly Flow[] = [...lives, ...requests, ...autopilot, ...deletions, ...links].map((one) =>
  core.has(one.name) ? { ...one, core: true } : one,
);
