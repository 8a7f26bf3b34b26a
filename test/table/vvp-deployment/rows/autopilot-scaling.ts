import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { definition, looks, record } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { finds, four, projects, says, sees, suppressed, withoutState } from "./autopilot-parts.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  edit,
  quiet,
  remembered,
  request,
  savepointCall,
  stateCall,
  writes,
} from "./nonce-parts.ts";
import { ahead, deploymentOf } from "./parts.ts";

const config = deploymentSpec({ template: { spec: { flinkConfiguration: { "my.key": "1" } } } });
const configured = mergePatch(four.with, config) as JsonObject;
const over = { ParallelismAligned: says.eight(5) };
const why = "Autopilot was scaling";
const burnt = remembered(
  3,
  { savepoint: blocked([1], why), restart: blocked([1], why), accepted: 0 },
  { applied: "content-2" },
);
const refused = `${blockedText("savepoint", 1, why)} ${blockedText("restart", 1, why)}`;
const again = remembered(
  4,
  {
    savepoint: accepted(2, { processed: 2 }),
    restart: blocked([1], why),
    accepted: 1,
    taking: { content: "2#1", since: 5 },
  },
  { applied: "content-2" },
);

const story: Row = {
  name: "from the beginning of a scaling to its end, with edits in between",
  why: "F8, AMB-16: suppressed while the platform says so, and told (R93); no write of the state (R115), config goes out without it (R118), nonces are consumed and stay so (R116, R117, R120, R97, R99, AMB-5), all by itself (R119)",
  ...four,
  steps: [
    finds,
    sees(
      "the user edits flinkConfiguration",
      {
        fields: { actualState: "TRANSITIONING", observedGeneration: 2 },
        conditions: {
          SpecAligned: suppressed(2, "CANCELLED", "RUNNING", "The rest of the spec was projected. "),
          ParallelismAligned: says.unscaled,
        },
        healthySince: 2,
      },
      {
        act: edit(config),
        rule: "project-spec",
        end: "moving",
        calls: projects(withoutState(configured), 2, "content-2"),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ),
    sees(
      "the user asks by both nonces",
      {
        fields: { actualState: "TRANSITIONING", observedGeneration: 3 },
        conditions: {
          SpecAligned: suppressed(2, "CANCELLED", "RUNNING"),
          NonceAligned: `False/SavepointBlocked 2 ${refused}`,
          ParallelismAligned: says.unscaled,
        },
        healthySince: 2,
      },
      {
        act: ask({ savepointNonce: 1, restartNonce: 1 }),
        rule: "await-scaling",
        end: "moving",
        calls: [...looks, writes(burnt), "api patch status"],
        record: burnt,
      },
    ),
    sees(
      "the scaling has ended",
      {
        fields: { observedGeneration: 3 },
        conditions: { ...over, SpecAligned: runsAgain(5), NonceAligned: `False/SavepointBlocked 2 ${refused}` },
        healthySince: 2,
      },
      { after: 3_000 },
    ),
    quiet("a tick"),
    sees(
      "a new value of one nonce",
      {
        fields: { observedGeneration: 4, lastProcessedSavepointNonce: 2 },
        conditions: {
          ...over,
          SpecAligned: runsAgain(5),
          NonceAligned: `False/RestartBlocked 2 ${blockedText("restart", 1, why)}`,
        },
        healthySince: 2,
      },
      {
        act: ask({ savepointNonce: 2 }),
        rule: "take-savepoint",
        end: "moving",
        calls: [
          ...looks,
          writes(
            remembered(
              3,
              { savepoint: { observed: 2, burnt: [1], blocked: why }, restart: blocked([1], why), accepted: 1 },
              { applied: "content-2", intents: [request("savepoint", 5, "2#1")] },
            ),
          ),
          savepointCall("2#1"),
          writes(again),
          "api patch status",
        ],
        record: again,
      },
    ),
  ],
};

function runsAgain(since: number): string {
  return `True/SpecUnchanged ${since} Nothing changed since the last projection.`;
}

const putConfigured = deploymentOf(vvpDeployment("PUT", mergePatch(wanted("RUNNING"), config) as JsonObject));

/** The safeguards while Autopilot scales (F8, AMB-17). */
export const autopilotScalingRows: readonly Row[] = [
  story,
  {
    name: "a full definition while Autopilot scales",
    why: "AMB-17: PUT needs a state, so that it carries the platform's own",
    given: "PUT",
    with: wanted("RUNNING"),
    steps: [
      finds,
      sees(
        "the user edits flinkConfiguration",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: {
            SpecAligned: suppressed(2, "CANCELLED", "RUNNING", "The rest of the spec was projected. "),
            ParallelismAligned: says.unscaled,
          },
          healthySince: 2,
        },
        {
          act: edit(config),
          rule: "project-spec",
          end: "moving",
          calls: [
            ...looks,
            ahead(record(), 2),
            {
              "platform PUT default/deployment-1 200": definition({
                ...putConfigured,
                spec: { ...(putConfigured.spec as JsonObject), state: "CANCELLED" },
              }),
            },
            { "api patch": { record: record({ generation: 2, applied: "content-2" }) } },
            "api patch status",
          ],
          record: record({ generation: 2, applied: "content-2" }),
        },
      ),
    ],
  },
  {
    name: "another state that the user asks for while Autopilot scales",
    why: "AMB-17: it is held, also where the platform happens to want it at the moment, and projected afterwards",
    ...four,
    steps: [
      finds,
      sees(
        "the user asks for CANCELLED",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2, observedSpecState: "CANCELLED" },
          conditions: {
            SpecAligned: "True/ConfigUpdated 2 The changed spec is projected (mode=PATCH).",
            ParallelismAligned: says.unscaled,
          },
          healthySince: 2,
        },
        {
          act: edit(wanted("CANCELLED")),
          rule: "project-spec",
          end: "moving",
          calls: projects(withoutState(four.with), 2, "content-2"),
          record: record({ generation: 2, applied: "content-2" }),
        },
      ),
      sees(
        "Autopilot starts the job",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2, observedSpecState: "CANCELLED" },
          conditions: { SpecAligned: suppressed(4, "RUNNING", "CANCELLED"), ParallelismAligned: says.unscaled },
          healthySince: 4,
        },
        { after: 2_000, rule: "await-scaling", end: "moving" },
      ),
      sees(
        "the scaling has ended",
        {
          fields: { actualState: "TRANSITIONING", observedGeneration: 2, observedSpecState: "CANCELLED" },
          conditions: {
            SpecAligned:
              "True/ConfigUpdated 5 The platform wants RUNNING, the spec CANCELLED; the state is projected again.",
            ParallelismAligned: says.eight(5),
          },
          healthySince: 4,
        },
        {
          after: 1_000,
          rule: "correct-state",
          end: "moving",
          calls: [...looks, "api get", stateCall("CANCELLED"), "api patch status"],
        },
      ),
    ],
  },
];
