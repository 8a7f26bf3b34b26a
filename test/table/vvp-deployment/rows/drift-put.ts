import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { behind, policy, told, why } from "./drift-parts.ts";
import { ahead, deploymentOf, nothingMore } from "./parts.ts";

const larger = deploymentSpec({ template: { spec: { parallelism: 3 } } });
const ttl = "spec.template.spec.flinkConfiguration.table.exec.state.ttl";
const addTtl = behind({ template: { spec: { flinkConfiguration: { "table.exec.state.ttl": "1 d" } } } });
const edited = record({ generation: 2, applied: "content-2" });

/** An edit replaces the definition; from now on it is known to be whole. */
const replaced: Step = {
  when: "the spec changes",
  act: (world) => world.cluster.edit("my-deployment", larger),
  rule: "project-spec",
  end: "settled",
  calls: [
    ...looks,
    ahead(record(), 0),
    { "platform PUT default/deployment-1 200": definition(deploymentOf(vvpDeployment("PUT", larger))) },
    { "api patch": { record: edited } },
    "api patch status",
  ],
  status: status({
    fields: { observedGeneration: 2 },
    conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PUT)." },
  }),
  record: edited,
};

const unchanged = { fields: { observedGeneration: 2 } } as const;

/** The look after it. */
const rested: Step = {
  ...nothingMore("the next look"),
  calls: [...looks, "api patch status"],
  status: status(unchanged),
};

/** Somebody adds what the resource does not give. */
const added: Step = {
  when: "a value is added on the platform",
  act: addTtl,
  after: 10_000,
  rule: "rest",
  end: "settled",
  calls: [...looks, "api patch status"],
  status: status({ ...unchanged, conditions: { DriftDetected: why(told, ttl) } }),
  record: "same",
};

/** Drift in PUT mode, where what is left out is said to be absent (R26). */
export const driftPutRows: readonly Row[] = [
  {
    name: "what appears beside a definition that was replaced is drift",
    why: "R26, AMB-18: PUT resets what is omitted, so nobody but somebody else can have added it",
    given: "PUT",
    steps: [
      replaced,
      rested,
      added,
      {
        when: "it is taken away again, as null",
        act: behind({ template: { spec: { flinkConfiguration: { "table.exec.state.ttl": null } } } }),
        rule: "rest",
        end: "settled",
        calls: [...looks, "api patch status"],
        status: status(unchanged),
        record: "same",
      },
    ],
  },
  {
    name: "the platform's defaults at a creation are none, in PUT mode either",
    why: "a creation keeps them, and only the first replacement resets them; until then additions cannot be told from them",
    given: "PUT",
    steps: [nothingMore("a tick"), { ...nothingMore("a value is added on the platform"), act: addTtl }],
  },
  {
    name: "in PATCH mode what the resource leaves out is the platform's",
    why: "R24",
    given: "PATCH",
    steps: [{ ...nothingMore("a value is added on the platform"), act: addTtl }],
  },
  {
    name: "a mode that became PATCH says nothing any more about what is left out",
    why: "AMB-7: and one that becomes PUT not before it was projected",
    given: "PUT",
    steps: [
      replaced,
      rested,
      {
        when: "the mode is switched, and a value is added on the platform",
        act: (world) => {
          world.cluster.edit("my-deployment", { spec: { syncingMode: "PATCH" } });
          addTtl(world);
        },
        rule: "rest",
        end: "settled",
        calls: [
          ...looks,
          { "api patch": { record: record({ generation: 3, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({ fields: { observedGeneration: 3 } }),
        record: record({ generation: 3, applied: "content-2" }),
      },
    ],
  },
  {
    name: "what was added is taken away by a replacement, where drift is corrected",
    why: "a PATCH takes nothing away",
    given: "PUT",
    with: policy("Correct"),
    steps: [
      replaced,
      rested,
      {
        ...added,
        rule: "correct-drift",
        calls: [
          ...looks,
          ahead(edited, 10, 2),
          { "platform PUT default/deployment-1 200": definition(deploymentOf(vvpDeployment("PUT", larger))) },
          { "api patch": { record: record({ generation: 2, applied: "content-2", corrected: { at: 10 } }) } },
          "api patch status",
        ],
        status: status({
          ...unchanged,
          conditions: { SpecAligned: "True/ConfigUpdated 0 What was changed on the platform is projected again." },
        }),
        record: record({ generation: 2, applied: "content-2", corrected: { at: 10 } }),
      },
    ],
  },
];
