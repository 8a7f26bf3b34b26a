import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { definition, looks, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  edit,
  marked,
  processed,
  quiet,
  remembered,
  request,
  restartCall,
  restartRecords,
  restarts,
  running,
  runs,
  writes,
} from "./nonce-parts.ts";
import { ahead, deploymentOf, patchOf } from "./parts.ts";

const mergeBoth = (one: JsonObject, other: JsonObject) => mergePatch(one, other) as JsonObject;
const why = "the job was CANCELLED";
const bothBurnt = { savepoint: blocked([1], why), restart: blocked([1], why), accepted: 0 };
const bothText = `${blockedText("savepoint", 1, why)} ${blockedText("restart", 1, why)}`;
const started = deploymentOf(vvpDeployment("PATCH", wanted("RUNNING")));
const projected = (mode: string, at = 0) => `True/ConfigUpdated ${at} The changed spec is projected (mode=${mode}).`;

const burnt = { savepoint: blocked([1], why), accepted: 0 };
const savepointText = `False/SavepointBlocked 0 ${blockedText("savepoint", 1, why)}`;
const stillBlocked = { NonceAligned: savepointText };
const sent = remembered(
  3,
  { ...burnt, restart: accepted(1), accepted: 1 },
  { applied: "content-2", intents: [request("restart", 2, "1#1", 0)] },
);
const restarted = remembered(
  4,
  { ...burnt, restart: done(1), accepted: 1, restarted: "1#1" },
  { applied: "content-2" },
);

const annotated = deploymentSpec({ template: { metadata: { annotations: { team: "one" } } } });
const attempts = (count: number) => deploymentSpec({ maxJobCreationAttempts: count });
const put = (patch: JsonObject, mark: string) =>
  definition(
    deploymentOf(vvpDeployment("PUT", mergeBoth(mergeBoth(wanted("RUNNING"), patch), deploymentSpec(marked(mark))))),
  );
const first = { restart: done(1), accepted: 1, restarted: "1#1" };
const second = { restart: done(2), accepted: 2, restarted: "2#2" };
const secondSent = remembered(
  4,
  { restart: accepted(2, { processed: 1 }), accepted: 2, restarted: "1#1" },
  { applied: "content-3", intents: [request("restart", 8, "2#2", 0)] },
);

function putStatus(generation: number, actualState: string, nonce = 1, since = 0) {
  return runs({
    fields: { observedGeneration: generation, actualState, lastProcessedTriggerNonce: nonce },
    conditions: { ...processed(`restartNonce ${nonce}`), SpecAligned: projected("PUT", since) },
  });
}

/** How the nonces go together with each other, and with later projections. */
export const nonceTogetherRows: readonly Row[] = [
  {
    name: "both nonces while the job does not run, together with its start",
    why: "AMB-24, AMB-25: both are consumed before the start goes out; one reason, and the message names both",
    given: "PATCH",
    steps: [
      {
        when: "both nonces and the state change",
        act: ask({ savepointNonce: 1, restartNonce: 1 }, wanted("RUNNING")),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(remembered(1, bothBurnt)),
          { "platform PATCH default/deployment-1 200": started },
          writes(remembered(2, bothBurnt, { applied: "content-2" })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: { SpecAligned: projected("PATCH"), NonceAligned: `False/SavepointBlocked 0 ${bothText}` },
        }),
        record: remembered(2, bothBurnt, { applied: "content-2" }),
      },
    ],
  },
  {
    name: "a blocked savepoint does not stand in the way of a restart",
    why: "R44: each nonce is judged by itself; what is blocked stays said until it is asked for anew or taken back",
    given: "PATCH",
    steps: [
      quiet("savepointNonce changes", {
        act: ask({ savepointNonce: 1 }),
        calls: [...looks, writes(remembered(2, burnt)), "api patch status"],
        status: status({ fields: { observedGeneration: 2 }, conditions: stillBlocked }),
        record: remembered(2, burnt),
      }),
      {
        when: "the job is started",
        act: edit(wanted("RUNNING")),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": started },
          writes(remembered(3, burnt, { applied: "content-2" })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 3, actualState: "TRANSITIONING" },
          conditions: { ...stillBlocked, SpecAligned: projected("PATCH") },
        }),
        record: remembered(3, burnt, { applied: "content-2" }),
      },
      restarts({
        after: 2_000,
        calls: [...looks, writes(sent), restartCall("1#1"), writes(restarted), "api patch status"],
        status: runs({
          fields: { observedGeneration: 4, actualState: "TRANSITIONING", lastProcessedTriggerNonce: 1 },
          conditions: stillBlocked,
        }),
        record: restarted,
      }),
    ],
  },
  {
    name: "the mark stands next to the annotations of the user's template",
    why: "R23: what the resource gives goes out as it is, with one annotation more",
    ...running,
    steps: [
      {
        when: "restartNonce and the template's annotations change",
        act: ask({ restartNonce: 1 }, annotated),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(restartRecords.sent),
          {
            "platform PATCH default/deployment-1 200": patchOf(
              vvpDeployment("PATCH", mergeBoth(mergeBoth(wanted("RUNNING"), annotated), deploymentSpec(marked("1#1")))),
            ),
          },
          writes(remembered(2, first, { applied: "content-2" })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING", lastProcessedTriggerNonce: 1 },
          conditions: { ...processed("restartNonce 1"), SpecAligned: projected("PATCH") },
        }),
        record: remembered(2, first, { applied: "content-2" }),
      },
    ],
  },
  {
    name: "every later full definition repeats the mark of the last restart",
    why: "a PUT resets what it leaves out, and a template that changes restarts the job",
    ...running,
    given: "PUT",
    steps: [
      restarts(),
      {
        when: "a first full definition, which also resets what the platform added at creation",
        act: edit(attempts(7)),
        after: 3_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          ahead(remembered(2, first), 5),
          { "platform PUT default/deployment-1 200": put(attempts(7), "1#1") },
          writes(remembered(3, first, { applied: "content-2" })),
          "api patch status",
        ],
        status: putStatus(3, "TRANSITIONING"),
        record: remembered(3, first, { applied: "content-2" }),
      },
      {
        when: "another one that leaves the template alone",
        act: edit(attempts(8)),
        after: 3_000,
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          ahead(remembered(3, first, { applied: "content-2" }), 8),
          { "platform PUT default/deployment-1 200": put(attempts(8), "1#1") },
          writes(remembered(4, first, { applied: "content-3" })),
          "api patch status",
        ],
        status: putStatus(4, "RUNNING"),
        record: remembered(4, first, { applied: "content-3" }),
      },
      {
        when: "a restart together with a full definition",
        act: ask({ restartNonce: 2 }, attempts(9)),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          ahead(secondSent, 8),
          { "platform PUT default/deployment-1 200": put(attempts(9), "2#2") },
          writes(remembered(5, second, { applied: "content-4" })),
          "api patch status",
        ],
        status: putStatus(5, "TRANSITIONING", 2),
        record: remembered(5, second, { applied: "content-4" }),
      },
    ],
  },
];
