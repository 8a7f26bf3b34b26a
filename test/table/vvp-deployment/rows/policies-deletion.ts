import { wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { gone, isBlocked, remembers, remove, removes, runs, setState } from "./deletion-parts.ts";
import { annotate, annotated, deletionPolicy, managementPolicy, removeWithSecret, stopping } from "./policy-parts.ts";

/** A running resource with a policy, whose deletion begins by bringing the job down. */
function stopRow(policy: "CancelThenDelete" | "SuspendThenDelete", goal: "CANCELLED" | "SUSPENDED", why: string): Row {
  const change = `The desired state changes from RUNNING to ${goal}, then the deployment is deleted.`;
  return {
    name: `${policy}: the job is brought down, then the deployment goes`,
    why,
    given: "PATCH",
    with: annotated({ [deletionPolicy]: policy }),
    steps: [
      ...runs,
      {
        when: "it is deleted",
        act: remove,
        rule: "stop-before-deletion",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": { spec: { state: goal } } },
          { "api patch": { record: remembers(3) } },
          "api patch status",
        ],
        status: stopping(policy, goal, {}, { SpecAligned: `True/ConfigUpdated 0 ${change}` }),
        record: remembers(3),
      },
      {
        when: "it is on its way",
        after: 500,
        rule: "block-deletion",
        end: "moving",
        calls: [...looks, "api patch status"],
        status: stopping(policy, goal, {}),
        record: "same",
      },
      { ...gone(`it is ${goal}`, undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  };
}

/** A deletion that waits for the stop that the user asked for. */
function suspending(conditions: { readonly [type: string]: string }) {
  const advice = "Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.";
  return status({
    fields: { observedSpecState: "SUSPENDED", actualState: "TRANSITIONING", observedGeneration: 4 },
    conditions: {
      ...conditions,
      DeletionBlocked: `True/DeploymentStillActive 5 The deployment is TRANSITIONING. ${advice}`,
    },
    healthySince: 5,
  });
}

/** A deletion of what does not run, by an annotation that nobody understands. */
function notUnderstood(annotation: string, words: string): Row {
  const message = `Set the annotation ${annotation} to ${words}; deletion then completes by itself.`;
  const disabled = `False/SyncDisabled 5 The annotation ${managementPolicy} is neither Full nor ObserveOnly.`;
  const managed = annotation === deletionPolicy;
  const step: Step = {
    when: "it is deleted with a word that is no policy",
    act: (world) => {
      annotate({ [annotation]: "orphan" })(world);
      remove(world);
    },
    after: 5_000,
    rule: managed ? "await-policy" : "await-management-policy",
    end: "settled",
    calls: [...looks, { "api patch": { record: record({ generation: 2, input: "input-2" }) } }, "api patch status"],
    status: status({
      fields: { observedGeneration: 2, syncEnabled: managed },
      conditions: {
        DeletionBlocked: `True/PolicyNotUnderstood 5 ${message}`,
        ...(!managed && { SpecAligned: disabled }),
      },
      healthySince: 5,
    }),
    record: record({ generation: 2, input: "input-2" }),
  };
  return {
    name: `a deletion waits while ${annotation} is not understood`,
    why: "a deployment does not come back; the word may have meant that it stays",
    given: "PATCH",
    steps: [
      step,
      gone("the word is corrected", annotate({ [annotation]: null }), "delete-deployment", [...looks, removes]),
    ],
  };
}

/** What becomes of the deployment when its resource is deleted (`weir.dev/deletion-policy`). */
export const deletionPolicyRows: readonly Row[] = [
  {
    name: "Delete says what is done without the annotation",
    why: "the documented behaviour has a name of its own",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "Delete" }),
    steps: [gone("it is deleted", remove, "delete-deployment", [...looks, removes])],
  },
  {
    name: "Orphan: the resource goes at once, the running deployment stays as it is",
    why: "neither a state is projected nor a DELETE sent; our mark stays, since no PATCH takes it off",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "Orphan" }),
    steps: [...runs, gone("it is deleted", remove, "leave-deployment", looks)],
  },
  {
    name: "Orphan is the way out when the Secret is gone",
    why: "F10 step 5: the annotation can be set on a terminating resource, and then nobody is asked",
    given: "PATCH",
    steps: [
      {
        when: "Secret and resource are deleted",
        act: removeWithSecret,
        rule: "await-backend",
        end: "settled",
        calls: ["api get", "api secret my-vvp-apikey", "api patch status"],
        status: status({
          conditions: {
            Consistent:
              "Unknown/AuthenticationFailed 61 the Secret my-deploy-namespace/my-vvp-apikey does not exist; " +
              'create it with the API token under the key "token". The deletion waits for access. To let the resource go without its deployment, set the annotation weir.dev/deletion-policy to Orphan.',
          },
          healthySince: 61,
        }),
        record: "same",
      },
      gone("the policy is set", annotate({ [deletionPolicy]: "Orphan" }), "leave-deployment", [
        "api get",
        "api secret my-vvp-apikey",
      ]),
    ],
  },
  stopRow("CancelThenDelete", "CANCELLED", "the user need not edit the state first"),
  stopRow("SuspendThenDelete", "SUSPENDED", "the platform takes a savepoint before the job ends"),
  {
    name: "a stop that the user asks for goes before the policy's",
    why: "the two would otherwise take turns for ever",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "CancelThenDelete" }),
    steps: [
      ...runs,
      {
        when: "SUSPENDED is asked for, and the resource is deleted",
        act: (world) => {
          world.cluster.edit("my-deployment", wanted("SUSPENDED"));
          remove(world);
        },
        rule: "project-state-while-deleting",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": { spec: { state: "SUSPENDED" } } },
          { "api patch": { record: record({ generation: 4, applied: null }) } },
          "api patch status",
        ],
        status: suspending({
          SpecAligned: "True/ConfigUpdated 0 The desired state changes from RUNNING to SUSPENDED.",
        }),
        record: record({ generation: 4, applied: null }),
      },
      {
        when: "it is on its way",
        after: 500,
        rule: "block-deletion",
        end: "moving",
        calls: [...looks, "api patch status"],
        status: suspending({}),
        record: "same",
      },
      { ...gone("it is SUSPENDED", undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  },
  {
    name: "SuspendThenDelete leaves a job alone that is being cancelled",
    why: "what is on its way down would have to come up again first",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "SuspendThenDelete" }),
    steps: [
      ...runs,
      {
        when: "it is cancelled on the platform, and the resource is deleted",
        act: (world) => {
          setState("CANCELLED", 0)(world);
          remove(world);
        },
        rule: "block-deletion",
        end: "moving",
        calls: [...looks, { "api patch": { record: remembers(3) } }, "api patch status"],
        status: stopping("SuspendThenDelete", "SUSPENDED", {}),
        record: remembers(3),
      },
      { ...gone("it is CANCELLED", undefined, "delete-deployment", [...looks, removes]), after: 5_000 },
    ],
  },
  {
    name: "a policy that is not understood stops no job",
    why: "the documented reason comes first while the deployment is active",
    given: "PATCH",
    with: annotated({ [deletionPolicy]: "cancelThenDelete" }),
    steps: [...runs, isBlocked],
  },
  notUnderstood(deletionPolicy, "Delete or Orphan or CancelThenDelete or SuspendThenDelete"),
  notUnderstood(managementPolicy, "Full or ObserveOnly"),
];
