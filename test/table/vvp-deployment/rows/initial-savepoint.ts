import { example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { creation, definition, looks, record, status, target, well } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import {
  asks,
  content,
  done,
  finalizers,
  intent,
  quiet,
  registered,
  registering,
  registers,
  told,
  unanswered,
  unconfirmed,
} from "./initial-savepoint-parts.ts";
import { edit, looksTwice } from "./nonce-parts.ts";
import { deploymentOf, firstLook } from "./parts.ts";

/** A savepoint from elsewhere that the deployment starts from, whatever answers are lost. */
export const initialSavepointRows: readonly Row[] = [
  {
    name: "a savepoint from elsewhere is registered once the deployment is there, and once only",
    why: "X12: the first apply creates it CANCELLED with the field; the condition says when the second one may come",
    steps: [
      {
        when: "the resource is created with the field",
        act: (world) => world.cluster.create(vvpDeployment("PATCH", asks)),
        rule: "create",
        end: "moving",
        calls: [
          ...firstLook,
          {
            "api patch": {
              finalizers,
              record: record({ generation: 0, input: "", id: null, applied: null, target, intents: [creation(0)] }),
            },
          },
          { "platform POST default 201": definition(deploymentOf(example("PATCH"))) },
          { "api patch": { record: record() } },
          "api patch status",
        ],
        status: status({
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 Deployment my-deployment is created in platform namespace default.",
            InitialSavepointRegistered: "Unknown/RegistrationPending 0 The savepoint waits for its turn.",
          },
        }),
        record: record(),
      },
      registering({
        when: "the next look",
        act: () => {},
        calls: [
          ...looksTwice,
          { "api patch": { record: record({ intents: [intent(10, 1, 1)] }) } },
          registers(201, 1),
          { "api patch": { record: record({ initial: { content, state: "COMPLETED" } }) } },
          "api patch status",
        ],
        status: told(done, {}, { observedGeneration: 1 }),
        record: record({ initial: { content, state: "COMPLETED" } }),
      }),
      quiet,
      {
        when: "the second apply takes it out and starts the job",
        act: edit({ spec: { initialSavepointSpec: null, deployment: { spec: { state: "RUNNING" } } } }),
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          {
            "platform PATCH default/deployment-1 200": deploymentOf(
              vvpDeployment("PATCH", { spec: { deployment: { spec: { state: "RUNNING" } } } }),
            ),
          },
          { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
          "api patch status",
        ],
        status: status({
          fields: { observedSpecState: "RUNNING", actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: { SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH)." },
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a registration whose answer was lost is found by its mark",
    why: "D6: not sent twice, which would make two savepoints",
    given: "PATCH",
    steps: [
      unanswered("resetAfterCommit"),
      {
        when: "the next look",
        after: 1_000,
        rule: "rest",
        end: "settled",
        calls: [...looksTwice, { "api patch": { record: registered } }, "api patch status"],
        status: told(done.replace(" 10 ", " 11 "), { Consistent: well.Consistent.replace(" 0 ", " 11 ") }, {}, 11),
        record: registered,
      },
      quiet,
    ],
  },
  {
    name: "a registration that never arrived is sent again after the quarantine",
    why: "D6: not finding it proves nothing until then",
    given: "PATCH",
    steps: [
      unanswered("resetBeforeCommit"),
      {
        when: "the next look",
        after: 1_000,
        rule: "register-savepoint",
        end: "waiting",
        calls: [
          ...looksTwice,
          { "api patch": { record: record({ generation: 2, intents: [intent(10)] }) } },
          "api patch status",
        ],
        status: told(
          `Unknown/RegistrationPending 10 ${unconfirmed}`,
          { Consistent: well.Consistent.replace(" 0 ", " 11 ") },
          {},
          11,
        ),
        record: record({ generation: 2, intents: [intent(10)] }),
      },
      registering({
        when: "the quarantine is over",
        act: () => {},
        after: 60_000,
        calls: [
          "api get",
          "api secret my-vvp-apikey",
          ...looksTwice.slice(1),
          { "api patch": { record: record({ generation: 2, intents: [intent(71, 2)] }) } },
          registers(),
          { "api patch": { record: registered } },
          "api patch status",
        ],
        status: told(done.replace(" 10 ", " 71 "), { Consistent: well.Consistent.replace(" 0 ", " 11 ") }, {}, 11),
      }),
    ],
  },
];
