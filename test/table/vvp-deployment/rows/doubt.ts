import type { JsonObject } from "../../../../shared/core/json.ts";
import { example, wanted } from "../../../builders/vvp-deployment.ts";
import { creation, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { body, claimed, inDoubt, lost, sent, waiting, waitsOn } from "./doubt-parts.ts";
import { nothingMore, patchOf } from "./parts.ts";

/** A creation whose outcome is not known (F1 4'', D6). */
export const doubtRows: readonly Row[] = [
  {
    name: "a creation whose reply was lost is found and linked, not sent again",
    why: "F1 4'': our mark on it is the proof",
    steps: [
      sent({ kind: "resetAfterCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the next look",
        after: 1_000,
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: "True/RecordIntact 1 The resource is linked to its deployment.",
            SpecAligned: "True/SpecUnchanged 1 Nothing changed since the last projection.",
          },
          healthySince: 1,
        }),
        record: record(),
      },
      nothingMore("nothing changes"),
    ],
  },
  {
    name: "a creation that does not show up is sent again after the quarantine",
    why: "D6: looking and not finding proves nothing until then; the looks between write nothing",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      waiting,
      waitsOn,
      waitsOn,
      {
        when: "the quarantine is over",
        after: 44_000,
        rule: "create",
        end: "settled",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: claimed(61, 2) } },
          { "platform POST default 201": body },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            Consistent: "True/RecordIntact 61 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 61 Deployment my-deployment is created in platform namespace default.",
          },
          healthySince: 61,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "a second sending that is lost as well waits out its own quarantine",
    why: "the intent on record is that of the newest sending",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the quarantine is over, and the reply is lost again",
        act: (world) => world.admin.configure({ next: [{ kind: "resetBeforeCommit", method: "POST" }] }),
        after: 61_000,
        rule: "create",
        end: "waiting",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: claimed(61, 2) } },
          { "platform POST default 0": body },
        ],
        status: "same",
        record: claimed(61, 2),
      },
      { ...waiting, when: "right after" },
    ],
  },
  {
    name: "a late second sending meets the first one",
    why: "409: the look finds our mark and links; what is on the platform is not known to be the newest content",
    steps: [
      sent({ kind: "resetBeforeCommit" }, 0, "CreationUnconfirmed", lost),
      {
        when: "the quarantine is over, the spec has changed, and the second reply is lost",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "POST" }] });
          world.cluster.edit("my-deployment", wanted("SUSPENDED"));
        },
        after: 61_000,
        rule: "create",
        end: "waiting",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          "platform GET default/my-deployment 404",
          { "api patch": { record: { ...claimed(0), intents: [creation(61, 2, "content-2")] } } },
          { "platform POST default 0": { ...body, spec: { ...(body.spec as JsonObject), state: "SUSPENDED" } } },
          "api patch status",
        ],
        status: { ...inDoubt("CreationUnconfirmed", lost), observedSpecState: "SUSPENDED" },
        record: { ...claimed(0), intents: [creation(61, 2, "content-2")] },
      },
      {
        when: "it is found",
        after: 1_000,
        rule: "project-spec",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          {
            "platform PATCH default/deployment-1 200": patchOf(example("PATCH")),
          },
          { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "SUSPENDED", actualState: "SUSPENDED", observedGeneration: 2 },
          conditions: {
            Consistent: "True/RecordIntact 62 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 62 The changed spec is projected (mode=PATCH).",
          },
          healthySince: 62,
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
];
