import type { JsonValue } from "../../../../shared/core/json.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { deploymentSpec } from "../../../builders/vvp-deployment.ts";
import { listed, looks, record, status, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";

const gone = "Deployment my-deployment is gone from platform namespace default.";
const messages = {
  AppManagerRecordNotFound: `${gone} It was removed outside of Weir; delete the resource and create it anew.`,
  ResourceDeleted: `${gone} So is the operator's record. Delete the resource with --force and create it anew.`,
  DBRecordMissing:
    "The deployment exists, but the operator's record of it is gone. Contact your platform administrator; if you delete the resource, the deployment is deleted as well.",
} as const;

function broken(
  reason: keyof typeof messages,
  fields: { [field: string]: JsonValue },
  message: string = messages[reason],
) {
  return status({ fields, conditions: { Consistent: `False/${reason} 20 ${message}` }, healthySince: 20 });
}

const missing = ["platform GET default/deployment-1 404", listed] as const;
const missingByName = ["platform GET default/my-deployment 404", listed] as const;
const foundByName = "platform GET default/my-deployment 200";

/** Beyond the first pass nothing is sent, written or made anew, whatever the user edits (R90). */
function stays(calls: readonly string[], rule: string, after: { record: JsonValue; status: JsonValue }): Step[] {
  return [
    { when: "a tick", rule, end: "settled", calls, status: "same", record: "same" },
    {
      when: "the user edits the spec",
      act: (world) => world.cluster.edit("my-deployment", deploymentSpec({ template: { spec: { parallelism: 4 } } })),
      rule,
      end: "settled",
      calls: [
        ...calls,
        ...(after.record === null ? [] : [{ "api patch": { record: after.record } }]),
        "api patch status",
      ],
      ...after,
    },
  ];
}

function dropDeployment(world: World): void {
  world.admin.deleteDeployment("default", "my-deployment");
}

function dropRecord(world: World): void {
  world.cluster.edit("my-deployment", { metadata: { annotations: { [recordAnnotation]: null } } });
}

function both(world: World): void {
  dropDeployment(world);
  dropRecord(world);
}

const after = { actualState: null };
const later = { observedGeneration: 2 };

/** Record × deployment, after the resource had been reconciled (F13); deletion is in its own table. */
export const orphanRows: readonly Row[] = [
  {
    name: "record and deployment are there",
    why: "F13, R85",
    given: "PATCH",
    steps: [{ when: "a tick", rule: "rest", end: "settled", calls: looks, status: status(), record: record() }],
  },
  {
    name: "the deployment was removed outside of Weir",
    why: "F13, R86, R90",
    given: "PATCH",
    steps: [
      {
        when: "the deployment is gone",
        act: dropDeployment,
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: ["api get", ...missing, "api patch status"],
        status: broken("AppManagerRecordNotFound", after),
        record: "same",
      },
      ...stays(["api get", ...missing], "report-lost", {
        record: record({ generation: 2 }),
        status: broken("AppManagerRecordNotFound", { ...after, ...later }),
      }),
    ],
  },
  {
    name: "the record is gone",
    why: "F13, R87, R90: not linked anew, although the mark on the deployment is ours",
    given: "PATCH",
    steps: [
      {
        when: "the annotation is gone",
        act: dropRecord,
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: ["api get", foundByName, "api patch status"],
        status: broken("DBRecordMissing", {}),
        record: null,
      },
      ...stays(["api get", foundByName], "report-lost", {
        record: null,
        status: broken("DBRecordMissing", later),
      }),
    ],
  },
  {
    name: "both are gone",
    why: "F13, R88, R90: the status remembers that there was one, so this is no fresh resource (AMB-12)",
    given: "PATCH",
    steps: [
      {
        when: "annotation and deployment are gone",
        act: both,
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: ["api get", ...missingByName, "api patch status"],
        status: broken("ResourceDeleted", after),
        record: null,
      },
      ...stays(["api get", ...missingByName], "report-lost", {
        record: null,
        status: broken("ResourceDeleted", { ...after, ...later }),
      }),
    ],
  },
  {
    name: "the status is gone",
    why: "F13, R79: a restored resource without status is linked by its record",
    given: "PATCH",
    steps: [
      {
        when: "the status is stripped",
        act: (world) => world.cluster.edit("my-deployment", { status: { conditions: null, deploymentId: null } }),
        after: 20_000,
        rule: "rest",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: status({
          conditions: Object.fromEntries(
            Object.entries(well).map(([type, line]) => [type, line.replace(" 0 ", " 20 ")]),
          ),
          healthySince: 20,
        }),
        record: "same",
      },
    ],
  },
  {
    name: "the status says what is not so",
    why: "R78, R79: it is a view; what the platform and the record say holds, and is written over it",
    given: "PATCH",
    steps: [
      {
        when: "somebody writes another id and another state into it",
        act: (world) =>
          world.cluster.edit("my-deployment", { status: { deploymentId: "another", actualState: "RUNNING" } }),
        rule: "rest",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: status(),
        record: "same",
      },
    ],
  },
  {
    name: "the deployment is gone and another one has its name",
    why: "R17: what is at the name is not ours, what is at the id is gone",
    given: "PATCH",
    steps: [
      {
        when: "somebody made another",
        act: (world) => {
          dropDeployment(world);
          world.admin.createDeployment("default", "my-deployment", { state: "CANCELLED" });
        },
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: ["api get", ...missing, "api patch status"],
        status: broken("AppManagerRecordNotFound", after),
        record: "same",
      },
    ],
  },
  {
    name: "the deployment lost our mark",
    why: "R17: nothing of it may be changed any more",
    given: "PATCH",
    steps: [
      {
        when: "the lock was wiped",
        act: (world) => world.admin.wipeLock("default", "my-deployment"),
        after: 20_000,
        rule: "refuse-claim",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: broken(
          "AppManagerRecordNotFound",
          after,
          "Deployment my-deployment is there, but does not carry the mark of this resource any more. " +
            "Contact your platform administrator; if you delete the resource, the deployment stays.",
        ),
        record: "same",
      },
    ],
  },
  {
    name: "a resource carries the record of another one",
    why: "D5: a copied record is evidence, never followed",
    given: "PATCH",
    steps: [
      {
        when: "the record's uid is another's",
        act: (world) => {
          const text = world.cluster.find("my-deployment")?.metadata.annotations?.[recordAnnotation] ?? "";
          const annotations = { [recordAnnotation]: text.replace('"uid-1"', '"uid-9"') };
          world.cluster.edit("my-deployment", { metadata: { annotations } });
        },
        after: 20_000,
        rule: "report-lost",
        end: "settled",
        calls: ["api get", foundByName, "api patch status"],
        status: broken(
          "DBRecordMissing",
          {},
          "The deployment exists, but the operator's record of it is gone. The resource carries the record of another one. Contact your platform administrator; if you delete the resource, the deployment is deleted as well.",
        ),
        record: record(),
      },
    ],
  },
];
