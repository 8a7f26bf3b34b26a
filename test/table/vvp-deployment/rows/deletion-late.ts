import type { JsonObject } from "../../../../shared/core/json.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, listed, looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { gone, remove, removes } from "./deletion-parts.ts";
import { ahead, deploymentOf, patchOf } from "./parts.ts";

const larger = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const sentDefinition = definition(deploymentOf(vvpDeployment("PUT", larger)));
const late = { at: 0, creates: true } as const;
const doubted = record({ generation: 2, applied: null, late });
const unreachable =
  "Unknown/AppManagerUnreachable 0 AppManager did not answer replace deployment default/deployment-1: ECONNRESET";
const linked = "True/RecordIntact 1 The resource is linked to its deployment.";
const afterAMinute = ["api get", "api secret my-vvp-apikey"] as const;

/** An update meets a lost connection. */
function lost(method: "PATCH" | "PUT", calls: Step["calls"], left: JsonObject, consistent: string): Step {
  return {
    when: "an update is not answered",
    act: (world) => {
      world.admin.configure({ next: [{ kind: "resetBeforeCommit", method }] });
      world.cluster.edit("my-deployment", larger);
    },
    rule: "project-spec",
    end: "waiting",
    calls: [...looks, ...calls, { "api patch": { record: left } }, "api patch status"],
    status: status({ conditions: { Consistent: consistent } }),
    record: left,
  };
}

const lostPut = lost(
  "PUT",
  [ahead(record(), 0), { "platform PUT default/deployment-1 0": sentDefinition }],
  doubted,
  unreachable,
);

const told =
  "True/UpdateUnconfirmed 1 A full definition that was not confirmed may still make the deployment anew; deletion goes " +
  "on after 2026-01-01T00:01:00Z.";

/** The deletion that holds, with the deployment still there. */
const holds: Step = {
  when: "it is deleted",
  act: remove,
  after: 1_000,
  rule: "await-doubtful-update",
  end: "waiting",
  calls: [...looks, "api patch status"],
  status: status({ conditions: { Consistent: linked, DeletionBlocked: told } }),
  record: "same",
};

/** What a process leaves that dies between its write ahead of a PUT and the answer; then the resource is deleted. */
function diesAndIsRemoved(world: World): void {
  const before = world.cluster.find("my-deployment")?.metadata.annotations?.[recordAnnotation] ?? "{}";
  const left = { ...(JSON.parse(before) as JsonObject), late: { at: world.clock.now(), creates: true } };
  world.cluster.edit("my-deployment", { metadata: { annotations: { [recordAnnotation]: JSON.stringify(left) } } });
  remove(world);
}

const unheard: Step = {
  ...holds,
  when: "the answer never reached anybody, and the resource is deleted",
  act: diesAndIsRemoved,
  status: status({ conditions: { DeletionBlocked: told }, healthySince: 1 }),
  record: record({ late }),
};

/** A deletion behind a full definition of unknown outcome (S8). */
export const lateDeletionRows: readonly Row[] = [
  {
    name: "a full definition in doubt holds up deletion until it can no longer be applied",
    why: "D6, S8: a PUT makes what is gone, so that behind the DELETE it would leave a deployment without a resource",
    given: "PUT",
    steps: [
      lostPut,
      holds,
      { ...holds, when: "a later look", act: () => {}, calls: looks, status: "same" },
      gone("the quarantine is over", (world) => world.clock.skip(58_000), "delete-deployment", [
        ...afterAMinute,
        looks[1],
        removes,
      ]),
    ],
  },
  {
    name: "a deployment that is gone may come back by a full definition in doubt",
    why: "S8: letting go at once would leave nobody to delete it",
    given: "PUT",
    steps: [
      {
        ...unheard,
        when: "the deployment goes as well",
        act: (world) => {
          diesAndIsRemoved(world);
          world.admin.deleteDeployment("default", "my-deployment");
        },
        calls: [
          "api get",
          "platform GET default/deployment-1 404",
          "platform GET default/my-deployment 404",
          listed,
          "api patch status",
        ],
        status: status({
          fields: { actualState: null },
          conditions: { DeletionBlocked: told },
          healthySince: 1,
        }),
      },
      gone("it did not come back", (world) => world.clock.skip(59_000), "release-with-nothing-behind", [
        ...afterAMinute,
        "platform GET default/deployment-1 404",
        "platform GET default/my-deployment 404",
        listed,
      ]),
    ],
  },
  {
    name: "a PATCH in doubt holds up no deletion",
    why: "it changes what is there, and makes nothing",
    given: "PATCH",
    steps: [
      lost(
        "PATCH",
        [{ "platform PATCH default/deployment-1 0": patchOf(vvpDeployment("PATCH", larger)) }],
        record({ applied: null, late: { at: 0 } }),
        unreachable.replace("replace", "patch"),
      ),
      gone("it is deleted", remove, "delete-deployment", [...looks, removes]),
    ],
  },
  {
    name: "a process that dies behind its full definition holds up deletion as well",
    why: "S8: what was on record before the PUT went out is all that is known of it",
    given: "PUT",
    steps: [
      unheard,
      gone("the quarantine is over", (world) => world.clock.skip(59_000), "delete-deployment", [
        ...afterAMinute,
        looks[1],
        removes,
      ]),
    ],
  },
];
