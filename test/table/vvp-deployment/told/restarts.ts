import type { Told } from "./told.ts";
import { active, blocked, paused, projected, restart, undeleted } from "./words.ts";

/** What is told of restarts by way of the state: one event, when the job was started again (X6). */
export const restartNews: Told = {
  "a restart by way of the state": {
    "a job with upgradeStrategy NONE is suspended and started again": [["it has stopped", restart]],
    "a job that restores nothing is cancelled and started again": [["it has stopped", restart]],
    "the answer to the stop is lost": [["it has stopped", restart]],
    "the answer to the start is lost": [["the next look", restart]],
    "the start never arrives": [["the next look", restart]],
    "the platform refuses the stop": [
      [
        "restartNonce changes",
        blocked(
          "restart",
          1,
          "the platform refused it: AppManager answered 400 to patch deployment default/deployment-1: The platform failed",
        ),
      ],
    ],
    "a job that does not come to its stop is started again regardless": [["ten minutes are over", restart]],
  },
  "a full definition and such a restart": {
    "a definition that is not taken for now is not sent again at once": [["five seconds later", projected("PUT")]],
  },
  "edits that cross such a restart": {
    "the user cancels the job while it stops": [
      ["CANCELLED is asked for", projected("PATCH", "SUSPENDED → CANCELLED")],
    ],
    "the user asks for a restart and for a stop at once": [
      ["both are asked for", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "the configuration changes while the job stops": [
      ["it has stopped", restart],
      ["the edit goes out", projected("PATCH")],
    ],
    "a platform that is told not to upgrade in the same edit": [
      ["restartNonce and the strategy change", projected("PATCH")],
    ],
    "a platform that is told to upgrade in the same edit": [
      ["restartNonce, the strategy and the parallelism change", projected("PATCH"), restart],
    ],
  },
  "a restart whose start is refused": {
    "the platform refuses the start": [["the platform takes it", restart]],
    "the platform refuses the start of a job whose state the spec leaves open": [
      ["the state goes, and restartNonce changes", projected("PATCH")],
      ["a minute later", restart],
    ],
    "the spec is corrected while the platform refuses the start": [
      ["it is corrected", projected("PATCH", "SUSPENDED → RUNNING"), restart],
    ],
    "projection is switched off while the platform refuses the start": [["it is paused", restart, paused]],
  },
  "a restart that is held back half-way": {
    "projection is switched off while the job stops": [
      ["it is held back while the job stops", paused],
      ["it has stopped", restart],
    ],
    "projection is switched off before the stop has arrived": [["it is paused", paused]],
    "the spec breaks a rule while the job stops": [["it has stopped", restart]],
  },
  "deletion in the middle of a restart": {
    "a resource that is deleted in the middle of a restart": [
      ["it is deleted while the job stops", undeleted(active("TRANSITIONING"))],
      ["it has stopped", restart],
    ],
    "a deployment that is left in the middle of a restart": [
      ["it is deleted while the job stops", undeleted(active("TRANSITIONING"))],
      ["it has stopped", restart],
    ],
    "a deployment that is cancelled in the middle of a restart": [
      [
        "it is deleted while the job stops",
        projected("PATCH", "SUSPENDED → CANCELLED"),
        undeleted(
          "The deployment is TRANSITIONING. It becomes CANCELLED first (weir.dev/deletion-policy: CancelThenDelete).",
        ),
      ],
    ],
  },
};
