import { wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { advice, blocked, gone, isBlocked, remembers, remove, removes, runs, setState } from "./deletion-parts.ts";
import { nothingMore } from "./parts.ts";

/** Two edits since the last pass: nobody knows whether the first was sent. */
const doubted = record({ generation: 4, applied: null });

/** Deletion, step by step (F10). */
export const deletionRows: readonly Row[] = [
  {
    name: "a deployment that is CANCELLED goes with its resource",
    why: "F10 step 3: two looks, one DELETE, one write",
    given: "PATCH",
    steps: [
      gone("it is deleted", remove, "delete-deployment", [...looks, removes]),
      {
        when: "the event of its own write",
        rule: undefined,
        end: "gone",
        calls: ["api get"],
        status: null,
        record: null,
      },
    ],
  },
  {
    name: "a deployment that is SUSPENDED goes as well",
    why: "F10 step 3",
    given: "PATCH",
    steps: [
      gone(
        "it is deleted",
        (world) => {
          setState("SUSPENDED", 0)(world);
          remove(world);
        },
        "delete-deployment",
        [...looks, removes],
      ),
    ],
  },
  {
    name: "a RUNNING deployment holds up deletion until its state is edited",
    why: "F10 steps 1 and 2, R107, AMB-22: the documented way out; then it completes by itself",
    given: "PATCH",
    steps: [
      ...runs,
      isBlocked,
      { ...nothingMore("a tick"), rule: "block-deletion" },
      {
        when: "the user edits the state of the terminating resource",
        act: (world) => world.cluster.edit("my-deployment", wanted("CANCELLED")),
        rule: "project-state-while-deleting",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": { spec: { state: "CANCELLED" } } },
          { "api patch": { record: remembers(4) } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: "TRANSITIONING", observedGeneration: 4 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 The desired state changes from RUNNING to CANCELLED.",
            DeletionBlocked: `True/DeploymentStillActive 5 The deployment is TRANSITIONING. ${advice}`,
          },
          healthySince: 5,
        }),
        record: remembers(4),
      },
      {
        when: "it is on its way",
        after: 500,
        rule: "block-deletion",
        end: "moving",
        calls: [...looks, "api patch status"],
        status: status({
          fields: { actualState: "TRANSITIONING", observedGeneration: 4 },
          conditions: { DeletionBlocked: `True/DeploymentStillActive 5 The deployment is TRANSITIONING. ${advice}` },
          healthySince: 5,
        }),
        record: "same",
      },
      { ...gone("it is CANCELLED", undefined, "delete-deployment", [...looks, removes]), after: 2_000 },
    ],
  },
  {
    name: "a TRANSITIONING deployment holds up deletion",
    why: "R108: it is followed, since it moves",
    given: "PATCH",
    steps: [
      {
        when: "it is deleted while it starts",
        act: (world) => {
          setState("RUNNING", 0)(world);
          remove(world);
        },
        rule: "project-state-while-deleting",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": { spec: { state: "CANCELLED" } } },
          { "api patch": { record: record({ generation: 2 }) } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 The desired state changes from RUNNING to CANCELLED.",
            DeletionBlocked: `True/DeploymentStillActive 0 The deployment is TRANSITIONING. ${advice}`,
          },
        }),
        record: record({ generation: 2 }),
      },
      { ...gone("it is CANCELLED", undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  },
  {
    name: "a FAILED job with RUNNING wanted is cancelled first",
    why: "F10 step 4, AMB-21: the platform deletes only what is wanted CANCELLED or SUSPENDED",
    given: "PATCH",
    steps: [
      ...runs,
      {
        when: "the job fails for good, and the resource is deleted",
        act: (world) => {
          world.admin.editSpec("default", "my-deployment", { maxJobCreationAttempts: 1 });
          const [job] = [...world.platform.state.jobs.values()];
          world.admin.endJob(job?.metadata.id ?? "", "fail");
          remove(world);
        },
        rule: "cancel-ended",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": { spec: { state: "CANCELLED" } } },
          { "api patch": { record: remembers(3) } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "RUNNING", actualState: "CANCELLED", observedGeneration: 3 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 The job is FAILED; its deployment is cancelled, then deleted.",
          },
        }),
        record: remembers(3),
      },
      { ...gone("the next look", undefined, "delete-deployment", [...looks, removes]), after: 1_000 },
    ],
  },
  {
    name: "a spec that breaks a rule does not hold up deletion",
    why: "what the record says about the deployment is enough; a state that is none is not projected",
    given: "PATCH",
    steps: [
      gone(
        "the spec is broken, then the resource is deleted",
        (world) => {
          world.cluster.edit("my-deployment", {
            spec: { syncingMode: null, deployment: { metadata: null, spec: { state: "STOPPED" } } },
          });
          remove(world);
        },
        "delete-deployment",
        [...looks, removes],
      ),
    ],
  },
  {
    name: "a broken state is not projected to a RUNNING deployment that is being deleted",
    why: "AMB-22 is about the two states that end a job",
    given: "PATCH",
    steps: [
      ...runs,
      {
        ...isBlocked,
        when: "the state becomes one that does not exist, then the resource is deleted",
        act: (world) => {
          world.cluster.edit("my-deployment", wanted("STOPPED"));
          remove(world);
        },
        calls: [...looks, { "api patch": { record: doubted } }, "api patch status"],
        status: blocked("RUNNING", { observedSpecState: "STOPPED", observedGeneration: 4 }),
        record: doubted,
      },
    ],
  },
];
