import { hashOf } from "../../../../shared/core/hash.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { type OperatorRecord, readRecord, recordAnnotation } from "../../../../shared/core/record.ts";
import { deploymentSpec, vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { definition, looks, record, status } from "../../../world/expected.ts";
import { type Row, subject } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { inDoubt, lost, sent } from "./doubt-parts.ts";
import { reported } from "./drift-parts.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  edit,
  quiet,
  remembered,
  request,
  running,
  runs,
  savepointCall,
  takesSavepoint,
} from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

/** What an earlier version had written, which knew neither nonces nor drift. */
function older(world: World): void {
  const object = world.cluster.find(subject);
  const reading = object === undefined ? undefined : readRecord(object);
  if (reading?.state !== "own") throw new Error("there is no record");
  const { nonces: _unknown, normalised: _too, ...known } = reading.record as OperatorRecord & JsonObject;
  edit({ metadata: { annotations: { [recordAnnotation]: JSON.stringify(known) } } })(world);
}

const ofJar = (jarUri: string) => ({ template: { spec: { artifact: { jarUri } } } });
const first = { spec: { initFields: { spec: ofJar("s3://first.jar") } } };
const early = "The savepoint for savepointNonce 7 waits, because there is no deployment yet.";
const text = blockedText("savepoint", 7, "the job was CANCELLED");
const normalised = { "spec.template.spec.artifact.jarUri": hashOf("s3://first.jar").slice(0, 16) };
const present = { savepoint: accepted(7), restart: accepted(0), accepted: 0 };

const again = {
  sent: remembered(
    2,
    { ...present, savepoint: accepted(8), accepted: 1 },
    { intents: [request("savepoint", 2, "8#1")] },
  ),
  taking: remembered(3, {
    ...present,
    savepoint: done(8),
    accepted: 1,
    taking: { content: "8#1", since: 2 },
  }),
};

const resource = vvpDeployment("PATCH", { spec: { savepointNonce: 7, ...first.spec } });
const initial = vvpDeployment("PATCH", deploymentSpec(ofJar("s3://first.jar")));
const { act: _other, ...losesAnswer } = sent({ kind: "resetAfterCommit" }, 0, "CreationUnconfirmed", lost);
const consumed = remembered(1, { savepoint: blocked([7], "the job was CANCELLED"), accepted: 0 }, { normalised });

/** What is found for the first time, by this version or at all. */
export const baselineRows: readonly Row[] = [
  {
    name: "nonces that stood in a spec before an upgrade ask for nothing",
    why: "R40: an earlier version's record says nothing of them, and they are as old as it is; a new value asks as ever",
    ...running,
    steps: [
      {
        when: "the version that knows nonces sees them",
        act: (world) => {
          ask({ savepointNonce: 7, restartNonce: 0 })(world);
          older(world);
        },
        rule: "rest",
        end: "settled",
        calls: [...looks, { "api patch": { record: remembered(2, present) } }, "api patch status"],
        status: runs({ fields: { observedGeneration: 2 } }),
        record: remembered(2, present),
      },
      quiet("a tick"),
      takesSavepoint({
        when: "savepointNonce changes",
        act: ask({ savepointNonce: 8 }),
        calls: [
          ...looks,
          { "api patch": { record: again.sent } },
          savepointCall("8#1"),
          { "api patch": { record: again.taking } },
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 3, lastProcessedSavepointNonce: 8 },
          conditions: { NonceAligned: "True/NoncesProcessed 0 Processed: savepointNonce 8." },
        }),
        record: again.taking,
      }),
    ],
  },
  {
    name: "the first nonce after an upgrade asks",
    why: "R34: a spec that asked for nothing leaves a beginning, too",
    ...running,
    steps: [
      quiet("the version that knows nonces sees it", {
        act: older,
        calls: [...looks, { "api patch": { record: record() } }],
        record: record(),
      }),
      takesSavepoint(),
    ],
  },
  {
    name: "values that the platform had written in its own way before an upgrade are no drift",
    why: "an earlier version remembered none of them; what is changed from now on is told about",
    given: "PATCH",
    with: first,
    steps: [
      quiet("the version that knows drift sees them", {
        act: older,
        calls: [...looks, { "api patch": { record: record({ normalised }) } }],
        record: record({ normalised }),
      }),
      { ...reported, record: record({ normalised }) },
    ],
  },
  {
    name: "a deployment that is found after a lost answer",
    why: "what the answer would have told of is no drift; a nonce that came with the creation is decided on (R38, R41)",
    steps: [
      {
        ...losesAnswer,
        act: (world) => {
          world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "POST" }] });
          world.cluster.create(resource);
        },
        calls: [
          ...losesAnswer.calls.slice(0, 4),
          { "platform POST default 0": definition(deploymentOf(initial)) },
          "api patch status",
        ],
        status: inDoubt("CreationUnconfirmed", lost, `Unknown/NoncesPending 0 ${early}`),
      },
      {
        when: "it is found",
        rule: "rest",
        end: "settled",
        calls: [
          "api get",
          "platform GET default/my-deployment 200",
          { "api patch": { record: consumed } },
          "api patch status",
        ],
        status: status({ conditions: { NonceAligned: `False/SavepointBlocked 0 ${text}` } }),
        record: consumed,
      },
    ],
  },
];
