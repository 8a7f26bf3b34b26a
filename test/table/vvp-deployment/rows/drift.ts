import { hashOf } from "../../../../shared/core/hash.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { behind, jar, other, policy, reported, told, why } from "./drift-parts.ts";
import { nothingMore, patchOf } from "./parts.ts";

const initial = { spec: { initFields: { spec: { template: { spec: { artifact: { jarUri: "s3://first.jar" } } } } } } };
const remembered = { normalised: { [jar]: hashOf("s3://first.jar").slice(0, 16) } };

/** Changes of the deployment that were not made through the resource (F11, AMB-18). */
export const driftRows: readonly Row[] = [
  {
    name: "drift is told about, and nothing is done",
    why: "AMB-18; Healthy keeps the documents' meaning and stays True",
    given: "PATCH",
    steps: [
      reported,
      nothingMore("a tick"),
      {
        when: "the value is put back",
        act: behind({ template: { spec: { artifact: { jarUri: "s3://my-bucket/artifacts/MyJob.jar" } } } }),
        rule: "rest",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: status(),
        record: "same",
      },
    ],
  },
  {
    name: "an edit of the spec projects what had drifted as well",
    why: "R23: the update carries every field that the resource gives",
    given: "PATCH",
    steps: [
      reported,
      {
        when: "the user sets a parallelism",
        act: (world) => world.cluster.edit("my-deployment", deploymentSpec({ template: { spec: { parallelism: 2 } } })),
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          {
            "platform PATCH default/deployment-1 200": patchOf(
              vvpDeployment("PATCH", deploymentSpec({ template: { spec: { parallelism: 2 } } })),
            ),
          },
          { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 2 },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
  {
    name: "what the resource does not give is nobody's drift",
    why: "R24: omitted fields are the platform's; the state has its own rule (AMB-18)",
    given: "PATCH",
    steps: [
      {
        ...nothingMore("a field that the resource leaves out is changed"),
        act: behind({ template: { spec: { parallelism: 7 } }, maxJobCreationAttempts: 2 }),
      },
    ],
  },
  {
    name: "Ignore: nothing is said",
    why: "somebody else is meant to change the deployment",
    given: "PATCH",
    with: policy("Ignore"),
    steps: [{ ...nothingMore("the JAR is changed on the platform"), act: other }],
  },
  {
    name: "a drift policy that is not understood reports",
    why: "only what is understood changes the platform",
    given: "PATCH",
    with: policy("correct"),
    steps: [reported],
  },
  {
    name: "what the platform answered to the projection is no drift, and what it becomes then is",
    why: "initFields win at creation (AMB-8), and platforms write values in their own way; only a change of that counts",
    given: "PATCH",
    with: initial,
    steps: [
      { ...nothingMore("a tick"), record: record(remembered) },
      { ...reported, record: record(remembered) },
    ],
  },
  {
    name: "a message names ten paths and how many more there are",
    why: "a condition is for reading; one edit can change a whole configuration",
    given: "PATCH",
    with: deploymentSpec({ template: { spec: { flinkConfiguration: keys(12, "a") } } }),
    steps: [
      {
        ...reported,
        when: "twelve keys are changed on the platform",
        act: behind({ template: { spec: { flinkConfiguration: keys(12, "b") } } }),
        status: status({
          conditions: {
            DriftDetected: why(
              told,
              `${Object.keys(keys(10, ""))
                .map((key) => `spec.template.spec.flinkConfiguration.${key}`)
                .join(", ")} and 2 more`,
            ),
          },
        }),
      },
    ],
  },
  {
    name: "nothing is said of drift where the platform answers with too many values of its own",
    why: "the record has a bound, and what it cannot hold would look like drift for ever",
    given: "PATCH",
    with: {
      spec: {
        deployment: { spec: { template: { spec: { flinkConfiguration: keys(65, "a") } } } },
        initFields: { spec: { template: { spec: { flinkConfiguration: keys(65, "b") } } } },
      },
    },
    steps: [
      { ...nothingMore("the JAR is changed on the platform"), act: other, record: record({ normalised: { "": "" } }) },
    ],
  },
];

/** A configuration of so many keys, with one value for all. */
function keys(count: number, value: string): { [key: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index + 10}`, value]));
}
