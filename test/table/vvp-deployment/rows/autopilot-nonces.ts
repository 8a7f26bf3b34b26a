import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { looks } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { finds, four, says, scale, sees, suppressed } from "./autopilot-parts.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  looksTwice,
  note,
  remembered,
  request,
  runs,
  savepointCall,
  takesSavepoint,
  writes,
} from "./nonce-parts.ts";

const late = "Autopilot was scaling when its turn came";
const taking = together(2, {
  intents: [request("restart", 2, "1#2", 0)],
  nonces: { savepoint: done(1), restart: accepted(1), accepted: 2, taking: { content: "1#1", since: 2 } },
});
const missed = remembered(2, { savepoint: { ...done(1), failed: 1 }, restart: blocked([1], late), accepted: 2 });

function together(generation: number, other: JsonObject): JsonObject {
  return remembered(generation, { savepoint: accepted(1), restart: accepted(1), accepted: 2 }, other);
}

/** Nonces that are not decided, or not carried out, when Autopilot scales. */
export const autopilotNonceRows: readonly Row[] = [
  {
    name: "a nonce that may wait while Autopilot scales",
    why: "nonce-policy Wait: nothing is consumed, and the restart follows the scaling",
    ...four,
    with: mergePatch(four.with, note({ "weir.dev/nonce-policy": "Wait" })) as JsonObject,
    steps: [
      finds,
      sees(
        "restartNonce changes",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: {
            SpecAligned: suppressed(2, "CANCELLED", "RUNNING"),
            NonceAligned:
              "Unknown/NoncesPending 2 The restart for restartNonce 1 waits until 2026-01-01T00:10:02Z at most, " +
              "because Autopilot is scaling.",
            ParallelismAligned: says.unscaled,
          },
          healthySince: 2,
        },
        {
          act: ask({ restartNonce: 1 }),
          rule: "await-scaling",
          end: "moving",
          calls: [...looks, writes(waits()), "api patch status"],
          record: waits(),
        },
      ),
    ],
  },
  {
    name: "a restart that waits behind a savepoint when Autopilot begins to scale",
    why: "R117, R120: nothing of it was sent, so that it is blocked like one that is asked for now",
    ...four,
    steps: [
      takesSavepoint({
        act: ask({ savepointNonce: 1, restartNonce: 1 }),
        calls: [
          ...looks,
          writes(together(1, { intents: [request("restart", 2, "1#2", 0), request("savepoint", 2, "1#1")] })),
          savepointCall("1#1"),
          writes(taking),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: {
            NonceAligned: "Unknown/NoncesPending 2 The restart for restartNonce 1 follows when the savepoint is taken.",
          },
          healthySince: 2,
        }),
        record: taking,
      }),
      sees(
        "Autopilot begins to scale, and the savepoint fails with the job",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: {
            SpecAligned: suppressed(2, "CANCELLED", "RUNNING"),
            NonceAligned: `False/RestartBlocked 2 ${blockedText("restart", 1, late)}`,
            ParallelismAligned: says.unscaled,
          },
          healthySince: 2,
        },
        {
          act: scale(8),
          rule: "await-scaling",
          end: "moving",
          calls: [...looksTwice, writes(missed), "api patch status"],
          record: missed,
        },
      ),
    ],
  },
];

function waits(): JsonObject {
  return remembered(2, { restart: { burnt: [], waiting: { value: 1, since: 2 } }, accepted: 0 });
}
