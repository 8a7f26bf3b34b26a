import { record, status, unlinked } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { applied, claim, claimed, definition, exists, found, later, notTaken, takes } from "./adoption-parts.ts";
import { gone, remove } from "./deletion-parts.ts";
import { nothingMore } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
const lost = "AppManager did not answer patch deployment default/deployment-1: ECONNRESET";
const refusal = "AppManager answered 409 to patch deployment default/deployment-1: The platform failed.";

/** An adoption that the platform refuses, whose answer is lost, or that somebody else was quicker with. */
export const adoptionDoubtRows: readonly Row[] = [
  {
    name: "a platform that gives nothing over is asked once, and not again before WEIR_REJECTED_RETRY is over",
    why: "inferred: the documents know no adoption, so a real platform may refuse it (R17); no retry storm",
    steps: [
      {
        ...takes,
        act: (world) => {
          applied()(world);
          world.admin.configure({ next: [{ kind: "error", status: 409, method: "PATCH" }] });
        },
        end: "settled",
        calls: [
          ...found,
          { "api patch": { finalizers, record: claimed(2) } },
          { "platform PATCH default/deployment-1 409": claim },
          { "api patch": { record: refusedRecord(2) } },
          "api patch status",
        ],
        status: { ...notTaken(refusal), observedGeneration: 1 },
        record: refusedRecord(2),
      },
      { ...nothingMore("ticks pass"), rule: "adopt", calls: later },
    ],
  },
  {
    name: "an adoption whose answer was lost is found, not sent again",
    why: "D6: our mark on it is the proof, and the intent says whose link it is",
    steps: [
      {
        ...takes,
        act: (world) => {
          applied()(world);
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "PATCH" }] });
        },
        end: "waiting",
        calls: [
          ...found,
          { "api patch": { finalizers, record: claimed(2) } },
          { "platform PATCH default/deployment-1 0": claim },
          "api patch status",
        ],
        status: unreached(2),
        record: claimed(2),
      },
      {
        when: "the next look",
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...later,
          { "platform PATCH default/deployment-1 200": definition },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          fields: { actualState: "TRANSITIONING" },
          conditions: {
            Consistent: "True/RecordIntact 3 The resource is linked to its deployment.",
            SpecAligned: "True/ConfigUpdated 3 The changed spec is projected (mode=PATCH).",
            NonceAligned: "True/NoncesProcessed 3 No savepoint or restart is requested.",
            ParallelismAligned: "True/Aligned 3 The platform says nothing of Autopilot, which counts as not active.",
          },
          healthySince: 3,
        }),
        record: record(),
      },
    ],
  },
  {
    name: "an adoption that never arrived is sent again, and a deletion waits until it cannot arrive any more",
    why: "D6: a mark that is set after its resource is gone would be a lock that nobody holds",
    steps: [
      {
        ...takes,
        act: (world) => {
          applied()(world);
          world.admin.configure({
            next: [
              { kind: "resetBeforeCommit", method: "PATCH" },
              { kind: "resetBeforeCommit", method: "PATCH" },
            ],
          });
        },
        end: "waiting",
        calls: [
          ...found,
          { "api patch": { finalizers, record: claimed(2) } },
          { "platform PATCH default/deployment-1 0": claim },
          "api patch status",
        ],
        status: unreached(2),
        record: claimed(2),
      },
      {
        when: "the next look",
        after: 1_000,
        rule: "adopt",
        end: "waiting",
        calls: [
          ...later,
          { "api patch": { record: claimed(3, 2) } },
          { "platform PATCH default/deployment-1 0": claim },
        ],
        status: "same",
        record: claimed(3, 2),
      },
      {
        when: "it is deleted",
        act: remove,
        rule: "await-doubtful-adoption",
        end: "waiting",
        calls: later,
        status: "same",
        record: claimed(3, 2),
      },
      gone("the quarantine is over", (world) => world.clock.skip(61_000), "release-with-nothing-behind", found),
    ],
  },
  {
    name: "two resources that want the same deployment: the first one gets it",
    why: "the platform's lock decides, and the answer tells whose mark it is",
    steps: [
      {
        ...takes,
        act: (world) => {
          applied()(world);
          const marker = {
            "ververica.platform/managed-by-operator": "my-operator",
            "ververica.platform/cr-uid": "uid-9",
          };
          world.way.probe = ({ method }, when) => {
            const [[id, row] = []] = [...world.platform.state.rows];
            if (method !== "PATCH" || when !== "before" || id === undefined || row === undefined) return;
            const metadata = { ...row.deployment.metadata, annotations: marker };
            world.platform.state.rows.set(id, { ...row, deployment: { ...row.deployment, metadata } });
          };
        },
        end: "settled",
        calls: [
          ...found,
          { "api patch": { finalizers, record: claimed(2) } },
          { "platform PATCH default/deployment-1 200": claim },
          {
            "api patch": {
              record: refusedRecord(2, "deployment my-deployment did not take the mark of this resource"),
            },
          },
          "api patch status",
        ],
        status: {
          ...notTaken("deployment my-deployment did not take the mark of this resource"),
          observedGeneration: 1,
        },
        record: refusedRecord(2, "deployment my-deployment did not take the mark of this resource"),
      },
      {
        when: "the next look",
        rule: "refuse-claim",
        end: "settled",
        calls: [...later, "api patch status"],
        status: {
          ...notTaken(`${exists} Weir does not take over deployments; choose another name or remove the other one.`),
          observedGeneration: 1,
        },
        record: "same",
      },
    ],
  },
];

function refusedRecord(at: number, message = refusal) {
  return record({ id: null, applied: null, rejected: { hash: "request-1", at, message } });
}

/** The answer to the mark was lost. */
function unreached(at: number) {
  return unlinked({
    fields: { observedGeneration: null },
    conditions: { Consistent: `Unknown/AppManagerUnreachable ${at} ${lost}` },
    healthySince: at,
  });
}
