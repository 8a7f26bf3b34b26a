import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, well } from "../../../world/expected.ts";
import type { Written } from "../../../world/notation.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  done,
  fault,
  looksTwice,
  processed,
  quiet,
  remembered,
  request,
  running,
  runs,
  savepointCall,
  writes,
} from "./nonce-parts.ts";
import { patchOf } from "./parts.ts";

const afterAMinute = ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)];
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).";
const parallel = deploymentSpec({ state: "RUNNING", template: { spec: { parallelism: 4 } } });
const pending = "Unknown/NoncesPending 2 The savepoint for savepointNonce 1 is accepted and not confirmed yet.";
const open = (at: number, attempt: number, generation = 1, other = {}) =>
  remembered(
    generation,
    { savepoint: accepted(1), accepted: 1 },
    { intents: [request("savepoint", at, "1#1", attempt)], ...other },
  );
const unreachable = (since: number) =>
  `Unknown/AppManagerUnreachable ${since} AppManager answered 503 to take a savepoint of deployment default/deployment-1: The platform failed.`;

/** One more sending that is answered 503. */
function failsAgain(at: number, attempt: number, after: number, calls: readonly Written[]): Step {
  return {
    when: `sending ${attempt} is answered 503`,
    act: fault({ kind: "error", status: 503, method: "POST" }),
    after,
    rule: "take-savepoint",
    end: "waiting",
    calls: [...calls, writes(open(at, attempt)), savepointCall("1#1", 503), "api patch status"],
    status: runs({ conditions: { Consistent: unreachable(at), NonceAligned: pending }, healthySince: 2 }),
    record: open(at, attempt),
  };
}

const holdsBack = (when: string, linkedAt: number): Step => ({
  when,
  after: 1_000,
  rule: "hold-for-savepoint",
  end: "waiting",
  calls: [...looksTwice, "api patch status"],
  status: runs({
    conditions: { Consistent: well.Consistent.replace(" 0 ", ` ${linkedAt} `), NonceAligned: pending },
    healthySince: 2,
  }),
  record: "same",
});

const taken = remembered(
  2,
  { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 246 } },
  { applied: "content-2" },
);
const takenStatus = runs({
  fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
  conditions: { Consistent: well.Consistent.replace(" 0 ", " 186 "), ...processed("savepointNonce 1", 246) },
  healthySince: 246,
});

/** What waits behind a savepoint that the platform has not confirmed. */
export const nonceBehindDoubtRows: readonly Row[] = [
  {
    name: "a savepoint that cannot be asked for holds the projection up for three sendings",
    why: "D6, AMB-25: first the savepoint, but an edit is not lost behind a part of the platform that is down",
    ...running,
    steps: [
      {
        ...failsAgain(2, 1, 0, looks),
        act: (world) => {
          fault({ kind: "error", status: 503, method: "POST" })(world);
          ask({ savepointNonce: 1 }, parallel)(world);
        },
      },
      holdsBack("the quarantine of the first", 3),
      failsAgain(63, 2, 60_000, afterAMinute),
      holdsBack("the quarantine of the second", 64),
      failsAgain(124, 3, 60_000, afterAMinute),
      holdsBack("the quarantine of the third", 125),
      failsAgain(185, 4, 60_000, afterAMinute),
      {
        when: "the edit goes out",
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looksTwice,
          { "platform PATCH default/deployment-1 200": patchOf(vvpDeployment("PATCH", parallel)) },
          writes(open(185, 4, 2, { applied: "content-2" })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: {
            Consistent: well.Consistent.replace(" 0 ", " 186 "),
            SpecAligned: projected,
            NonceAligned: pending,
          },
          healthySince: 2,
        }),
        record: open(185, 4, 2, { applied: "content-2" }),
      },
      quiet("it runs again, and the request is sent once more", {
        after: 60_000,
        rule: "take-savepoint",
        end: "moving",
        calls: [
          ...afterAMinute,
          writes(open(246, 5, 2, { applied: "content-2" })),
          savepointCall("1#1"),
          writes(taken),
          "api patch status",
        ],
        status: takenStatus,
        record: taken,
      }),
    ],
  },
];
