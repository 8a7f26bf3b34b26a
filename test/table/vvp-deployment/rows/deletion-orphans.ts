import { recordAnnotation } from "../../../../shared/core/record.ts";
import { dropRow, putRow } from "../../../../simulators/app-manager/state.ts";
import { listed, looks, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { gone, remove, removes } from "./deletion-parts.ts";
import { annotate, deletionPolicy } from "./policy-parts.ts";

/** Deletion where record or deployment is missing, or not ours (F13, AMB-23). */
export const orphanDeletionRows: readonly Row[] = [
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
        ["api get", "platform GET default/deployment-1 404", "platform GET default/my-deployment 404", listed],
      ),
    ],
  },
  {
    name: "the deployment came back under another id",
    why: "a PUT that crossed its removal made it anew; it carries our mark, and nobody else would clean it up",
    given: "PATCH",
    steps: [
      gone(
        "it comes back, then the resource is deleted",
        (world) => {
          giveNewId(world);
          remove(world);
        },
        "delete-deployment",
        [
          "api get",
          "platform GET default/deployment-1 404",
          "platform GET default/my-deployment 200",
          "platform DELETE default/deployment-2 200",
        ],
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
        ["api get", "platform GET default/my-deployment 404", listed],
      ),
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
  {
    name: "the deployment is marked for another operator instance",
    why: "AMB-27: it is this resource's and may run; letting go would leave it without anyone who cleans up",
    given: "PATCH",
    steps: [
      {
        when: "its mark names another instance, and the resource is deleted",
        act: (world) => {
          markFor(world, "other-operator");
          remove(world);
        },
        rule: "keep-for-its-instance",
        end: "settled",
        calls: [...looks, { "api patch": { record: record({ generation: 2 }) } }, "api patch status"],
        status: status({
          fields: { observedGeneration: 2, actualState: null },
          conditions: {
            Consistent:
              "False/AppManagerRecordNotFound 0 The deployment is managed by operator instance other-operator; remove it " +
              "on the platform, or set the annotation weir.dev/deletion-policy to Orphan to let the resource go without it.",
          },
        }),
        record: record({ generation: 2 }),
      },
      gone("the policy is Orphan", annotate({ [deletionPolicy]: "Orphan" }), "leave-deployment", looks),
    ],
  },
];

/** What a PUT that creates leaves: the same deployment under another id. */
function giveNewId(world: World): void {
  const { rows } = world.platform.state;
  for (const row of [...rows.values()]) {
    const other = "00000000-0000-4000-8000-00000000beef";
    const { metadata } = row.deployment;
    dropRow(world.platform.state, row);
    putRow(world.platform.state, { ...row, deployment: { ...row.deployment, metadata: { ...metadata, id: other } } });
  }
}

/** Moves the mark on the platform's deployment to another operator instance, as a change of hands would. */
export function markFor(world: World, instanceId: string): void {
  const { rows } = world.platform.state;
  for (const [id, row] of rows) {
    const { metadata } = row.deployment;
    const annotations = { ...metadata.annotations, "ververica.platform/managed-by-operator": instanceId };
    rows.set(id, { ...row, deployment: { ...row.deployment, metadata: { ...metadata, annotations } } });
  }
}
