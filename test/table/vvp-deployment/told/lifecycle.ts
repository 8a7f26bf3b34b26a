import type { Told } from "./told.ts";
import { adopted, created, gone, lost, paused, projected } from "./words.ts";

/** What is told of creations, projections and corrections (X6), and of projection that is switched off. */
export const lifecycleNews: Told = {
  creation: {
    "the PATCH example is created, then at rest": [["it is applied", created]],
    "the PUT example is created, then at rest": [["it is applied", created]],
    "initFields go over the deployment at creation in PATCH mode": [["it is applied", created]],
    "initFields are ignored in PUT mode": [["it is applied", created]],
    "a spec without a state leaves it to the platform in PATCH mode": [["it is applied", created]],
    "a spec without a state is created CANCELLED in PUT mode": [["it is applied", created]],
    "a fresh resource that is paused is not created until it is resumed": [
      [
        "it is applied with the annotation",
        "default: does not project the spec of my-deployment: The annotation weir.dev/paused is set.",
      ],
      ["the annotation goes", created],
    ],
  },
  "creation refused": {
    "a corrected spec is sent at once, another identity included": [["the target is corrected", created]],
    "a deployment made in the UI is not claimed": [["the other one is removed", "deployment-2: created deployment"]],
  },
  "creation in doubt": {
    "a creation whose reply was lost is found and linked, not sent again": [["the next look", created]],
    "a creation that does not show up is sent again after the quarantine": [["the quarantine is over", created]],
    "a late second sending meets the first one": [["it is found", created, projected("PATCH")]],
  },
  adoption: {
    "a running deployment of the UI is marked, then brought to the spec by what the resource gives": [
      ["the resource is applied", adopted],
      ["the next look", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "in PUT mode the whole definition follows, with the mark in it": [
      ["the resource is applied", adopted],
      ["the next look", projected("PUT", "RUNNING → CANCELLED")],
    ],
    "without the annotation nothing is taken over; with it, it is at once": [["the annotation is set", adopted]],
  },
  "adoption refused or in doubt": {
    "an adoption whose answer was lost is found, not sent again": [
      ["the next look", adopted, projected("PATCH", "RUNNING → CANCELLED")],
    ],
  },
  "drift in PUT mode": {
    "what appears beside a definition that was replaced is drift": [["the spec changes", projected("PUT")]],
    "a mode that became PATCH says nothing any more about what is left out": [["the spec changes", projected("PUT")]],
    "what was added is taken away by a replacement, where drift is corrected": [
      ["the spec changes", projected("PUT")],
      ["a value is added on the platform", projected("PUT")],
    ],
  },
  "a savepoint to start from": {
    "a savepoint from elsewhere is registered once the deployment is there, and once only": [
      ["the resource is created with the field", created],
      ["the second apply takes it out and starts the job", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "no savepoint is registered while projection is switched off, or while the job runs": [
      [
        "the field is given to a paused resource",
        "deployment-1: does not project the spec of my-deployment: The annotation weir.dev/paused is set.",
      ],
      [
        "the pause ends; the spec leaves the state open, and somebody starts the job on the platform",
        projected("PATCH"),
      ],
    ],
  },
  update: {
    "PATCH mode sends what the resource gives": [["the spec changes", projected("PATCH")]],
    "PUT mode sends the full definition": [["the spec changes", projected("PUT")]],
    "PUT mode without a state keeps the platform's": [
      ["the spec changes", projected("PUT", "CANCELLED → SUSPENDED")],
      ["the state is left out", projected("PUT")],
    ],
    "a switched mode waits for the next change of content": [["the spec changes", projected("PATCH")]],
    "a mode that becomes PUT waits as well, and then replaces": [["the spec changes", projected("PUT")]],
    "a spec that the platform refuses is said once and held": [["the edit is taken back", projected("PATCH")]],
  },
  "faults of an update": {
    "an update whose reply is lost is sent again": [["the next look", projected("PATCH")]],
    "a change is reverted while it is not known whether it was applied": [["it is reverted", projected("PATCH")]],
    "a change and its revert that no pass recorded": [["both happened since the last pass", projected("PATCH")]],
    "an update that is answered 503 is sent again": [["the next look", projected("PATCH")]],
    "an update that meets a lost race on the platform is sent again": [["the next look", projected("PATCH")]],
    "an update that may not be made says whose access is missing": [["the next look", projected("PATCH")]],
    "a deployment that vanishes between the look and the update": [["the next look", lost(gone)]],
  },
  "creation and a token that expires": {
    "a token that expires between the look and the creation": [["the quarantine is over", created]],
  },
  "an update that is applied late": {
    "an update that is applied after the one that followed it": [
      ["another one follows it", projected("PATCH")],
      ["the first one is applied", projected("PATCH")],
    ],
  },
  states: {
    "CANCELLED → RUNNING → SUSPENDED → RUNNING → CANCELLED": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["SUSPENDED is asked for", projected("PATCH", "RUNNING → SUSPENDED")],
      ["RUNNING is asked for", projected("PATCH", "SUSPENDED → RUNNING")],
      ["CANCELLED is asked for", projected("PATCH", "RUNNING → CANCELLED")],
    ],
    "a job that FAILED is no drift": [["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")]],
    "a job that FINISHED is no drift": [["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")]],
    "a desired state that somebody changed on the platform is corrected": [
      ["RUNNING is asked for", projected("PATCH", "CANCELLED → RUNNING")],
      ["somebody cancels it past the lock", projected("PATCH", "CANCELLED → RUNNING")],
    ],
    "a spec without a state leaves the platform's alone": [["the state is taken out of the spec", projected("PATCH")]],
  },
  "held back": {
    "a paused resource whose deployment is gone is resumed": [
      ["it is paused", paused],
      ["the deployment is removed outside of Weir, and the resource resumed", lost(gone)],
    ],
    "a paused resource is looked at and told about, and nothing is sent": [
      ["it is paused", paused],
      ["it is resumed", projected("PATCH", "SUSPENDED → RUNNING")],
    ],
  },
  drift: {
    "an edit of the spec projects what had drifted as well": [["the user sets a parallelism", projected("PATCH")]],
  },
  "drift that is corrected": {
    "Correct: what was changed is projected again, and once more after ten minutes": [
      ["the JAR is changed on the platform", projected("PATCH")],
      ["the JAR is changed on the platform", projected("PATCH")],
    ],
    "Correct sends a PATCH in PUT mode, too": [["the JAR is changed on the platform", projected("PATCH")]],
    "a paused resource tells of drift and corrects none": [["the JAR is changed on the platform", paused]],
  },
  "a pass that is asked for": {
    "a request sends once more what the platform refused": [
      ["a pass is asked for", projected("PATCH", "CANCELLED → SUSPENDED")],
    ],
  },
};
