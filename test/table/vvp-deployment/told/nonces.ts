import type { Told } from "./told.ts";
import { blocked, projected, restart, savepoint } from "./words.ts";

/** What is told of savepoints and restarts: once when they are known to have been triggered or blocked (X6, X7). */
export const nonceNews: Told = {
  "the savepoint nonce": {
    "a changed savepointNonce takes one savepoint of the running job": [["savepointNonce changes", savepoint]],
    "a savepoint that fails on the platform was submitted all the same": [["savepointNonce changes", savepoint]],
    "a savepoint that was removed while it was taken": [["savepointNonce changes", savepoint]],
    "another value while a savepoint is being taken": [
      ["savepointNonce changes", savepoint],
      ["the first one is complete", savepoint],
    ],
    "a savepoint of a job that is TRANSITIONING": [
      ["savepointNonce changes", blocked("savepoint", 1, "the job was TRANSITIONING")],
    ],
    "a savepoint of a job that is FAILED": [["savepointNonce changes", blocked("savepoint", 1, "the job was FAILED")]],
    "a savepoint of a job that is FINISHED": [
      ["savepointNonce changes", blocked("savepoint", 1, "the job was FINISHED")],
    ],
    "a value that was blocked before is not judged again": [
      ["savepointNonce becomes 6", blocked("savepoint", 6, "the job was CANCELLED")],
      ["savepointNonce becomes 7", blocked("savepoint", 7, "the job was CANCELLED")],
      ["savepointNonce becomes 6", blocked("savepoint", 6, "this value was blocked before")],
    ],
    "the job ends between the look and the savepoint": [
      [
        "savepointNonce changes",
        blocked(
          "savepoint",
          1,
          "the platform refused it: AppManager answered 400 to take a savepoint of deployment default/deployment-1: No active job for a deployment",
        ),
      ],
    ],
  },
  "savepoints in doubt": {
    "a savepoint whose reply was lost is found by its mark, not asked for again": [["the next look", savepoint]],
    "a savepoint that does not show up is asked for again after the quarantine, once": [
      ["the quarantine is over", savepoint],
    ],
    "a savepoint that is answered 503": [["the quarantine is over", savepoint]],
    "a savepoint that is answered 429": [["the quarantine is over", savepoint]],
    "savepoints that cannot be listed": [["the list is there again", savepoint]],
    "the job ends while a savepoint is in doubt": [
      ["the quarantine is over", blocked("savepoint", 1, "the job was FINISHED when its turn came")],
    ],
  },
  "the restart nonce": {
    "a changed restartNonce restarts the running job once": [["restartNonce changes", restart]],
    "a restart of a job that is FAILED": [["restartNonce changes", blocked("restart", 1, "the job was FAILED")]],
    "a restart of a job that is FINISHED": [["restartNonce changes", blocked("restart", 1, "the job was FINISHED")]],
    "a restart that the platform refuses": [
      [
        "restartNonce changes",
        blocked(
          "restart",
          1,
          "the platform refused it: AppManager answered 400 to patch deployment default/deployment-1: The platform failed",
        ),
      ],
    ],
    "a restart that is answered 503": [["the next look", restart]],
    "a restart whose reply is lost": [["the next look", restart]],
    "a restart that never arrived": [["the next look", restart]],
    "a restart with a token that may not write": [["the next look", restart]],
    "the job is started by the platform while a restart waits to be sent again": [["the next look", restart]],
    "the job ends while a restart waits to be sent again": [
      ["the job has finished", blocked("restart", 1, "the job was FINISHED when its turn came")],
    ],
  },
  "nonces and the rest of an edit": {
    "both nonces at once: the savepoint, then the restart": [
      ["both nonces change", savepoint],
      ["the savepoint is complete", restart],
    ],
    "both nonces and the configuration at once: one restart": [
      ["both nonces change", savepoint],
      ["the savepoint is complete", projected("PATCH"), restart],
    ],
    "both nonces, the configuration and the state at once": [
      ["both nonces change", savepoint],
      ["the savepoint is complete", projected("PATCH", "RUNNING → SUSPENDED")],
    ],
  },
  "nonces and one another": {
    "both nonces while the job does not run, together with its start": [
      [
        "both nonces and the state change",
        projected("PATCH", "CANCELLED → RUNNING"),
        blocked("savepoint", 1, "the job was CANCELLED"),
        blocked("restart", 1, "the job was CANCELLED"),
      ],
    ],
    "a blocked savepoint does not stand in the way of a restart": [
      ["savepointNonce changes", blocked("savepoint", 1, "the job was CANCELLED")],
      ["the job is started", projected("PATCH", "CANCELLED → RUNNING")],
      ["restartNonce changes", restart],
    ],
    "the mark stands next to the annotations of the user's template": [
      ["restartNonce and the template's annotations change", projected("PATCH"), restart],
    ],
    "every later full definition repeats the mark of the last restart": [
      ["restartNonce changes", restart],
      ["a first full definition, which also resets what the platform added at creation", projected("PUT")],
      ["another one that leaves the template alone", projected("PUT")],
      ["a restart together with a full definition", projected("PUT"), restart],
    ],
  },
  "what waits behind a savepoint": {
    "a state that is changed while a savepoint is being taken waits for its end": [
      ["savepointNonce changes", savepoint],
      ["the savepoint is complete", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "a nonce that is taken back lets everything pass": [
      ["savepointNonce changes", savepoint],
      ["savepointNonce becomes null", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "a savepoint that does not end holds nothing up for ever": [
      ["both nonces change", savepoint],
      ["ten minutes are over", restart],
    ],
  },
  "what waits behind a savepoint in doubt": {
    "a savepoint that cannot be asked for holds the projection up for three sendings": [
      ["the edit goes out", projected("PATCH")],
      ["it runs again, and the request is sent once more", savepoint],
    ],
  },
};
