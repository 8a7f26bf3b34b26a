import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  fault,
  looksTwice,
  quiet,
  remembered,
  request,
  running,
  runs,
  savepointCall,
  savepointRecords,
  takesSavepoint,
  writes,
} from "./nonce-parts.ts";
import { patchOf } from "./parts.ts";

const doing = "take a savepoint of deployment default/deployment-1";
const secret = "the token is that of the Secret my-deploy-namespace/my-vvp-apikey";

/** The words of a platform that refuses the token. */
const words = (status: number) => `AppManager answered ${status} to ${doing}: The platform failed. (${secret})`;

/** The record of a request that was refused access at a second. */
function denied(
  status: number,
  generation: number,
  { at = 2, attempt = 1, ...other }: JsonObject & { at?: number; attempt?: number } = {},
): JsonObject {
  const intents = [{ ...request("savepoint", at, "1#1", attempt), refused: words(status) }];
  return remembered(generation, { savepoint: accepted(1), accepted: 1 }, { intents, ...other });
}

const owed = (status: number, until: string) =>
  `Unknown/NoncesPending 2 The savepoint for savepointNonce 1 was not taken: ${words(status)}. ` +
  `Check the token and its rights. It is asked for again after 2026-01-01T${until}.`;
const linked = (since: number) => `True/RecordIntact ${since} The resource is linked to its deployment.`;

/** The request is refused access; with 401 the Secret is read once more before that. */
function meets(status: 401 | 403, more: JsonObject = {}): Step {
  const reads = status === 401 ? ["api secret my-vvp-apikey"] : [];
  const record = denied(status, 1);
  return takesSavepoint({
    act: (world) => {
      fault({ kind: "error", status, method: "POST" })(world);
      ask({ savepointNonce: 1 }, more)(world);
    },
    end: "settled",
    calls: [
      ...looks,
      writes(savepointRecords.sent),
      savepointCall("1#1", status),
      ...reads,
      writes(record),
      "api patch status",
    ],
    status: runs({
      conditions: {
        Consistent: `Unknown/AuthenticationFailed 2 ${words(status)}`,
        NonceAligned: owed(status, "00:01:02Z"),
      },
      healthySince: 2,
    }),
    record,
  });
}

const parallel = deploymentSpec({ state: "RUNNING", template: { spec: { parallelism: 4 } } });
const afterAMinute = ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)];

const again = {
  sent: remembered(2, { savepoint: accepted(1), accepted: 1 }, { intents: [request("savepoint", 62, "1#1", 2)] }),
  taking: remembered(2, { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 62 } }),
};

/** One more try, a minute after the last one. */
function fails(attempt: number): Step {
  const at = 2 + 61 * (attempt - 1);
  const intents = [request("savepoint", at, "1#1", attempt)];
  const record = denied(403, 1, { at, attempt });
  return {
    when: `try ${attempt}`,
    act: fault({ kind: "error", status: 403, method: "POST" }),
    after: 61_000,
    rule: "take-savepoint",
    end: "settled",
    calls: [
      ...afterAMinute,
      writes(remembered(1, { savepoint: accepted(1), accepted: 1 }, { intents })),
      savepointCall("1#1", 403),
      writes(record),
      "api patch status",
    ],
    status: runs({
      conditions: {
        Consistent: `Unknown/AuthenticationFailed 2 ${words(403)}`,
        NonceAligned: owed(403, `${new Date((at + 60) * 1000).toISOString().slice(11, 19)}Z`),
      },
      healthySince: 2,
    }),
    record,
  };
}

const none = `the platform has confirmed none of 5 requests: ${words(403)}`;
const given = remembered(2, { savepoint: blocked([1], none), accepted: 1 });

/** A savepoint that the token may not ask for: the platform's no leaves nothing in doubt (D6), and access may come back. */
export const nonceDeniedRows: readonly Row[] = [
  {
    name: "a savepoint with a token that is not valid any more",
    why: "F14: 401, a rotated token: neither consumed nor tried in a loop; it is asked for again once there is access",
    ...running,
    steps: [
      meets(401),
      quiet("the next look", {
        after: 1_000,
        end: "moving",
        calls: [...looksTwice, writes(denied(401, 2)), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2 },
          conditions: { Consistent: linked(3), NonceAligned: owed(401, "00:01:02Z") },
          healthySince: 2,
        }),
        record: denied(401, 2),
      }),
      quiet("the Secret has the new token", {
        after: 59_000,
        rule: "take-savepoint",
        end: "moving",
        calls: [...afterAMinute, writes(again.sent), savepointCall("1#1"), writes(again.taking), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: { Consistent: linked(3), NonceAligned: "True/NoncesProcessed 62 Processed: savepointNonce 1." },
          healthySince: 62,
        }),
        record: again.taking,
      }),
    ],
  },
  {
    name: "an edit does not wait for a savepoint that the token may not take",
    why: "403: nothing was taken, so that there is nothing to wait for (AMB-25)",
    ...running,
    steps: [
      meets(403, parallel),
      {
        when: "the edit goes out",
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looksTwice,
          { "platform PATCH default/deployment-1 200": patchOf(vvpDeployment("PATCH", parallel)) },
          writes(denied(403, 2, { applied: "content-2" })),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: {
            Consistent: linked(3),
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
            NonceAligned: owed(403, "00:01:02Z"),
          },
          healthySince: 2,
        }),
        record: denied(403, 2, { applied: "content-2" }),
      },
    ],
  },
  {
    name: "a savepoint that the token may never take",
    why: "R41: after five tries the value is consumed, with the platform's words",
    ...running,
    steps: [
      meets(403),
      ...[2, 3, 4, 5].map(fails),
      quiet("a minute later", {
        after: 61_000,
        calls: [...afterAMinute, writes(given), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2 },
          conditions: {
            Consistent: linked(307),
            NonceAligned: `False/SavepointBlocked 307 ${blockedText("savepoint", 1, none)}`,
          },
          healthySince: 2,
        }),
        record: given,
      }),
    ],
  },
];
