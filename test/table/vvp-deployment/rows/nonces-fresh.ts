import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { creation, definition, looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import {
  accepted,
  blocked,
  blockedText,
  done,
  processed,
  quiet,
  remembered,
  request,
  runs,
  savepointCall,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf, firstLook, patchOf } from "./parts.ts";

const merged = (one: JsonObject, other: JsonObject) => mergePatch(one, other) as JsonObject;
const unchanged = "True/SpecUnchanged 0 Nothing changed since the last projection.";
const early = "The savepoint for savepointNonce 0 waits, because there is no deployment yet.";
const comesUp =
  "The savepoint for savepointNonce 0 waits until 2026-01-01T00:10:00Z at most, because the job is TRANSITIONING.";
const waiting = { savepoint: { burnt: [], waiting: { value: 0, since: 0 } }, accepted: 0 };

/** A resource that is created with a nonce from the start; `end` follows the pass over it. */
function applied(patch: JsonObject, actualState: string, prepare: (world: World) => void = () => {}): Step {
  const resource = vvpDeployment("PATCH", merged({ spec: { savepointNonce: 0 } }, patch));
  const claim = record({ generation: 0, input: "", id: null, applied: null, intents: [creation(0)] });
  const wish = actualState === "TRANSITIONING" ? "RUNNING" : "CANCELLED";
  return {
    when: "it is applied",
    act: (world) => {
      prepare(world);
      world.cluster.create(resource);
    },
    rule: "create",
    end: "moving",
    calls: [
      ...firstLook,
      { "api patch": { finalizers: ["weir.dev/finalizer"], record: claim } },
      { "platform POST default 201": definition(deploymentOf(resource)) },
      writes(record()),
      "api patch status",
    ],
    status: status({
      fields: { observedSpecState: wish, actualState },
      conditions: {
        SpecAligned: "True/ConfigUpdated 0 Deployment my-deployment is created in platform namespace default.",
        NonceAligned: `Unknown/NoncesPending 0 ${early}`,
      },
    }),
    record: record(),
  };
}

const waits: Step = {
  when: "the job comes up",
  after: 500,
  rule: "rest",
  end: "moving",
  calls: [...looks, writes(remembered(1, waiting)), "api patch status"],
  status: runs({
    fields: { actualState: "TRANSITIONING" },
    conditions: { SpecAligned: unchanged, NonceAligned: `Unknown/NoncesPending 0 ${comesUp}` },
  }),
  record: remembered(1, waiting),
};

const sent = remembered(1, { savepoint: accepted(0), accepted: 1 }, { intents: [request("savepoint", 2, "0#1")] });
const taking = remembered(1, { savepoint: done(0), accepted: 1, taking: { content: "0#1", since: 2 } });

/** The value of a fresh resource is consumed after all. */
function consumed(actualState: string, why: string, change: Partial<Step>): Step {
  const left = remembered(1, { savepoint: blocked([0], why), accepted: 0 });
  return {
    ...waits,
    calls: [...looks, writes(left), "api patch status"],
    status: runs({
      fields: { actualState },
      conditions: {
        SpecAligned: unchanged,
        NonceAligned: `False/SavepointBlocked 600 ${blockedText("savepoint", 0, why)}`,
      },
    }),
    record: left,
    ...change,
  };
}

const attempts = deploymentSpec({ maxJobCreationAttempts: 7 });
const changed = remembered(2, waiting, { applied: "content-2" });
const afterALongTime = ["api get", "api secret my-vvp-apikey", looks[1]] as const;

/** The first decision of a fresh resource (AMB-4). */
export const nonceFreshRows: readonly Row[] = [
  {
    name: "a fresh resource with a nonce waits for its job to come up",
    why: "AMB-4, R38: 0 triggers as well; nothing is consumed while the job starts",
    steps: [
      applied(wanted("RUNNING"), "TRANSITIONING"),
      waits,
      {
        when: "it runs",
        after: 1_500,
        rule: "take-savepoint",
        end: "moving",
        calls: [...looks, writes(sent), savepointCall("0#1"), writes(taking), "api patch status"],
        status: runs({
          fields: { lastProcessedSavepointNonce: 0 },
          conditions: processed("savepointNonce 0", 2),
          healthySince: 2,
        }),
        record: taking,
      },
    ],
  },
  {
    name: "a fresh resource whose spec changes while its job comes up",
    why: "AMB-4: what waits already goes on waiting",
    steps: [
      applied(wanted("RUNNING"), "TRANSITIONING"),
      waits,
      {
        when: "the spec changes",
        act: (world) => world.cluster.edit("my-deployment", attempts),
        after: 500,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          {
            "platform PATCH default/deployment-1 200": patchOf(
              vvpDeployment("PATCH", merged(wanted("RUNNING"), attempts)),
            ),
          },
          writes(changed),
          "api patch status",
        ],
        status: runs({
          fields: { actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
            NonceAligned: `Unknown/NoncesPending 0 ${comesUp}`,
          },
        }),
        record: changed,
      },
    ],
  },
  {
    name: "a fresh resource whose job does not start",
    why: "AMB-4: FAILED is no way up; the value is consumed as by the ordinary rule",
    steps: [
      applied(wanted("RUNNING"), "TRANSITIONING", (world) =>
        world.admin.markArtifact("s3://my-bucket/artifacts/MyJob.jar", { broken: true }),
      ),
      waits,
      consumed("FAILED", "the job was FAILED", {
        when: "it has FAILED",
        after: 599_500,
        end: "settled",
        calls: [
          ...afterALongTime,
          writes(remembered(1, { savepoint: blocked([0], "the job was FAILED"), accepted: 0 })),
          "api patch status",
        ],
      }),
    ],
  },
  {
    name: "a fresh resource whose job takes more than ten minutes",
    why: "AMB-4: bounded, then the ordinary rule",
    steps: [
      applied(wanted("RUNNING"), "TRANSITIONING", (world) => {
        world.platform.state.delays = { ...world.platform.state.delays, startMs: 3_600_000 };
      }),
      waits,
      quiet("almost ten minutes later", { after: 598_500, end: "moving", calls: afterALongTime }),
      consumed("TRANSITIONING", "the job was still TRANSITIONING", { when: "ten minutes are over", after: 1_000 }),
    ],
  },
  {
    name: "a fresh resource that is not to run",
    why: "AMB-4: judged in the first pass that knows a deployment, which comes right after the creation",
    steps: [
      applied({}, "CANCELLED"),
      {
        ...consumed("CANCELLED", "the job was CANCELLED", { when: "the next look", after: 0, end: "settled" }),
        status: status({
          conditions: {
            NonceAligned: `False/SavepointBlocked 0 ${blockedText("savepoint", 0, "the job was CANCELLED")}`,
          },
        }),
      },
    ],
  },
];
