import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  done,
  edit,
  marked,
  processed,
  quiet,
  remembered,
  request,
  runs,
  stateCall,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf, patchOf } from "./parts.ts";
import {
  merged,
  never,
  neverUpgraded,
  open,
  pendingStatus,
  starts,
  stopping,
  stops,
  strategy,
} from "./toggle-parts.ts";

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).";
const unchanged = "True/SpecUnchanged 0 Nothing changed since the last projection.";

/** The update of a job whose wish is the patch, in which another state than the platform's goes out. */
function update(patch: JsonObject, body: typeof patchOf = patchOf) {
  return { "platform PATCH default/deployment-1 200": body(vvpDeployment("PATCH", patch)) };
}

const cancelled = { observedSpecState: "CANCELLED" };
const given = (generation: number) =>
  remembered(generation, { restart: done(1), accepted: 1 }, { applied: "content-2" });

function stopStatus(
  generation: number,
  conditions: { readonly [type: string]: string },
  healthySince: number,
  fields = {},
) {
  return runs({
    fields: { ...cancelled, observedGeneration: generation, actualState: "TRANSITIONING", ...fields },
    conditions,
    healthySince,
  });
}

/** The look behind a stop that the user asked for: the platform obeys, so that the restart is over. */
function overWithStop(generation: number): Step {
  return quiet("the platform obeys", {
    after: 300,
    end: "moving",
    calls: [...looks, writes(given(generation)), "api patch status"],
    status: stopStatus(generation, processed("restartNonce 1", 2), 2, { lastProcessedTriggerNonce: 1 }),
    record: given(generation),
  });
}

const pending = "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.";
const due = (generation: number, applied: string) =>
  remembered(
    generation,
    { restart: accepted(1), accepted: 1 },
    { applied, intents: [request("restart", 2, "1#1", 0)] },
  );
const marks = remembered(2, { restart: done(1), accepted: 1, restarted: "1#1" }, { applied: "content-2" });

/** What else may happen to a restart by way of the state. */
export const nonceToggleEditRows: readonly Row[] = [
  {
    name: "the user cancels the job while it stops",
    why: "the newest wish wins: the job is not started again, and the restart is over",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      {
        when: "CANCELLED is asked for",
        act: edit(wanted("CANCELLED")),
        after: 300,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          update(merged(never, wanted("CANCELLED")), deploymentOf),
          writes(open(1, 3, 2, { applied: "content-2" })),
          "api patch status",
        ],
        status: stopStatus(3, { NonceAligned: pending, SpecAligned: projected }, 2),
        record: open(1, 3, 2, { applied: "content-2" }),
      },
      overWithStop(3),
      quiet("it is cancelled", {
        after: 2_000,
        calls: [...looks, "api patch status"],
        status: stopStatus(3, processed("restartNonce 1", 2), 2, {
          actualState: "CANCELLED",
          lastProcessedTriggerNonce: 1,
        }),
      }),
    ],
  },
  {
    name: "the user asks for a restart and for a stop at once",
    why: "judged together: the stop is done, and nothing is left to restart",
    ...neverUpgraded,
    steps: [
      {
        when: "both are asked for",
        act: ask({ restartNonce: 1 }, wanted("CANCELLED")),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(due(1, "content-1")),
          update(merged(never, wanted("CANCELLED")), deploymentOf),
          writes(due(2, "content-2")),
          "api patch status",
        ],
        status: stopStatus(2, { NonceAligned: pending, SpecAligned: projected }, 2),
        record: due(2, "content-2"),
      },
      overWithStop(2),
    ],
  },
  {
    name: "the configuration changes while the job stops",
    why: "the restart is finished first: the job is down on our account",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      { ...stopping, act: edit(parallel) },
      { ...starts },
      {
        when: "the edit goes out",
        rule: "project-spec",
        end: "moving",
        calls: [...looks, update(merged(never, parallel)), writes(given(3)), "api patch status"],
        status: runs({
          fields: { observedGeneration: 3, actualState: "TRANSITIONING", lastProcessedTriggerNonce: 1 },
          conditions: { ...processed("restartNonce 1", 3), SpecAligned: projected },
          healthySince: 3,
        }),
        record: given(3),
      },
    ],
  },
  {
    name: "a platform that is told not to upgrade in the same edit",
    why: "the state is toggled behind the projection, which leaves it out: it would start what another pod has stopped (S2)",
    given: "PATCH",
    with: wanted("RUNNING"),
    steps: [
      {
        when: "restartNonce and the strategy change",
        act: ask({ restartNonce: 1 }, strategy("NONE")),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(due(1, "content-1")),
          update(deploymentSpec({ state: null, upgradeStrategy: { kind: "NONE" } })),
          writes(due(2, "content-2")),
          "api patch status",
        ],
        status: pendingStatus(2, "RUNNING", { SpecAligned: projected }),
        record: due(2, "content-2"),
      },
      stops("SUSPENDED", {
        when: "the next look",
        act: () => {},
        calls: [...looks, writes(open(1, 2, 2, { applied: "content-2" })), stateCall("SUSPENDED"), "api patch status"],
        status: pendingStatus(2, "TRANSITIONING", { SpecAligned: unchanged }),
        record: open(1, 2, 2, { applied: "content-2" }),
      }),
    ],
  },
  {
    name: "a platform that is told to upgrade in the same edit",
    why: "the projection restarts the job, so that nothing is toggled behind it",
    ...neverUpgraded,
    steps: [
      {
        when: "restartNonce, the strategy and the parallelism change",
        act: ask({ restartNonce: 1 }, merged(parallel, strategy("STATEFUL"))),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(due(1, "content-1")),
          update(merged(merged(merged(never, parallel), strategy("STATEFUL")), deploymentSpec(marked("1#1")))),
          writes(marks),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING", lastProcessedTriggerNonce: 1 },
          conditions: { ...processed("restartNonce 1"), SpecAligned: projected },
        }),
        record: marks,
      },
    ],
  },
];
