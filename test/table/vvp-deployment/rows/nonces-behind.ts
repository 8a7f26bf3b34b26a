import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import {
  accepted,
  ask,
  done,
  edit,
  looksTwice,
  processed,
  quiet,
  remembered,
  request,
  restartCall,
  running,
  runs,
  savepointCall,
  savepointRecords,
  takesSavepoint,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

const { taking } = savepointRecords;
const cancelled = deploymentOf(vvpDeployment("PATCH", wanted("CANCELLED")));
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).";

/** A savepoint that takes longer than anybody waits. */
function endless(world: World): void {
  world.platform.state.delays = { ...world.platform.state.delays, savepointMs: 3_600_000 };
}

const cancels: Step = {
  when: "the user cancels the job",
  act: edit(wanted("CANCELLED")),
  after: 1_000,
  rule: "hold-for-savepoint",
  end: "moving",
  calls: [...looksTwice, "api patch status"],
  status: runs({
    fields: { observedGeneration: 2, observedSpecState: "CANCELLED", lastProcessedSavepointNonce: 1 },
    conditions: processed("savepointNonce 1"),
  }),
  record: taking,
};

/** The state goes out; the savepoint is still on record where it has not ended. */
function cancelGoesOut(
  step: Pick<Step, "when"> & Partial<Step>,
  generation: number,
  nonces: object,
  message: string,
): Step {
  const left = remembered(generation, { savepoint: done(1), accepted: 1, ...nonces }, { applied: "content-2" });
  return {
    rule: "project-spec",
    end: "moving",
    calls: [...looksTwice, { "platform PATCH default/deployment-1 200": cancelled }, writes(left), "api patch status"],
    status: runs({
      fields: {
        observedGeneration: generation,
        observedSpecState: "CANCELLED",
        actualState: "TRANSITIONING",
        lastProcessedSavepointNonce: 1,
      },
      conditions: { SpecAligned: projected, NonceAligned: `True/NoncesProcessed 0 ${message}` },
    }),
    record: left,
    ...step,
  };
}

const accept = { restart: accepted(1), accepted: 2 };
const restart = request("restart", 2, "1#2", 0);
const bothSent = remembered(
  1,
  { savepoint: accepted(1), ...accept },
  { intents: [restart, request("savepoint", 2, "1#1")] },
);
const bothTaking = remembered(
  2,
  { savepoint: done(1), ...accept, taking: { content: "1#1", since: 2 } },
  { intents: [restart] },
);
const bothDone = remembered(2, { savepoint: done(1), restart: done(1), accepted: 2, restarted: "1#2" });
const afterAMinute = ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)];

/** What a savepoint holds up, and for how long (AMB-25). */
export const nonceBehindRows: readonly Row[] = [
  {
    name: "a state that is changed while a savepoint is being taken waits for its end",
    why: "AMB-25: it would end the job under the savepoint",
    ...running,
    steps: [
      takesSavepoint({
        act: (world) => {
          world.platform.state.delays = { ...world.platform.state.delays, savepointMs: 2_000 };
          ask({ savepointNonce: 1 })(world);
        },
      }),
      cancels,
      cancelGoesOut({ when: "the savepoint is complete", after: 1_000 }, 3, {}, "Processed: savepointNonce 1."),
    ],
  },
  {
    name: "a nonce that is taken back lets everything pass",
    why: "the way out for a user who cannot wait",
    ...running,
    steps: [
      takesSavepoint({
        act: (world) => {
          endless(world);
          ask({ savepointNonce: 1 })(world);
        },
      }),
      cancels,
      cancelGoesOut(
        { when: "savepointNonce becomes null", act: ask({ savepointNonce: null }), after: 1_000 },
        4,
        { taking: { content: "1#1", since: 2 } },
        "No savepoint or restart is requested.",
      ),
    ],
  },
  {
    name: "a savepoint that does not end holds nothing up for ever",
    why: "AMB-25: bounded by ten minutes, then the restart goes ahead",
    ...running,
    steps: [
      {
        ...takesSavepoint(),
        when: "both nonces change",
        act: (world) => {
          endless(world);
          ask({ savepointNonce: 1, restartNonce: 1 })(world);
        },
        calls: [...looks, writes(bothSent), savepointCall("1#1"), writes(bothTaking), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: {
            NonceAligned: "Unknown/NoncesPending 2 The restart for restartNonce 1 follows when the savepoint is taken.",
          },
          healthySince: 2,
        }),
        record: bothTaking,
      },
      quiet("almost ten minutes later", {
        after: 599_000,
        rule: "hold-for-savepoint",
        end: "moving",
        calls: afterAMinute,
      }),
      {
        when: "ten minutes are over",
        after: 1_000,
        rule: "restart",
        end: "moving",
        calls: [...looksTwice, restartCall("1#2"), writes(bothDone), "api patch status"],
        status: runs({
          fields: {
            observedGeneration: 2,
            actualState: "TRANSITIONING",
            lastProcessedSavepointNonce: 1,
            lastProcessedTriggerNonce: 1,
          },
          conditions: processed("savepointNonce 1, restartNonce 1", 602),
          healthySince: 602,
        }),
        record: bothDone,
      },
    ],
  },
];
