import type { Told } from "./told.ts";
import { active, blocked, gone, lost, projected, undeleted, unrecorded } from "./words.ts";

const doubted = undeleted(
  "A full definition that was not confirmed may still make the deployment anew; deletion goes on after 2026-01-01T00:01:00Z.",
);

/** What is told of links that are lost and of deletions that wait (X7). */
export const endingNews: Told = {
  orphans: {
    "the deployment was removed outside of Weir": [["the deployment is gone", lost(gone)]],
    "the platform is down for a while after the deployment was removed": [["the deployment is gone", lost(gone)]],
    "a blocked savepoint is asked for no more, once the deployment is gone": [
      ["savepointNonce changes while the job is CANCELLED", blocked("savepoint", 1, "the job was CANCELLED")],
      ["the deployment is gone", lost(gone)],
    ],
    "the deployment is removed while the platform is down": [["it answers again", lost(gone)]],
    "the record is gone": [["the annotation is gone", unrecorded()]],
    "both are gone": [
      [
        "annotation and deployment are gone",
        lost(
          "Deployment my-deployment is gone from platform namespace default. So is the operator's record. Delete the resource with --force and create it anew.",
        ),
      ],
    ],
    "the deployment is gone and another one has its name": [["somebody made another", lost(gone)]],
    "the deployment lost our mark": [
      [
        "the lock was wiped",
        lost(
          "Deployment my-deployment is there, but does not carry the mark of this resource any more. Contact your platform administrator; if you delete the resource, the deployment stays.",
        ),
      ],
    ],
    "a resource carries the record of another one": [
      ["the record's uid is another's", unrecorded(" The resource carries the record of another one.")],
    ],
  },
  deletion: {
    "a RUNNING deployment holds up deletion until its state is edited": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["it is deleted", undeleted(active("RUNNING"))],
      ["the user edits the state of the terminating resource", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "a TRANSITIONING deployment holds up deletion": [
      ["it is deleted while it starts", projected("PATCH", "RUNNING → CANCELLED"), undeleted(active("TRANSITIONING"))],
    ],
    "a FAILED job with RUNNING wanted is cancelled first": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["the job fails for good, and the resource is deleted", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "a broken state is not projected to a RUNNING deployment that is being deleted": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["the state becomes one that does not exist, then the resource is deleted", undeleted(active("RUNNING"))],
    ],
  },
  "deletion behind a full definition in doubt": {
    "a full definition in doubt holds up deletion until it can no longer be applied": [["it is deleted", doubted]],
    "a deployment that is gone may come back by a full definition in doubt": [
      ["the deployment goes as well", doubted.replace("deployment-1", "default")],
    ],
    "a process that dies behind its full definition holds up deletion as well": [
      ["the answer never reached anybody, and the resource is deleted", doubted],
    ],
  },
  "what becomes of the deployment": {
    "Orphan: the resource goes at once, the running deployment stays as it is": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "CancelThenDelete: the job is brought down, then the deployment goes": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "it is deleted",
        projected("PATCH", "RUNNING → CANCELLED"),
        undeleted(
          "The deployment is TRANSITIONING. It becomes CANCELLED first (weir.dev/deletion-policy: CancelThenDelete).",
        ),
      ],
    ],
    "SuspendThenDelete: the job is brought down, then the deployment goes": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "it is deleted",
        projected("PATCH", "RUNNING → SUSPENDED"),
        undeleted(
          "The deployment is TRANSITIONING. It becomes SUSPENDED first (weir.dev/deletion-policy: SuspendThenDelete).",
        ),
      ],
    ],
    "a stop that the user asks for goes before the policy's": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "SUSPENDED is asked for, and the resource is deleted",
        projected("PATCH", "RUNNING → SUSPENDED"),
        undeleted(active("TRANSITIONING")),
      ],
    ],
    "SuspendThenDelete leaves a job alone that is being cancelled": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "it is cancelled on the platform, and the resource is deleted",
        undeleted(
          "The deployment is TRANSITIONING. It becomes SUSPENDED first (weir.dev/deletion-policy: SuspendThenDelete).",
        ),
      ],
    ],
    "a policy that is not understood stops no job": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["it is deleted", undeleted(active("RUNNING"))],
    ],
    "a deletion waits while weir.dev/deletion-policy is not understood": [
      [
        "it is deleted with a word that is no policy",
        undeleted(
          "Set the annotation weir.dev/deletion-policy to Delete or Orphan or CancelThenDelete or SuspendThenDelete; deletion then completes by itself.",
        ),
      ],
    ],
  },
  "deletion of orphans": {
    "the deployment is marked for another operator instance": [
      [
        "its mark names another instance, and the resource is deleted",
        lost(
          "The deployment is managed by operator instance other-operator; remove it on the platform, or set the annotation weir.dev/deletion-policy to Orphan to let the resource go without it.",
        ),
      ],
    ],
  },
  "deletion and faults": {
    "the platform refuses the DELETE with 400": [
      [
        "it is deleted",
        undeleted(
          "The platform refuses: AppManager answered 400 to delete deployment default/deployment-1: The platform failed. Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.",
        ),
      ],
    ],
    "the platform refuses the DELETE with 409": [
      [
        "it is deleted",
        undeleted(
          "The platform refuses: AppManager answered 409 to delete deployment default/deployment-1: The platform failed. Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.",
        ),
      ],
    ],
  },
  "a policy of the deletion that meets a pause or a refusal": {
    "CancelThenDelete of a paused resource": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "it is paused, and deleted",
        projected("PATCH", "RUNNING → CANCELLED"),
        undeleted(
          "The deployment is TRANSITIONING. It becomes CANCELLED first (weir.dev/deletion-policy: CancelThenDelete).",
        ),
      ],
    ],
    "CancelThenDelete of a job that the platform refuses to stop": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      [
        "it is deleted",
        undeleted(
          "The deployment is RUNNING. The platform refuses to stop it: AppManager answered 400 to patch deployment " +
            "default/deployment-1: The platform failed. Stop it on the platform, or set the annotation " +
            "weir.dev/deletion-policy to Orphan to let the resource go without it.",
        ),
      ],
    ],
  },
};
