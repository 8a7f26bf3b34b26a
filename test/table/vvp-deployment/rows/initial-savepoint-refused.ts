import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import {
  asks,
  content,
  denial,
  done,
  forgets,
  givenUp,
  intent,
  location,
  quiet,
  refusedRecord,
  registering,
  registers,
  sent,
  stateless,
  told,
  withheld,
  withheldIntent,
  withheldText,
} from "./initial-savepoint-parts.ts";
import { edit, fault, looksTwice } from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

/** Such savepoints that the platform refuses, or that have to wait. */
export const initialSavepointRefusedRows: readonly Row[] = [
  {
    name: "a registration that the platform refuses is said once; taken out and given again, it is tried again",
    why: "R134: the message is the platform's own; no retry storm",
    given: "PATCH",
    steps: [
      registering({
        act: (world) => {
          fault({ kind: "error", status: 400, method: "POST" })(world);
          edit(asks)(world);
        },
        calls: [
          ...looksTwice,
          { "api patch": { record: sent } },
          registers(400),
          { "api patch": { record: refusedRecord() } },
          "api patch status",
        ],
        status: told(
          `False/RegistrationFailed 10 The savepoint at ${location} was not registered: ` +
            "AppManager answered 400 to register a savepoint of deployment default/deployment-1: The platform failed.",
        ),
        record: refusedRecord(),
      }),
      quiet,
      {
        when: "it is taken out",
        act: edit(forgets),
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: record({ generation: 3 }) } }, "api patch status"],
        status: status({ fields: { observedGeneration: 3 } }),
        record: record({ generation: 3 }),
      },
      registering({
        when: "it is given again",
        after: 0,
        calls: [
          ...looksTwice,
          { "api patch": { record: record({ generation: 3, intents: [intent(10, 1, 4)] }) } },
          registers(201, 4),
          { "api patch": { record: record({ generation: 4, initial: { content, state: "COMPLETED" } }) } },
          "api patch status",
        ],
        status: told(done, {}, { observedGeneration: 4 }),
        record: record({ generation: 4, initial: { content, state: "COMPLETED" } }),
      }),
    ],
  },
  {
    name: "a registration that the token may not make says why, and is given up after five tries",
    why: "X12, AMB-10: the status stays the same from try to try, so that no try wakes up the next one",
    given: "PATCH",
    steps: [
      withheld(1),
      {
        when: "the next look",
        after: 1_000,
        rule: "register-savepoint",
        end: "waiting",
        calls: [
          ...looksTwice,
          { "api patch": { record: record({ generation: 2, intents: [withheldIntent(1)] }) } },
          "api patch status",
        ],
        status: told(`Unknown/RegistrationPending 10 ${withheldText}`),
        record: record({ generation: 2, intents: [withheldIntent(1)] }),
      },
      ...[2, 3, 4, 5].map(withheld),
      {
        when: "the last quarantine is over",
        after: 60_000,
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          ...looksTwice.slice(1),
          { "api patch": { record: givenUp } },
          "api patch status",
        ],
        status: told(
          `False/RegistrationFailed 311 The savepoint at ${location} was not registered: ` +
            `The platform has confirmed none of 5 requests: ${denial}.`,
        ),
        record: givenUp,
      },
      quiet,
    ],
  },
  {
    name: "no savepoint is registered while projection is switched off, or while the job runs",
    why: "R94, X12: it would come too late for the job that runs; no look for it is made either",
    given: "PATCH",
    steps: [
      {
        when: "the field is given to a paused resource",
        act: edit({ ...asks, metadata: { annotations: { "weir.dev/paused": "true" } } }),
        after: 10_000,
        rule: "pause",
        end: "settled",
        calls: [
          ...looksTwice,
          { "api patch": { record: record({ generation: 2, input: "input-2" }) } },
          "api patch status",
        ],
        status: told(
          "Unknown/RegistrationPending 10 The savepoint waits, because projection is switched off.",
          { SpecAligned: "False/SyncDisabled 10 The annotation weir.dev/paused is set." },
          { syncEnabled: false },
          10,
        ),
        record: record({ generation: 2, input: "input-2" }),
      },
      {
        when: "the pause ends; the spec leaves the state open, and somebody starts the job on the platform",
        act: (world) => {
          edit({
            spec: { deployment: { spec: { state: null } } },
            metadata: { annotations: { "weir.dev/paused": null } },
          })(world);
          world.admin.editSpec("default", "my-deployment", { state: "RUNNING" });
          world.clock.skip(2_000);
        },
        rule: "project-spec",
        end: "settled",
        calls: [
          ...looks,
          {
            "platform PATCH default/deployment-1 200": deploymentOf(
              vvpDeployment("PATCH", { spec: { deployment: { spec: { state: null } } } }),
            ),
          },
          { "api patch": { record: stateless } },
          "api patch status",
        ],
        status: told(
          "Unknown/RegistrationPending 10 The savepoint waits, because the deployment is RUNNING. Set its state to CANCELLED.",
          { SpecAligned: "True/ConfigUpdated 12 The changed spec is projected (mode=PATCH)." },
          { observedSpecState: null, actualState: "RUNNING", observedGeneration: 3 },
          12,
        ),
        record: stateless,
      },
    ],
  },
];
