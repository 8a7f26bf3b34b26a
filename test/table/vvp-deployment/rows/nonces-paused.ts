import type { JsonObject } from "../../../../shared/core/json.ts";
import { looks, record, well } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  done,
  edit,
  looksTwice,
  losesSavepoint,
  note,
  pendingSavepoint,
  quiet,
  remembered,
  request,
  restartCall,
  running,
  runs,
  savepointCall,
  stateCall,
  writes,
} from "./nonce-parts.ts";

const paused = note({ "weir.dev/paused": "true" });
const resumed = note({ "weir.dev/paused": null });
const disabled = "False/SyncDisabled 2 The annotation weir.dev/paused is set.";
const unchanged = (since: number) => `True/SpecUnchanged ${since} Nothing changed since the last projection.`;

function held(name: string, why: string): string {
  return `The ${name} for ${name}Nonce 1 waits, because ${why}.`;
}

const switchedOff = "projection is switched off";
const bothHeld = `${held("savepoint", switchedOff)} ${held("restart", switchedOff)}`;
const noted = record({ generation: 2, input: "input-2" });
const restart = request("restart", 4, "1#2", 0);
const sent = remembered(
  2,
  { savepoint: accepted(1), restart: accepted(1), accepted: 2 },
  { input: "input-2", intents: [restart, request("savepoint", 4, "1#1")] },
);
const taking = remembered(
  2,
  { savepoint: done(1), restart: accepted(1), accepted: 2, taking: { content: "1#1", since: 4 } },
  { intents: [restart] },
);
const over = remembered(2, { savepoint: done(1), restart: done(1), accepted: 2, restarted: "1#2" });
const linked = (since: number) => ({ Consistent: well.Consistent.replace(" 0 ", ` ${since} `) });
const burnt = { observed: 1, burnt: [1], blocked: "the job was CANCELLED when its turn came" };
const advice = "When the job is RUNNING, set savepointNonce to a new value; 1 is consumed.";
const tooLate = `False/SavepointBlocked 95 The savepoint was not made, because ${burnt.blocked}. ${advice}`;
const afterALongTime = ["api get", "api secret my-vvp-apikey", looks[1], looksTwice[2]] as const;
const open = (generation: number, other: JsonObject = {}) =>
  remembered(
    generation,
    { savepoint: accepted(1), accepted: 1 },
    { intents: [request("savepoint", 2, "1#1")], ...other },
  );
const gaveUp = remembered(2, { savepoint: burnt, accepted: 1 }, { input: "input-2" });
const resumedRecord = remembered(2, { savepoint: burnt, accepted: 1 });

/** Nonces of a resource whose projection is switched off. */
export const noncePausedRows: readonly Row[] = [
  {
    name: "nonces that change while projection is switched off",
    why: "AMB-26, F9: neither submitted nor consumed; both are judged when it is resumed",
    ...running,
    steps: [
      {
        when: "it is paused, and both nonces change",
        act: ask({ savepointNonce: 1, restartNonce: 1 }, paused),
        rule: "pause",
        end: "settled",
        calls: [...looks, writes(noted), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, syncEnabled: false },
          conditions: { SpecAligned: disabled, NonceAligned: `Unknown/NoncesPending 2 ${bothHeld}` },
          healthySince: 2,
        }),
        record: noted,
      },
      quiet("a tick", { rule: "pause" }),
      {
        when: "it is resumed",
        act: edit(resumed),
        after: 2_000,
        rule: "take-savepoint",
        end: "moving",
        calls: [...looks, writes(sent), savepointCall("1#1"), writes(taking), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: {
            SpecAligned: unchanged(4),
            NonceAligned: "Unknown/NoncesPending 2 The restart for restartNonce 1 follows when the savepoint is taken.",
          },
          healthySince: 2,
        }),
        record: taking,
      },
      {
        when: "the savepoint is complete",
        after: 1_000,
        rule: "restart",
        end: "moving",
        calls: [...looksTwice, restartCall("1#2"), writes(over), "api patch status"],
        status: runs({
          fields: {
            observedGeneration: 2,
            actualState: "TRANSITIONING",
            lastProcessedSavepointNonce: 1,
            lastProcessedTriggerNonce: 1,
          },
          conditions: {
            SpecAligned: unchanged(4),
            NonceAligned: "True/NoncesProcessed 5 Processed: savepointNonce 1, restartNonce 1.",
          },
          healthySince: 5,
        }),
        record: over,
      },
    ],
  },
  {
    name: "a savepoint that is in doubt when projection is switched off",
    why: "F9: nothing is consumed, however long it lasts; when it is resumed, the job is not there any more",
    ...running,
    steps: [
      losesSavepoint,
      {
        when: "it is paused",
        act: edit(paused),
        after: 1_000,
        rule: "pause",
        end: "settled",
        calls: [...looksTwice, writes(open(2, { input: "input-2" })), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, syncEnabled: false },
          conditions: { ...linked(3), SpecAligned: disabled.replace(" 2 ", " 3 "), NonceAligned: pendingSavepoint },
          healthySince: 2,
        }),
        record: open(2, { input: "input-2" }),
      },
      {
        when: "somebody cancels the job past the lock, and the quarantine is over",
        act: (world) => void world.admin.editSpec("default", "my-deployment", { state: "CANCELLED" }),
        after: 90_000,
        rule: "pause",
        end: "settled",
        calls: [...afterALongTime, "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, syncEnabled: false, actualState: "CANCELLED" },
          conditions: { ...linked(3), SpecAligned: disabled.replace(" 2 ", " 3 "), NonceAligned: pendingSavepoint },
          healthySince: 2,
        }),
        record: "same",
      },
      {
        when: "it is resumed",
        act: edit(resumed),
        after: 2_000,
        rule: "correct-state",
        end: "moving",
        calls: [...looksTwice, writes(gaveUp), stateCall("RUNNING"), writes(resumedRecord), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: {
            ...linked(3),
            SpecAligned:
              "True/ConfigUpdated 95 The platform wants CANCELLED, the spec RUNNING; the state is projected again.",
            NonceAligned: tooLate,
          },
          healthySince: 2,
        }),
        record: resumedRecord,
      },
    ],
  },
];
