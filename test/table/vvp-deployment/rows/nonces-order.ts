import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  done,
  looksTwice,
  marked,
  processed,
  quiet,
  remembered,
  request,
  restartCall,
  running,
  runs,
  savepointCall,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf, patchOf } from "./parts.ts";

const mergeBoth = (one: JsonObject, other: JsonObject) => mergePatch(one, other) as JsonObject;
const projected = (mode = "PATCH") => `True/ConfigUpdated 0 The changed spec is projected (mode=${mode}).`;
const parallel = deploymentSpec({ state: "RUNNING", template: { spec: { parallelism: 4 } } });
const follows = "Unknown/NoncesPending 2 The restart for restartNonce 1 follows when the savepoint is taken.";

/** Both nonces accepted in one pass; the savepoint is sent, the restart waits behind it. */
const both = { savepoint: accepted(1), restart: accepted(1), accepted: 2 };
const restart = request("restart", 2, "1#2", 0);
const bothSent = remembered(1, both, { intents: [restart, request("savepoint", 2, "1#1")] });
const bothTaking = (generation: number) =>
  remembered(generation, { ...both, savepoint: done(1), taking: { content: "1#1", since: 2 } }, { intents: [restart] });
const bothDone = (applied: string) =>
  remembered(2, { savepoint: done(1), restart: done(1), accepted: 2, restarted: "1#2" }, { applied });

/** The pass over an edit of both nonces; a changed spec is left to a later pass, which then records the generation. */
function takesFirst(more: JsonObject, generation: number): Step {
  return {
    when: "both nonces change",
    act: ask({ savepointNonce: 1, restartNonce: 1 }, more),
    rule: "take-savepoint",
    end: "moving",
    calls: [...looks, writes(bothSent), savepointCall("1#1"), writes(bothTaking(generation)), "api patch status"],
    status: runs({
      fields: { observedGeneration: generation, lastProcessedSavepointNonce: 1 },
      conditions: { NonceAligned: follows },
      healthySince: 2,
    }),
    record: bothTaking(generation),
  };
}

const holds = quiet("the savepoint is being taken", {
  after: 300,
  rule: "hold-for-savepoint",
  end: "moving",
  calls: looksTwice,
});

function bothStatus(actualState: string, since: number, fields = {}, conditions = {}) {
  return runs({
    fields: {
      observedGeneration: 2,
      lastProcessedSavepointNonce: 1,
      lastProcessedTriggerNonce: 1,
      actualState,
      ...fields,
    },
    conditions: { ...processed("savepointNonce 1, restartNonce 1", since), ...conditions },
    healthySince: since,
  });
}

/** The body of an update with the mark of a restart in its template. */
function body(mode: "PATCH" | "PUT", patch: JsonObject, mark: string): JsonObject {
  return deploymentOf(vvpDeployment(mode, mergeBoth(patch, deploymentSpec(marked(mark)))));
}

/** What becomes of nonces that change together, or with the rest of the spec (AMB-24, AMB-25). */
export const nonceOrderRows: readonly Row[] = [
  {
    name: "both nonces at once: the savepoint, then the restart",
    why: "AMB-25: both are judged on the state that the pass began with; the restart waits until the savepoint has ended",
    ...running,
    steps: [
      takesFirst({}, 2),
      holds,
      {
        when: "the savepoint is complete",
        after: 700,
        rule: "restart",
        end: "moving",
        calls: [...looksTwice, restartCall("1#2"), writes(bothDone("content-1")), "api patch status"],
        status: bothStatus("TRANSITIONING", 3),
        record: bothDone("content-1"),
      },
      quiet("it runs again", {
        after: 3_000,
        calls: [...looks, "api patch status"],
        status: bothStatus("RUNNING", 3),
      }),
      quiet("a tick"),
    ],
  },
  {
    name: "both nonces and the configuration at once: one restart",
    why: "AMB-25: savepoint, then projection, and the projection carries the restart",
    ...running,
    steps: [
      takesFirst(parallel, 1),
      holds,
      {
        when: "the savepoint is complete",
        after: 700,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looksTwice,
          {
            "platform PATCH default/deployment-1 200": patchOf(
              vvpDeployment("PATCH", mergeBoth(parallel, deploymentSpec(marked("1#2")))),
            ),
          },
          writes(bothDone("content-2")),
          "api patch status",
        ],
        status: bothStatus("TRANSITIONING", 3, {}, { SpecAligned: projected() }),
        record: bothDone("content-2"),
      },
      quiet("it runs again", {
        after: 3_000,
        calls: [...looks, "api patch status"],
        status: bothStatus("RUNNING", 3),
      }),
      quiet("a tick"),
    ],
  },
  {
    name: "both nonces, the configuration and the state at once",
    why: "AMB-25: the savepoint is of the job as it was; a restart that is asked for together with a stop is done with it",
    ...running,
    steps: [
      {
        ...takesFirst(mergeBoth(parallel, wanted("SUSPENDED")), 1),
        status: runs({
          fields: { observedSpecState: "SUSPENDED", observedGeneration: 1, lastProcessedSavepointNonce: 1 },
          conditions: { NonceAligned: follows },
          healthySince: 2,
        }),
      },
      holds,
      {
        when: "the savepoint is complete",
        after: 700,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looksTwice,
          { "platform PATCH default/deployment-1 200": body("PATCH", mergeBoth(parallel, wanted("SUSPENDED")), "1#2") },
          writes(bothDone("content-2")),
          "api patch status",
        ],
        status: bothStatus("TRANSITIONING", 3, { observedSpecState: "SUSPENDED" }, { SpecAligned: projected() }),
        record: bothDone("content-2"),
      },
    ],
  },
];
