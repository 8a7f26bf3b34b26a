import type { JsonObject } from "../../../../shared/core/json.ts";
import { wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, well } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  done,
  edit,
  losesSavepoint,
  note,
  pendingSavepoint,
  remembered,
  request,
  restarts,
  running,
  runs,
  writes,
} from "./nonce-parts.ts";

const linked = (since: number) => ({ Consistent: well.Consistent.replace(" 0 ", ` ${since} `) });
const open = (generation: number, other: JsonObject = {}) =>
  remembered(
    generation,
    { savepoint: accepted(1), accepted: 1 },
    { intents: [request("savepoint", 2, "1#1")], ...other },
  );

const leaving = remembered(4, { restart: done(1), accepted: 1, restarted: "1#1" }, { applied: null });

/** Nonces of a resource for which nothing is done at all. */
export const nonceHeldRows: readonly Row[] = [
  {
    name: "a nonce next to a spec that breaks a rule",
    why: "what slipped past admission asks for nothing; the nonce is judged once the spec is mended",
    ...running,
    steps: [
      {
        when: "both slip past admission",
        act: ask({ savepointNonce: 1 }, wanted("STOPPED")),
        rule: "report-invalid",
        end: "settled",
        calls: [...looks, writes(record({ generation: 2 })), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, observedSpecState: "STOPPED" },
          conditions: {
            SpecAligned:
              'False/InvalidSpec 2 spec.deployment.spec.state Invalid option: expected one of "RUNNING"|"SUSPENDED"|"CANCELLED". Correct the spec; nothing of it is projected until then.',
            NonceAligned:
              "Unknown/NoncesPending 2 The savepoint for savepointNonce 1 waits, because the spec breaks a rule.",
          },
          healthySince: 2,
        }),
        record: record({ generation: 2 }),
      },
    ],
  },
  {
    name: "a nonce of a resource whose record is lost",
    why: "F13: NonceAligned is frozen, since nothing is known of what was asked for before",
    ...running,
    steps: [
      {
        when: "the record is lost, and savepointNonce changes",
        act: edit({ spec: { savepointNonce: 1 }, ...note({ "weir.dev/record": null }) }),
        rule: "report-lost",
        end: "settled",
        calls: ["api get", "platform GET default/my-deployment 200", "api patch status"],
        status: runs({
          fields: { observedGeneration: 2 },
          conditions: {
            Consistent:
              "False/DBRecordMissing 2 The deployment exists, but the operator's record of it is gone. Contact your platform administrator; if you delete the resource, the deployment is deleted as well.",
          },
          healthySince: 2,
        }),
        record: null,
      },
    ],
  },
  {
    name: "a nonce that changes after the deletion was asked for",
    why: "F10: it is not judged, and what was said of the one before stays",
    ...running,
    steps: [
      restarts(),
      {
        when: "the resource is deleted and restartNonce changes",
        act: (world) => {
          world.cluster.remove("my-deployment");
          ask({ restartNonce: 2 })(world);
        },
        after: 3_000,
        rule: "block-deletion",
        end: "settled",
        calls: [...looks, writes(leaving), "api patch status"],
        status: runs({
          fields: { observedGeneration: 4, lastProcessedTriggerNonce: 1 },
          conditions: {
            NonceAligned: "True/NoncesProcessed 0 Processed: restartNonce 1.",
            DeletionBlocked:
              "True/DeploymentStillActive 5 The deployment is RUNNING. Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.",
          },
          healthySince: 5,
        }),
        record: leaving,
      },
    ],
  },
  {
    name: "nonces of a resource that is being deleted",
    why: "F10: nothing is asked for any more, and nobody looks for what was",
    ...running,
    steps: [
      losesSavepoint,
      {
        when: "both nonces change, and the resource is deleted",
        act: (world) => {
          ask({ savepointNonce: 2, restartNonce: 1 })(world);
          world.cluster.remove("my-deployment");
        },
        after: 90_000,
        rule: "block-deletion",
        end: "settled",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          looks[1],
          writes(open(4, { applied: null })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 4 },
          conditions: {
            ...linked(92),
            NonceAligned: pendingSavepoint,
            DeletionBlocked:
              "True/DeploymentStillActive 92 The deployment is RUNNING. Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself.",
          },
          healthySince: 2,
        }),
        record: open(4, { applied: null }),
      },
    ],
  },
];
