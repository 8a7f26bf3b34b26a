import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { ahead, deploymentOf, nothingMore, patchOf } from "./parts.ts";

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const projected = (mode: string, at = 0) => `True/ConfigUpdated ${at} The changed spec is projected (mode=${mode}).`;
const newest = record({ generation: 2, applied: "content-2" });

function edit(patch: JsonObject) {
  return (world: World) => world.cluster.edit("my-deployment", patch);
}

/** The body of an update: the example with the patch, in PATCH mode as it stands, in PUT mode as a definition. */
function body(mode: "PATCH" | "PUT", patch: JsonObject): JsonObject {
  const object = vvpDeployment(mode, patch);
  return mode === "PATCH" ? patchOf(object) : definition(deploymentOf(object));
}

/** What goes before an update: in PUT mode the record that tells of it. */
function before(mode: "PATCH" | "PUT", at: number, known = record()): Step["calls"] {
  return mode === "PUT" ? [...looks, ahead(known, at)] : looks;
}

function updated(mode: "PATCH" | "PUT", patch: JsonObject): Step {
  return {
    when: "the spec changes",
    act: edit(patch),
    after: 3_000,
    rule: "project-spec",
    end: "settled",
    calls: [
      ...before(mode, 3),
      { [`platform ${mode} default/deployment-1 200`]: body(mode, patch) },
      { "api patch": { record: newest } },
      "api patch status",
    ],
    status: status({ fields: { observedGeneration: 2 }, conditions: { SpecAligned: projected(mode) } }),
    record: newest,
  };
}

const unchanged: Step = {
  ...nothingMore("nothing changes"),
  calls: [...looks, "api patch status"],
  status: status({ fields: { observedGeneration: 2 } }),
};

/** Only what is no content of the deployment has changed: the generation is taken note of, the platform hears nothing. */
const noted: Step = {
  when: "",
  rule: "rest",
  end: "settled",
  calls: [...looks, { "api patch": { record: record({ generation: 2 }) } }, "api patch status"],
  status: status({ fields: { observedGeneration: 2 } }),
  record: record({ generation: 2 }),
};

const complaint =
  "AppManager answered 400 to patch deployment default/deployment-1: " +
  'spec.template.spec.engineVersionName: "vera-0" does not exist';
const refusedRecord = (at: number) =>
  record({ generation: 2, rejected: { hash: "request-2", at, message: complaint } });
const broken = deploymentSpec({ template: { spec: { engineVersionName: "vera-0" } } });
const refusedStatus = status({
  fields: { observedGeneration: 2 },
  conditions: {
    SpecAligned: `False/ProjectionFailed 3 ${complaint}. Correct the spec; it is sent again when it changes, and slowly while it does not.`,
  },
  healthySince: 3,
});

const refused: Step = {
  when: "the platform does not know the engine version",
  act: edit(broken),
  after: 3_000,
  rule: "project-spec",
  end: "settled",
  calls: [
    ...looks,
    { "platform PATCH default/deployment-1 400": body("PATCH", broken) },
    { "api patch": { record: refusedRecord(3) } },
    "api patch status",
  ],
  status: refusedStatus,
  record: refusedRecord(3),
};

/** What becomes of an edited spec (F2–F4). */
export const updateRows: readonly Row[] = [
  {
    name: "PATCH mode sends what the resource gives",
    why: "F2, R23, AMB-29; then SpecUnchanged, and not another word",
    given: "PATCH",
    steps: [updated("PATCH", parallel), unchanged, nothingMore("nothing changes again")],
  },
  {
    name: "PUT mode sends the full definition",
    why: "F3, R25; the marker goes along, or the platform would refuse the replacement",
    given: "PUT",
    steps: [updated("PUT", parallel), unchanged],
  },
  {
    name: "PUT mode without a state keeps the platform's",
    why: "AMB-19: omitted, it would be reset and a job might stop",
    given: "PUT",
    steps: [
      {
        ...updated("PUT", deploymentSpec({ state: "SUSPENDED" })),
        status: status({
          fields: { observedGeneration: 2, observedSpecState: "SUSPENDED", actualState: "SUSPENDED" },
          conditions: { SpecAligned: projected("PUT") },
        }),
      },
      {
        ...updated("PUT", deploymentSpec({ state: "SUSPENDED" })),
        when: "the state is left out",
        act: edit(deploymentSpec({ state: null })),
        calls: [
          ...before("PUT", 6, newest),
          { "platform PUT default/deployment-1 200": body("PUT", deploymentSpec({ state: "SUSPENDED" })) },
          { "api patch": { record: record({ generation: 3, applied: "content-3" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 3, observedSpecState: null, actualState: "SUSPENDED" },
          conditions: { SpecAligned: projected("PUT") },
        }),
        record: record({ generation: 3, applied: "content-3" }),
      },
    ],
  },
  {
    name: "initFields are never sent after the creation",
    why: "R32: not even when they change",
    given: "PATCH",
    steps: [
      { ...noted, when: "initFields appear", act: edit({ spec: { initFields: { spec: { state: "RUNNING" } } } }) },
    ],
  },
  {
    name: "a switched mode waits for the next change of content",
    why: "F4, AMB-7: no call; the next edit goes out in the new mode",
    given: "PUT",
    steps: [
      { ...noted, when: "the mode becomes PATCH", act: edit({ spec: { syncingMode: "PATCH" } }) },
      {
        ...updated("PATCH", parallel),
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": patchOf(vvpDeployment("PUT", parallel)) },
          { "api patch": { record: record({ generation: 3, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({ fields: { observedGeneration: 3 }, conditions: { SpecAligned: projected("PATCH") } }),
        record: record({ generation: 3, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a mode that becomes PUT waits as well, and then replaces",
    why: "F4, AMB-7",
    given: "PUT",
    steps: [
      { ...noted, when: "the mode becomes PATCH", act: edit({ spec: { syncingMode: "PATCH" } }) },
      {
        ...noted,
        when: "the mode becomes PUT again",
        act: edit({ spec: { syncingMode: "PUT" } }),
        calls: [...looks, { "api patch": { record: record({ generation: 3 }) } }, "api patch status"],
        status: status({ fields: { observedGeneration: 3 } }),
        record: record({ generation: 3 }),
      },
      {
        ...updated("PUT", parallel),
        calls: [
          ...before("PUT", 3, record({ generation: 3 })),
          { "platform PUT default/deployment-1 200": body("PUT", parallel) },
          { "api patch": { record: record({ generation: 4, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({ fields: { observedGeneration: 4 }, conditions: { SpecAligned: projected("PUT") } }),
        record: record({ generation: 4, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a spec that the platform refuses is said once and held",
    why: "F2, AMB-9, AMB-10: ProjectionFailed; not sent at every look; the deployment stays as it was",
    given: "PATCH",
    steps: [
      refused,
      { ...nothingMore("its own writes come back"), rule: "project-spec" },
      {
        ...refused,
        when: "ten minutes are over",
        act: () => {},
        after: 600_000,
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          looks[1],
          ...refused.calls.slice(2, 3),
          { "api patch": { record: refusedRecord(603) } },
        ],
        status: "same",
        record: refusedRecord(603),
      },
      {
        when: "the edit is taken back",
        act: edit(deploymentSpec({ template: { spec: { engineVersionName: "vera-4.1-flink-1.20" } } })),
        after: 1_000,
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": patchOf(example("PATCH")) },
          { "api patch": { record: record({ generation: 3 }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 3 },
          conditions: { SpecAligned: projected("PATCH", 604) },
          healthySince: 604,
        }),
        record: record({ generation: 3 }),
      },
    ],
  },
];
