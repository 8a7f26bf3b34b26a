import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { done, edit, fault, note, processed, quiet, remembered, runs, stateCall, writes } from "./nonce-parts.ts";
import { neverUpgraded, open, pendingStatus, stops } from "./toggle-parts.ts";

const pending = "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.";

/** What holds a resource back, and what the conditions say of that. */
interface Hold {
  readonly act: Step["act"] & {};
  readonly input: string;
  readonly generation: number;
  readonly fields: JsonObject;
  readonly aligned: string;
  /** The rule that decides once the job is started. */
  readonly rule: string;
}

/** The row of a hold that begins while the job stops: it is started all the same, and then held. */
function startsHeld(name: string, why: string, { act, input, generation, fields, aligned, rule }: Hold): Row {
  const since = { input, generation };
  const over = remembered(generation, { restart: done(1), accepted: 1 }, { input });
  const shown = (state: string, conditions: { [type: string]: string }, other: JsonObject = {}) =>
    runs({
      fields: { observedGeneration: generation, ...fields, actualState: state, ...other },
      conditions: { SpecAligned: aligned, ...conditions },
      healthySince: 2,
    });
  const submitted = { lastProcessedTriggerNonce: 1 };
  return {
    name,
    why,
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      {
        when: "it is held back while the job stops",
        act,
        after: 300,
        rule: "finish-restart",
        end: "moving",
        calls: [...looks, writes(open(1, 2, 2, since)), "api patch status"],
        status: shown("TRANSITIONING", { NonceAligned: pending }),
        record: open(1, 2, 2, since),
      },
      {
        when: "it has stopped",
        after: 1_000,
        rule: "finish-restart",
        end: "moving",
        calls: [...looks, writes(open(2, 2, 2, since)), stateCall("RUNNING"), writes(over), "api patch status"],
        status: shown("TRANSITIONING", processed("restartNonce 1", 3), submitted),
        record: over,
      },
      quiet("it runs again", {
        after: 2_000,
        rule,
        calls: [...looks, "api patch status"],
        status: shown("RUNNING", processed("restartNonce 1", 3), submitted),
      }),
    ],
  };
}

const pausedFields = { syncEnabled: false };
const paused = note({ "weir.dev/paused": "true" });
const observed = note({ "weir.dev/management-policy": "ObserveOnly" });

/** The spec slips past admission with a state that does not exist. */
const broken = deploymentSpec({ state: "STOPPED" });
const stopped = { observedSpecState: "STOPPED", actualState: "TRANSITIONING" };
const brokenRule = {
  SpecAligned:
    'False/InvalidSpec 2 spec.deployment.spec.state Invalid option: expected one of "RUNNING"|"SUSPENDED"|"CANCELLED". Correct the spec; nothing of it is projected until then.',
};
const over = (generation: number) => remembered(generation, { restart: done(1), accepted: 1 });

/** What is in force when the second half of a restart is due. */
export const nonceToggleHeldRows: readonly Row[] = [
  startsHeld(
    "projection is switched off while the job stops",
    "R94, AMB-26: the job is down on our account, so that its start is owed",
    {
      act: edit(paused),
      input: "input-2",
      generation: 2,
      fields: pausedFields,
      aligned: "False/SyncDisabled 2 The annotation weir.dev/paused is set.",
      rule: "pause",
    },
  ),
  startsHeld("only looking is asked for while the job stops", "the job would be looked at as we left it: down", {
    act: edit(observed),
    input: "input-2",
    generation: 2,
    fields: pausedFields,
    aligned: "False/SyncDisabled 2 The annotation weir.dev/management-policy is ObserveOnly.",
    rule: "pause",
  }),
  {
    name: "projection is switched off before the stop has arrived",
    why: "AMB-26: nothing was begun, so that nothing is stopped while it is off",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED", {
        act: (world) => {
          fault({ kind: "resetBeforeCommit", method: "PATCH" })(world);
          edit({ spec: { restartNonce: 1 } })(world);
        },
        end: "waiting",
        calls: [...looks, writes(open(1, 1)), stateCall("SUSPENDED", 0), "api patch status"],
        status: pendingStatus(1, "RUNNING", {
          Consistent:
            "Unknown/AppManagerUnreachable 2 AppManager did not answer patch deployment default/deployment-1: ECONNRESET",
        }),
        record: open(1, 1),
      }),
      {
        when: "it is paused",
        act: edit(paused),
        after: 1_000,
        rule: "pause",
        end: "settled",
        calls: [...looks, writes(open(1, 2, 2, { input: "input-2" })), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, syncEnabled: false },
          conditions: {
            Consistent: "True/RecordIntact 3 The resource is linked to its deployment.",
            SpecAligned: "False/SyncDisabled 3 The annotation weir.dev/paused is set.",
            NonceAligned: pending,
          },
          healthySince: 2,
        }),
        record: open(1, 2, 2, { input: "input-2" }),
      },
    ],
  },
  {
    name: "the spec breaks a rule while the job stops",
    why: "a word that is no state is no wish for a stop; the job is started, and then waits for a sound spec",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      {
        when: "it slips past admission",
        act: edit(broken),
        after: 300,
        rule: "finish-restart",
        end: "moving",
        calls: [...looks, "api patch status"],
        status: runs({
          fields: { ...stopped, observedGeneration: 2 },
          conditions: { ...brokenRule, NonceAligned: pending },
          healthySince: 2,
        }),
        record: "same",
      },
      {
        when: "it has stopped",
        after: 1_000,
        rule: "finish-restart",
        end: "moving",
        calls: [...looks, writes(open(2)), stateCall("RUNNING"), writes(over(2)), "api patch status"],
        status: runs({
          fields: { ...stopped, observedGeneration: 2, lastProcessedTriggerNonce: 1 },
          conditions: { ...brokenRule, ...processed("restartNonce 1", 3) },
          healthySince: 2,
        }),
        record: over(2),
      },
      {
        when: "the next look",
        rule: "report-invalid",
        end: "moving",
        calls: [...looks, writes(over(3)), "api patch status"],
        status: runs({
          fields: { ...stopped, observedGeneration: 3, lastProcessedTriggerNonce: 1 },
          conditions: { ...brokenRule, ...processed("restartNonce 1", 3) },
          healthySince: 2,
        }),
        record: over(3),
      },
    ],
  },
];
