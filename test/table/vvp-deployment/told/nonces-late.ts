import type { Told } from "./told.ts";
import { active, blocked, created, paused, projected, restart, savepoint, undeleted, unrecorded } from "./words.ts";

/** What is told of nonces that come before their job, wait for it, or change while nothing is sent (X6, X7). */
export const lateNonceNews: Told = {
  "nonces of a fresh resource": {
    "a fresh resource with a nonce waits for its job to come up": [
      ["it is applied", created],
      ["it runs", savepoint],
    ],
    "a fresh resource whose spec changes while its job comes up": [
      ["it is applied", created],
      ["the spec changes", projected("PATCH")],
    ],
    "a fresh resource whose job does not start": [
      ["it is applied", created],
      ["it has FAILED", blocked("savepoint", 0, "the job was FAILED")],
    ],
    "a fresh resource whose job takes more than ten minutes": [
      ["it is applied", created],
      ["ten minutes are over", blocked("savepoint", 0, "the job was still TRANSITIONING")],
    ],
    "a fresh resource that is not to run": [
      ["it is applied", created],
      ["the next look", blocked("savepoint", 0, "the job was CANCELLED")],
    ],
  },
  "nonces that may wait": {
    "a nonce that may wait fires once the job runs": [
      ["the job is started", projected("PATCH", "CANCELLED → RUNNING")],
      ["it runs", savepoint],
    ],
    "a nonce that waits longer than its deadline is consumed": [
      ["the deadline is over", blocked("savepoint", 1, "the job was still CANCELLED")],
    ],
    "a policy that nobody understands is none": [
      ["savepointNonce changes", blocked("savepoint", 1, "the job was CANCELLED")],
    ],
  },
  "nonces while projection is off": {
    "nonces that change while projection is switched off": [
      ["it is paused, and both nonces change", paused],
      ["it is resumed", savepoint],
      ["the savepoint is complete", restart],
    ],
    "a savepoint that is in doubt when projection is switched off": [
      ["it is paused", paused],
      [
        "it is resumed",
        projected("PATCH", "CANCELLED → RUNNING"),
        blocked("savepoint", 1, "the job was CANCELLED when its turn came"),
      ],
    ],
  },
  "nonces that are held back": {
    "a nonce of a resource whose record is lost": [["the record is lost, and savepointNonce changes", unrecorded()]],
    "a nonce that changes after the deletion was asked for": [
      ["restartNonce changes", restart],
      ["the resource is deleted and restartNonce changes", undeleted(active("RUNNING"))],
    ],
    "nonces of a resource that is being deleted": [
      ["both nonces change, and the resource is deleted", undeleted(active("RUNNING"))],
    ],
  },
  "savepoints without access": {
    "a savepoint with a token that is not valid any more": [["the Secret has the new token", savepoint]],
    "an edit does not wait for a savepoint that the token may not take": [["the edit goes out", projected("PATCH")]],
    "a savepoint that the token may never take": [
      [
        "a minute later",
        blocked(
          "savepoint",
          1,
          "the platform has confirmed none of 5 requests: AppManager answered 403 to take a savepoint of deployment " +
            "default/deployment-1: The platform failed. (the token is that of the Secret my-deploy-namespace/my-vvp-apikey)",
        ),
      ],
    ],
  },
  "what is found for the first time": {
    "nonces that stood in a spec before an upgrade ask for nothing": [["savepointNonce changes", savepoint]],
    "the first nonce after an upgrade asks": [["savepointNonce changes", savepoint]],
    "a deployment that is found after a lost answer": [
      ["it is found", created, blocked("savepoint", 7, "the job was CANCELLED")],
    ],
  },
};
