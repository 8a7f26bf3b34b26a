import { listed, looks, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { gone, remove, removes } from "./deletion-parts.ts";

type Shots = NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>;

const absent = { kind: "error", method: "DELETE", status: 404 } as const;
const unlisted = [
  { kind: "delay", method: "GET", ms: 0 },
  { kind: "error", method: "GET", status: 404 },
] as const;

const answers: readonly {
  readonly name: string;
  readonly next: Shots;
  readonly list: string;
  readonly told: string;
}[] = [
  {
    name: "a DELETE that is answered 404, and the list holds the deployment",
    next: [absent],
    list: listed,
    told: "holds it",
  },
  {
    name: "a DELETE that is answered 404, and so is the list",
    next: [absent, ...unlisted],
    list: "platform GET default 404",
    told:
      "does not confirm that it is gone: AppManager answered 404 to list deployments of default; check " +
      "WEIR_APPMANAGER_URL, and that the platform has namespace default",
  },
];

/** A 404 to the DELETE of a deployment whose namespace is unknown for a moment. */
export const unprovenDeletionRows: readonly Row[] = [
  ...answers.map(
    ({ name, next, list, told }): Row => ({
      name,
      why: "S8: its namespace may be unknown for a moment; letting go now would leave a deployment without an owner",
      given: "PATCH",
      steps: [
        {
          when: "it is deleted",
          act: (world) => {
            world.admin.configure({ next: [...next] });
            remove(world);
          },
          rule: "delete-deployment",
          end: "waiting",
          calls: [...looks, "platform DELETE default/deployment-1 404", list, "api patch status"],
          status: status({
            conditions: {
              Consistent:
                "Unknown/AppManagerUnreachable 0 AppManager's answer to delete deployment default/deployment-1 makes " +
                `no sense: 404, and the list of its namespace ${told}`,
            },
          }),
          record: "same",
        },
        gone("the next look", undefined, "delete-deployment", [...looks, removes]),
      ],
    }),
  ),
];
