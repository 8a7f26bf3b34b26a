import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, looks } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { accepted, ask, remembered, request, stateCall, writes } from "./nonce-parts.ts";
import { ahead, deploymentOf } from "./parts.ts";
import { merged, never, pendingStatus } from "./toggle-parts.ts";

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const body = definition(deploymentOf(vvpDeployment("PUT", merged(never, parallel))));
const due = (generation: number, at: number, attempt = 0, other: JsonObject = {}): JsonObject =>
  remembered(
    generation,
    { restart: accepted(1), accepted: 1 },
    { intents: [request("restart", at, "1#1", attempt)], ...other },
  );

/** The same while nobody knows whether the definition was taken that was sent at a time. */
const doubt = (at: number): JsonObject => {
  const { applied: _superseded, ...rest } = due(2, 2, 0, { late: { at, creates: true } });
  return rest;
};

/** The second one was taken; the first one may still arrive. */
const late = { late: { at: 2, creates: true } };
const sent = due(2, 2, 0, { applied: "content-2", ...late });
const stopping = due(2, 7, 1, { applied: "content-2", ...late });
const linked = { Consistent: "True/RecordIntact 2 The resource is linked to its deployment." };
const projected = "True/ConfigUpdated 0 The changed spec is projected (mode=PUT).";

/** The event of what was written ahead of the definition. */
const waits: Step = {
  when: "the event of the record that went ahead",
  rule: "await-definition",
  end: "waiting",
  calls: looks,
  status: "same",
  record: "same",
};

/** An edit of a full definition, and a restart that the platform leaves to the state. */
export const nonceTogglePutRows: readonly Row[] = [
  {
    name: "a definition that is not taken for now is not sent again at once",
    why: "S2, D8: another pod may be sending it, whose stop it would undo; and what Weir writes is an event, that must not wake it up for ever",
    given: "PUT",
    with: never,
    steps: [
      {
        when: "the spec and restartNonce change, and the platform is down",
        act: (world) => {
          world.admin.configure({ next: [{ kind: "error", status: 503, method: "PUT" }] });
          ask({ restartNonce: 1 }, parallel)(world);
        },
        rule: "project-spec",
        end: "waiting",
        calls: [
          ...looks,
          ahead(due(1, 2), 2),
          { "platform PUT default/deployment-1 503": body },
          writes(doubt(2)),
          "api patch status",
        ],
        status: pendingStatus(1, "RUNNING", {
          Consistent:
            "Unknown/AppManagerUnreachable 2 AppManager answered 503 to replace deployment default/deployment-1: " +
            "The platform failed.",
        }),
        record: doubt(2),
      },
      {
        ...waits,
        calls: [...looks, "api patch status"],
        status: pendingStatus(1, "RUNNING", linked),
      },
      { ...waits, when: "the event of that status" },
      {
        when: "five seconds later",
        after: 5_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          writes(doubt(7)),
          { "platform PUT default/deployment-1 200": body },
          writes(sent),
          "api patch status",
        ],
        status: pendingStatus(2, "RUNNING", { ...linked, SpecAligned: projected }),
        record: sent,
      },
      {
        when: "the restart follows",
        after: 500,
        rule: "restart",
        end: "moving",
        calls: [...looks, writes(stopping), stateCall("SUSPENDED"), "api patch status"],
        status: pendingStatus(2, "TRANSITIONING", linked),
        record: stopping,
      },
    ],
  },
];
