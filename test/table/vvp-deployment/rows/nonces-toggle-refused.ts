import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  done,
  edit,
  fault,
  note,
  processed,
  quiet,
  remembered,
  request,
  runs,
  stateCall,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";
import { open as inPhase, merged, never, neverUpgraded, over, restartedStatus, starts, stops } from "./toggle-parts.ts";

const words = "AppManager answered 400 to patch deployment default/deployment-1: The platform failed";
const owed = (at: string) =>
  `Unknown/NoncesPending 2 The restart for restartNonce 1 has stopped the job, and the platform refuses to start it again: ${words}. ` +
  `It is tried again after 2026-01-01T${at}; correct the spec where it is the reason.`;

/** The record of a start that the platform refused at a second. */
function refused(at: number, generation = 2, other: JsonObject = {}): JsonObject {
  const intents = [{ ...request("restart", at, "1#1", 2), refused: words }];
  return remembered(generation, { restart: accepted(1), accepted: 1 }, { intents, ...other });
}

/** The status of it. */
function refusedStatus(until: string, { fields = {}, conditions = {} } = {}): JsonObject {
  return runs({
    fields: { observedGeneration: 2, actualState: "SUSPENDED", ...fields },
    conditions: { NonceAligned: owed(until), ...conditions },
    healthySince: 2,
  });
}

const refuses = fault({ kind: "error", status: 400, method: "PATCH" });

/** The start that the platform refuses, at second 3. */
const refusesStart: Step = {
  ...starts,
  act: refuses,
  calls: [...looks, writes(inPhase(2)), stateCall("RUNNING", 400), writes(refused(3)), "api patch status"],
  end: "settled",
  status: refusedStatus("00:01:03Z"),
  record: refused(3),
};

const afterAMinute = ["api get", "api secret my-vvp-apikey", looks[1]] as const;
const waits = quiet("the next look", { rule: "await-start" });

const open = vvpDeployment("PATCH", deploymentSpec({ state: null, upgradeStrategy: { kind: "NONE" } }));
const left = { "platform PATCH default/deployment-1 200": deploymentOf(open) };
const applied = { applied: "content-2" };
const phase = (attempt: number) => inPhase(attempt, 2, 2, applied);
const restarted = remembered(2, { restart: done(1), accepted: 1 }, applied);
const pending = "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.";
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).";

function due(generation: number, content: string): JsonObject {
  const intents = [request("restart", 2, "1#1", 0)];
  return remembered(generation, { restart: accepted(1), accepted: 1 }, { applied: content, intents });
}

function statelessStatus(actualState: string, conditions: { [type: string]: string }): JsonObject {
  return runs({ fields: { observedGeneration: 2, observedSpecState: null, actualState }, conditions, healthySince: 2 });
}

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const update = {
  "platform PATCH default/deployment-1 200": deploymentOf(vvpDeployment("PATCH", merged(never, parallel))),
};
const running = remembered(3, { restart: done(1), accepted: 1 }, { applied: "content-2" });

const overPaused = remembered(2, { restart: done(1), accepted: 1 }, { input: "input-2" });

/** A restart whose second half the platform refuses (R35): the job is down on our account until it is started. */
export const nonceToggleRefusedRows: readonly Row[] = [
  {
    name: "the platform refuses the start",
    why: "the start is owed: it is tried again, slowly, until the job runs; the value is processed then and not before",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      refusesStart,
      waits,
      quiet("a tick that comes too early", { after: 59_000, rule: "await-start", calls: afterAMinute }),
      {
        when: "it is tried again and refused again",
        act: refuses,
        after: 1_000,
        rule: "finish-restart",
        end: "settled",
        calls: [...looks, writes(inPhase(2, 2, 3)), stateCall("RUNNING", 400), writes(refused(63)), "api patch status"],
        status: refusedStatus("00:02:03Z"),
        record: refused(63),
      },
      {
        ...starts,
        when: "the platform takes it",
        after: 60_000,
        calls: [...afterAMinute, writes(inPhase(2, 2, 63)), stateCall("RUNNING"), writes(over), "api patch status"],
        status: restartedStatus(123),
      },
    ],
  },
  {
    name: "the platform refuses the start of a job whose state the spec leaves open",
    why: "AMB-19: no drift of the state would ever bring it back",
    given: "PATCH",
    with: never,
    steps: [
      {
        when: "the state goes, and restartNonce changes",
        act: edit({ spec: { restartNonce: 1, deployment: { spec: { state: null } } } }),
        rule: "project-spec",
        end: "moving",
        calls: [...looks, writes(due(1, "content-1")), left, writes(due(2, "content-2")), "api patch status"],
        status: statelessStatus("RUNNING", { SpecAligned: projected, NonceAligned: pending }),
        record: due(2, "content-2"),
      },
      stops("SUSPENDED", {
        when: "the next look",
        act: () => {},
        calls: [...looks, writes(phase(1)), stateCall("SUSPENDED"), "api patch status"],
        status: statelessStatus("TRANSITIONING", { NonceAligned: pending }),
        record: phase(1),
      }),
      {
        ...refusesStart,
        after: 1_300,
        calls: [
          ...looks,
          writes(phase(2)),
          stateCall("RUNNING", 400),
          writes(refused(3, 2, applied)),
          "api patch status",
        ],
        status: statelessStatus("SUSPENDED", { NonceAligned: owed("00:01:03Z") }),
        record: refused(3, 2, applied),
      },
      waits,
      {
        ...starts,
        when: "a minute later",
        after: 60_000,
        calls: [
          ...afterAMinute,
          writes(inPhase(2, 2, 3, applied)),
          stateCall("RUNNING"),
          writes(restarted),
          "api patch status",
        ],
        status: runs({
          fields: {
            observedGeneration: 2,
            observedSpecState: null,
            actualState: "TRANSITIONING",
            lastProcessedTriggerNonce: 1,
          },
          conditions: processed("restartNonce 1", 63),
          healthySince: 63,
        }),
        record: restarted,
      },
    ],
  },
  {
    name: "the spec is corrected while the platform refuses the start",
    why: "the corrected spec goes out first, and carries the start with it",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      refusesStart,
      {
        when: "it is corrected",
        act: edit(parallel),
        rule: "project-spec",
        end: "moving",
        calls: [...looks, update, writes(running), "api patch status"],
        status: runs({
          fields: { observedGeneration: 3, actualState: "TRANSITIONING", lastProcessedTriggerNonce: 1 },
          conditions: { SpecAligned: projected, ...processed("restartNonce 1", 3) },
          healthySince: 3,
        }),
        record: running,
      },
    ],
  },
  {
    name: "projection is switched off while the platform refuses the start",
    why: "R94: the start is owed before the pause, and tried again in it",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      refusesStart,
      {
        ...starts,
        when: "it is paused",
        act: edit(note({ "weir.dev/paused": "true" })),
        after: 60_000,
        calls: [
          ...afterAMinute,
          writes(inPhase(2, 2, 3)),
          stateCall("RUNNING"),
          writes(overPaused),
          "api patch status",
        ],
        status: runs({
          fields: {
            observedGeneration: 2,
            actualState: "TRANSITIONING",
            syncEnabled: false,
            lastProcessedTriggerNonce: 1,
          },
          conditions: {
            SpecAligned: "False/SyncDisabled 63 The annotation weir.dev/paused is set.",
            ...processed("restartNonce 1", 63),
          },
          healthySince: 2,
        }),
        record: overPaused,
      },
    ],
  },
];
