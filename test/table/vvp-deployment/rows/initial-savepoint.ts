import { hashOf } from "../../../../shared/core/hash.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { example, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { creation, definition, looks, record, status, target, well } from "../../../world/expected.ts";
import type { Written } from "../../../world/notation.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { edit, fault, looksTwice } from "./nonce-parts.ts";
import { deploymentOf, firstLook, nothingMore } from "./parts.ts";

const finalizers = ["weir.dev/finalizer"];
const location = "s3://elsewhere/savepoint-1";
const content = `initial/${hashOf(location).slice(0, 16)}`;
const asks = { spec: { initialSavepointSpec: { savepointLocation: location } } };
const forgets = { spec: { initialSavepointSpec: null } };

const done = `True/SavepointRegistered 10 The savepoint at ${location} is registered (COMPLETED). Take initialSavepointSpec out of the spec and set the state to RUNNING.`;
const unconfirmed = "The registration of the savepoint was sent and is not confirmed yet.";

function intent(at: number, attempt = 1, generation = 2): JsonObject {
  return { key: "register", attempt, at, content: `${content}#${generation}` };
}

function registers(answer = 201, generation = 2): Written {
  const request = `uid-1/${content}#${generation}`;
  const metadata = { deploymentId: "deployment-1", annotations: { "weir.dev/request": request } };
  const body = { kind: "Savepoint", apiVersion: "v1", metadata, spec: { savepointLocation: location } };
  return { [`platform POST default/savepoints ${answer}`]: body };
}

const registered = record({ generation: 2, initial: { content, state: "COMPLETED" } });
const sent = record({ intents: [intent(10)] });

function told(text: string, conditions = {}, fields: JsonObject = {}, healthySince = 0): JsonObject {
  return status({
    fields: { observedGeneration: 2, ...fields },
    conditions: { InitialSavepointRegistered: text, ...conditions },
    healthySince,
  });
}

/** The field is given while the deployment is down, and the registration meets an answer. */
function registering(other: Partial<Step>): Step {
  return {
    when: "the field is given",
    act: edit(asks),
    after: 10_000,
    rule: "register-savepoint",
    end: "settled",
    calls: [
      ...looksTwice,
      { "api patch": { record: sent } },
      registers(),
      { "api patch": { record: registered } },
      "api patch status",
    ],
    status: told(done),
    record: registered,
    ...other,
  };
}

/** The answer to the registration does not come. */
function unanswered(shot: "resetAfterCommit" | "resetBeforeCommit"): Step {
  const message = "AppManager did not answer register a savepoint of deployment default/deployment-1: ECONNRESET";
  return registering({
    act: (world) => {
      fault({ kind: shot, method: "POST" })(world);
      edit(asks)(world);
    },
    end: "waiting",
    calls: [...looksTwice, { "api patch": { record: sent } }, registers(0), "api patch status"],
    status: told(
      `Unknown/RegistrationPending 10 ${unconfirmed}`,
      { Consistent: `Unknown/AppManagerUnreachable 10 ${message}` },
      { observedGeneration: 1 },
      10,
    ),
    record: sent,
  });
}

const denial =
  "AppManager answered 403 to register a savepoint of deployment default/deployment-1: The platform failed. " +
  "(the token is that of the Secret my-deploy-namespace/my-vvp-apikey)";
const withheldText = `The savepoint was not registered: ${denial}. Check the token and its rights; it is tried a few times more.`;
const givenUp = record({
  generation: 2,
  initial: { content, state: "FAILED", message: `The platform has confirmed none of 5 requests: ${denial}.` },
});

function withheldIntent(attempt: number): JsonObject {
  const at = attempt === 1 ? 10 : 11 + (attempt - 1) * 60;
  return { ...intent(at, attempt), refused: denial };
}

/** One of the tries of a token that may not register. */
function withheld(attempt: number): Step {
  const { refused: _answer, ...sending } = withheldIntent(attempt);
  const generation = attempt === 1 ? 1 : 2;
  const after = record({ generation, intents: [withheldIntent(attempt)] });
  return registering({
    when: `try ${attempt}`,
    act: (world) => {
      fault({ kind: "error", status: 403, method: "POST" })(world);
      if (attempt === 1) edit(asks)(world);
    },
    after: attempt === 1 ? 10_000 : 60_000,
    end: "waiting",
    calls: [
      ...(attempt === 1 ? looksTwice : ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)]),
      { "api patch": { record: record({ generation, intents: [sending] }) } },
      registers(403),
      { "api patch": { record: after } },
      ...(attempt === 1 ? ["api patch status"] : []),
    ],
    status: told(`Unknown/RegistrationPending 10 ${withheldText}`, {}, { observedGeneration: generation }),
    record: after,
  });
}

const stateless = record({ generation: 3, applied: "content-2" });
const quiet: Step = { ...nothingMore("a tick"), calls: looks };

/** `spec.initialSavepointSpec`: an external savepoint for the first start (X12). */
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

function refusedRecord(): JsonValue {
  const message =
    "AppManager answered 400 to register a savepoint of deployment default/deployment-1: The platform failed.";
  return record({ generation: 2, initial: { content, state: "FAILED", message } });
}
