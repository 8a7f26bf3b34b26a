import { contradicted, listed, looks, notListed, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { advice, gone, remove, removes } from "./deletion-parts.ts";
import { lost, sent } from "./doubt-parts.ts";

/** Deletion while something does not answer, or refuses. */
export const deletionFaultRows: readonly Row[] = [
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
        "platform GET default/my-deployment 404",
        listed,
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
    name: "an address that is not AppManager's holds up deletion",
    why: "R90, AMB-23: it answers 404 in JSON to everything, and the job of the deployment runs on",
    given: "PATCH",
    steps: [
      {
        when: "it is deleted while WEIR_APPMANAGER_URL is wrong",
        act: (world) => {
          world.admin.configure({ next: Array(3).fill({ kind: "error", method: "GET", status: 404 }) });
          remove(world);
        },
        rule: "await-backend",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/deployment-1 404",
          "platform GET default/my-deployment 404",
          "platform GET default 404",
          "api patch status",
        ],
        status: status({ conditions: { Consistent: `Unknown/AppManagerUnreachable 0 ${notListed}` } }),
        record: "same",
      },
      gone("it is put right", undefined, "delete-deployment", [...looks, removes]),
    ],
  },
  {
    name: "a namespace that comes back between the look and the list holds up deletion",
    why: "S8: the platform did not know the deployment when it was looked for, and lists it a moment later",
    given: "PATCH",
    steps: [
      {
        when: "it is deleted while the platform does not know its namespace",
        act: (world) => {
          world.admin.configure({ next: Array(2).fill({ kind: "error", method: "GET", status: 404 }) });
          remove(world);
        },
        rule: "await-backend",
        end: "waiting",
        calls: [
          "api get",
          "platform GET default/deployment-1 404",
          "platform GET default/my-deployment 404",
          listed,
          "api patch status",
        ],
        status: status({ conditions: { Consistent: `Unknown/AppManagerUnreachable 0 ${contradicted}` } }),
        record: "same",
      },
      gone("the next look", undefined, "delete-deployment", [...looks, removes]),
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
              'create it with the API token under the key "token". The deletion waits for access. To let the resource go without its deployment, set the annotation weir.dev/deletion-policy to Orphan.',
          },
          healthySince: 61,
        }),
        record: "same",
      },
    ],
  },
  {
    name: "a creation in doubt holds up deletion until it can no longer be applied",
    why: "D6: letting go at once could leave a deployment without a resource",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "it is deleted",
        act: remove,
        after: 1_000,
        rule: "await-doubtful-creation",
        end: "waiting",
        calls: ["api get", "platform GET default/my-deployment 404", listed],
        status: "same",
        record: "same",
      },
      gone("the quarantine is over", (world) => world.clock.skip(60_000), "release-with-nothing-behind", [
        "api get",
        "api secret my-vvp-apikey",
        "platform GET default/my-deployment 404",
        listed,
      ]),
    ],
  },
];
