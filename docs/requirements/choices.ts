/** Where the documents leave a choice: the choice. */
export const choices = {
  "AMB-1":
    "A nonce fires if it is neither the value decided last nor one that was blocked since the last success; a success makes every other value usable again.",
  "AMB-2":
    "null and absent are the same and leave the last value remembered: 1, null, 1 does not fire. null clears a blocked condition.",
  "AMB-3": "A nonce is an integer from -(2^53-1) to 2^53-1, negative numbers and 0 included; others are rejected.",
  "AMB-4":
    "The nonces of a fresh resource that wants RUNNING wait for its first start, ten minutes at most; then the usual rule holds.",
  "AMB-5": "What ends with a scaling is its safeguards; a blocked nonce stays False until a new value or null.",
  "AMB-6":
    "ParallelismAligned counts for Healthy as the documents say; WEIR_INFORMATIONAL_CONDITIONS can leave it out.",
  "AMB-7": "A switched mode alone is no change: nothing is sent until the content changes.",
  "AMB-8":
    "initFields are merged key by key over the deployment and win, arrays as a whole; overlaps are warned of, another identity is rejected.",
  "AMB-9":
    "Failures that the documents do not name have reasons of their own: ProjectionFailed, AppManagerUnreachable, AuthenticationFailed. Unknown is not healthy.",
  "AMB-10":
    "Every cycle that came to a verdict writes its generation, a refusal included; what is compared is the content sent last.",
  "AMB-11": "The operator's record of a resource is its annotation weir.dev/record, which only Weir may change.",
  "AMB-12": "A resource is fresh while it has no id in its status, no record, and no deployment carries its mark.",
  "AMB-13":
    "A deployment that is not ours is AppManagerCreateFailed, without a retry storm; it is linked only where its mark names this resource.",
  "AMB-14":
    "One policy in the API server knows all installed operators, which may share a namespace, and rejects every other label.",
  "AMB-15": "States that the documents do not list read as TRANSITIONING.",
  "AMB-16":
    "A scaling is in progress while the platform says so, for as long as it does; only where it says neither yes nor no is it guessed from the wanted state, for half an hour at most.",
  "AMB-17":
    "While Autopilot scales, the state of an edit waits and the rest goes out; a full definition carries the platform's own state.",
  "AMB-18":
    "A state that differs is projected again in each cycle; other drift is told about and corrected only by policy. FAILED and FINISHED are no drift.",
  "AMB-19":
    "Without a state PATCH leaves it alone, and PUT sends the platform's own, CANCELLED at creation, with a warning.",
  "AMB-20": "A key that is removed from a PATCH resource stays on the platform.",
  "AMB-21": "A deployment that ended while RUNNING is wanted is cancelled before it is deleted.",
  "AMB-22":
    "While deletion is blocked, an edit of the state is still projected, and deletion then completes by itself.",
  "AMB-23":
    "The finalizer goes at once where record or deployment is gone; a deployment without a record is deleted only if its mark names this resource.",
  "AMB-24": "Where both nonces are blocked the reason is SavepointBlocked, and the message names both.",
  "AMB-25":
    "Nonces of one edit are judged by the state that the cycle began with; first the savepoint, then the projection, then the restart, unless the projection restarts the job.",
  "AMB-26":
    "The annotation weir.dev/paused switches projection off; nonces are neither carried out nor consumed meanwhile.",
  "AMB-27":
    "Another Secret or another token takes effect by itself, at most one minute late; the owner label cannot be changed without a handover.",
  "AMB-28": "userMetadata is rejected with a message that names metadata.",
  "AMB-29": "ConfigUpdated becomes SpecUnchanged in the next cycle; lastTransitionTime moves only when a status moves.",
  "AMB-30":
    "The token is the Secret's key token, or its only key; admission checks that the Secret is named, exists and is not empty.",
  "AMB-31":
    "Weir marks the deployments that it makes, by operator and resource, and names itself in its calls; the platform's lock goes by that.",
  "AMB-32":
    "A restart keeps what the deployment's strategies keep: stateful suspends and starts, stateless cancels and starts.",
  "AMB-33": "Where Autopilot cannot be read its safeguards are gone as well, as the documents say.",
} as const;
