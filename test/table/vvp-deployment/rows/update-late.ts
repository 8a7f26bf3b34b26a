import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record, status, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { nothingMore, patchOf } from "./parts.ts";

const put = "patch deployment default/deployment-1";
const parallel = (parallelism: number) => deploymentSpec({ template: { spec: { parallelism } } });
const held = (parallelism: number) => ({ template: { spec: { parallelism } } });
const definition = (parallelism: number) => patchOf(vvpDeployment("PATCH", parallel(parallelism)));

const late = { at: 0 };
const doubted = record({ applied: null, late });
const known = record({ generation: 3, applied: "content-3", late });
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).";
const linked = well.Consistent.replace(" 0 ", " 1 ");

const lost: Step = {
  when: "an update is not answered",
  act: (world) => {
    world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "PATCH" }] });
    world.cluster.edit("my-deployment", parallel(4));
  },
  rule: "project-spec",
  end: "waiting",
  calls: [
    ...looks,
    { "platform PATCH default/deployment-1 0": definition(4) },
    { "api patch": { record: doubted } },
    "api patch status",
  ],
  status: status({
    conditions: { Consistent: `Unknown/AppManagerUnreachable 0 AppManager did not answer ${put}: ECONNRESET` },
  }),
  record: doubted,
};

const followed: Step = {
  when: "another one follows it",
  act: (world) => world.cluster.edit("my-deployment", parallel(2)),
  after: 1_000,
  rule: "project-spec",
  end: "settled",
  calls: [
    ...looks,
    { "platform PATCH default/deployment-1 200": definition(2) },
    { "api patch": { record: known } },
    "api patch status",
  ],
  status: status({
    fields: { observedGeneration: 3 },
    conditions: { Consistent: linked, SpecAligned: projected },
    healthySince: 1,
  }),
  record: known,
};

/** An update that the platform applies after the one that followed it (D6). */
export const lateUpdateRows: readonly Row[] = [
  {
    name: "an update that is applied after the one that followed it",
    why: "what it left behind is Weir's own doing and no drift: the user's wish goes out again, whatever the drift policy",
    given: "PATCH",
    steps: [
      lost,
      followed,
      {
        when: "the first one is applied",
        act: (world) => void world.admin.editSpec("default", "my-deployment", held(4)),
        after: 20_000,
        rule: "repeat-overtaken",
        end: "settled",
        calls: [...looks, "api get", { "platform PATCH default/deployment-1 200": definition(2) }, "api patch status"],
        status: status({
          fields: { observedGeneration: 3 },
          conditions: {
            Consistent: linked,
            SpecAligned: "True/ConfigUpdated 0 An earlier update was applied late; the spec is projected again.",
          },
          healthySince: 1,
        }),
        record: "same",
      },
      {
        when: "it can no longer be applied",
        after: 40_000,
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/deployment-1 200",
          { "api patch": { record: record({ generation: 3, applied: "content-3" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedGeneration: 3 },
          conditions: {
            Consistent: linked,
            SpecAligned: "True/SpecUnchanged 0 Nothing changed since the last projection.",
          },
          healthySince: 1,
        }),
        record: record({ generation: 3, applied: "content-3" }),
      },
      nothingMore("nothing changes"),
    ],
  },
];
