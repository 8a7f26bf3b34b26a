import { expect } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { example, wanted } from "../../../builders/vvp-deployment.ts";
import { creation, looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { nothingMore } from "./parts.ts";

const release = { "api patch": { finalizers: [] } };
const removes = "platform DELETE default/deployment-1 200";
const removed = { status: null, record: null };
const remove = (world: World) => world.cluster.remove("my-deployment");

/** The object is gone after this pass. */
function gone(when: string, act: ((world: World) => void) | undefined, rule: string, calls: Step["calls"]): Step {
  return { when, ...(act && { act }), rule, end: "gone", calls: [...calls, release], ...removed };
}

function setState(state: string, ms: number) {
  return (world: World) => {
    world.admin.editSpec("default", "my-deployment", { state });
    world.clock.skip(ms);
  };
}

/** Lets the resource run: asked for, projected and reached. */
const runs: Step[] = [
  {
    when: "RUNNING is asked for",
    act: (world) => world.cluster.edit("my-deployment", wanted("RUNNING")),
    rule: "project-spec",
    end: "moving",
    calls: [
      ...looks,
      { "platform PATCH default/deployment-1 200": (wantedExample("RUNNING").spec as { deployment: JsonObject }).deployment },
      { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
      "api patch status",
    ],
    status: status({
      fields: { observedSpecState: "RUNNING", actualState: "TRANSITIONING", observedGeneration: 2 },
      conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
    }),
    record: record({ generation: 2, applied: "content-2" }),
  },
  {
    when: "it runs",
    after: 5_000,
    rule: "rest",
    end: "settled",
    calls: [...looks, "api patch status"],
    status: status({ fields: { observedSpecState: "RUNNING", actualState: "RUNNING", observedGeneration: 2 } }),
    record: "same",
  },
];

function wantedExample(state: string) {
  const object = example("PATCH");
  const { deployment } = object.spec as { deployment: { metadata: JsonObject; spec: JsonObject } };
  return { ...object, spec: { deployment: { ...deployment, spec: { ...deployment.spec, state } } } };
}

const advice = "Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.";

function blocked(state: string, fields: JsonObject, since = 5, message = `The deployment is ${state}.`) {
  return status({
    fields: { observedSpecState: "RUNNING", actualState: state, observedGeneration: 3, ...fields },
    conditions: { DeletionBlocked: `True/DeploymentStillActive ${since} ${message} ${advice}` },
    healthySince: since,
  });
}

const remembers = (generation: number) => record({ generation, applied: "content-2" });

const isBlocked: Step = {
  when: "it is deleted",
  act: remove,
  rule: "block-deletion",
  end: "settled",
  calls: [...looks, { "api patch": { record: remembers(3) } }, "api patch status"],
  status: blocked("RUNNING", {}),
  record: remembers(3),
};

/** Deletion, step by step (F10). */
export const deletionRows: readonly Row[] = [
  {
    name: "a deployment that is CANCELLED goes with its resource",
    why: "F10 step 3: two looks, one DELETE, one write",
    given: "PATCH",
    steps: [
      gone("it is deleted", remove, "delete-deployment", [...looks, removes]),
      { when: "the event of its own write", rule: undefined, end: "gone", calls: ["api get"], ...removed },
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
  ...([400, 409] as const).map(
    (code): Row => ({
      name: `the platform refuses the DELETE with ${code}`,
      why: "the deployment became active in between: deletion is blocked, and says what the platform said",
      given: "PATCH",
      steps: [
        {
          when: "it is deleted",
          act: (world) => {
            world.admin.configure({ next: [{ kind: "error", method: "DELETE", status: code }] });
            remove(world);
          },
          after: 5_000,
          rule: "delete-deployment",
          end: code === 400 ? "settled" : "waiting",
          calls: [
            ...looks,
            `platform DELETE default/deployment-1 ${code}`,
            ...(code === 400 ? [{ "api patch": { record: record({ generation: 2 }) } }] : []),
            "api patch status",
          ],
          status: status({
            fields: { observedGeneration: code === 400 ? 2 : 1 },
            conditions: {
              DeletionBlocked:
                "True/DeploymentStillActive 5 The platform refuses: " +
                `AppManager answered ${code} to delete deployment default/deployment-1: The platform failed. ${advice}`,
            },
            healthySince: 5,
          }),
          record: record({ generation: code === 400 ? 2 : 1 }),
        },
        gone("a tick", undefined, "delete-deployment", [...looks, removes]),
      ],
    }),
  ),
  {
    name: "a DELETE whose reply is lost",
    why: "the next look finds nothing, and lets go",
    given: "PATCH",
    steps: [
      {
        when: "it is deleted",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "DELETE" }] });
          remove(world);
        },
        rule: "delete-deployment",
        end: "waiting",
        calls: [...looks, "platform DELETE default/deployment-1 0", "api patch status"],
        status: status({
          conditions: {
            Consistent:
              "Unknown/AppManagerUnreachable 0 AppManager did not answer delete deployment default/deployment-1: ECONNRESET",
          },
        }),
        record: "same",
      },
      gone("the next look", undefined, "release-with-nothing-behind", [
        "api get",
        "platform GET default/deployment-1 404",
      ]),
    ],
  },
  {
    name: "an outage holds up deletion",
    why: "F13: a deployment is never left behind because nobody could be asked",
    given: "PATCH",
    steps: [
      {
        when: "it is deleted during the outage",
        act: (world) => {
          world.way.down = true;
          remove(world);
        },
        rule: "await-backend",
        end: "waiting",
        calls: ["api get", "platform GET default/deployment-1 0", "api patch status"],
        status: status({
          conditions: {
            Consistent:
              "Unknown/AppManagerUnreachable 0 AppManager did not answer get deployment default/deployment-1: ECONNREFUSED",
          },
        }),
        record: "same",
      },
    ],
  },
  {
    name: "a Secret that was deleted first holds up deletion",
    why: "F10 step 5: never silently orphaned when a namespace is torn down",
    given: "PATCH",
    steps: [
      {
        when: "Secret and resource are deleted",
        act: (world) => {
          world.cluster.secrets.clear();
          world.clock.skip(61_000);
          remove(world);
        },
        rule: "await-backend",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", "api patch status"],
        status: status({
          conditions: {
            Consistent:
              "Unknown/AuthenticationFailed 61 the Secret my-deploy-namespace/my-vvp-apikey does not exist; " +
              'create it with the API token under the key "token"',
          },
          healthySince: 61,
        }),
        record: "same",
      },
    ],
  },
  {
    name: "the deployment is already gone",
    why: "F13: record there, deployment gone: let go, one write",
    given: "PATCH",
    steps: [
      gone(
        "deployment, then resource are deleted",
        (world) => {
          world.admin.deleteDeployment("default", "my-deployment");
          remove(world);
        },
        "release-with-nothing-behind",
        ["api get", "platform GET default/deployment-1 404"],
      ),
    ],
  },
  {
    name: "the record is gone, the deployment is ours by its mark",
    why: "F13, AMB-23: deleted, because its mark carries this resource's uid",
    given: "PATCH",
    steps: [
      gone(
        "the record is gone, then the resource is deleted",
        (world) => {
          world.cluster.edit("my-deployment", { metadata: { annotations: { [recordAnnotation]: null } } });
          remove(world);
        },
        "delete-deployment",
        ["api get", "platform GET default/my-deployment 200", removes],
      ),
    ],
  },
  {
    name: "the record is rubbish and the deployment somebody else's",
    why: "F13, AMB-23: let go and left alone",
    given: "PATCH",
    steps: [
      gone(
        "the lock is wiped, the record is rubbish, the resource is deleted",
        (world) => {
          world.admin.wipeLock("default", "my-deployment");
          world.cluster.edit("my-deployment", { metadata: { annotations: { [recordAnnotation]: "{" } } });
          remove(world);
        },
        "release-with-nothing-behind",
        ["api get", "platform GET default/my-deployment 200"],
      ),
    ],
  },
  {
    name: "record and deployment are gone",
    why: "F13, AMB-23: kubectl delete alone is enough",
    given: "PATCH",
    steps: [
      gone(
        "all is gone, then the resource is deleted",
        (world) => {
          world.admin.deleteDeployment("default", "my-deployment");
          world.cluster.edit("my-deployment", { metadata: { annotations: { [recordAnnotation]: null } } });
          remove(world);
        },
        "release-with-nothing-behind",
        ["api get", "platform GET default/my-deployment 404"],
      ),
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
          world.cluster.edit("my-deployment", { spec: { syncingMode: null, deployment: { metadata: null, spec: { state: "STOPPED" } } } });
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
        calls: [...looks, { "api patch": { record: remembers(4) } }, "api patch status"],
        status: blocked("RUNNING", { observedSpecState: "STOPPED", observedGeneration: 4 }),
        record: remembers(4),
      },
    ],
  },
  {
    name: "a creation in doubt holds up deletion until it can no longer be applied",
    why: "D6: letting go at once could leave a deployment without a resource",
    steps: [
      {
        when: "it is applied, the reply is lost, and it is deleted",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "POST" }] });
          world.cluster.create(example("PATCH"));
        },
        rule: "create",
        end: "waiting",
        calls: expect.anything(),
        status: expect.anything(),
        record: record({ generation: 0, input: "", id: null, applied: null, intents: [creation(0)] }),
      },
      {
        when: "it is deleted",
        act: remove,
        after: 1_000,
        rule: "await-doubtful-creation",
        end: "moving",
        calls: ["api get", "platform GET default/my-deployment 404"],
        status: "same",
        record: "same",
      },
      gone("the quarantine is over", (world) => world.clock.skip(60_000), "release-with-nothing-behind", [
        "api get",
        "api secret my-vvp-apikey",
        "platform GET default/my-deployment 404",
      ]),
    ],
  },
  {
    name: "a resource that only others hold is left alone",
    why: "without our finalizer there is nothing to clean up; no write comes between its holders",
    given: "PATCH",
    steps: [
      {
        when: "others hold it as well, and it is deleted",
        act: (world) => {
          world.cluster.edit("my-deployment", { metadata: { finalizers: ["weir.dev/finalizer", "others/hold"] } });
          remove(world);
        },
        rule: "delete-deployment",
        end: "gone",
        calls: [...looks, removes, { "api patch": { finalizers: ["others/hold"] } }],
        status: "same",
        record: "same",
      },
      {
        when: "the event of that",
        rule: "unheld",
        end: "settled",
        calls: ["api get", "platform GET default/deployment-1 404"],
        status: "same",
        record: "same",
      },
    ],
  },
];
