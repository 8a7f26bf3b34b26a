import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  edit,
  note,
  processed,
  quiet,
  remembered,
  request,
  runs,
  savepointCall,
  writes,
} from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

const policy = { "weir.dev/nonce-policy": "Wait" };
const patient = { given: "PATCH", with: note(policy) } as const satisfies Partial<Row>;
const shortly = { given: "PATCH", with: note({ ...policy, "weir.dev/nonce-deadline": "90s" }) } as const;

const wait = (value: number, since: number) => ({ savepoint: { burnt: [], waiting: { value, since } }, accepted: 0 });
const asWaits = (value: number, until: string, since = 0) => ({
  NonceAligned: `Unknown/NoncesPending ${since} The savepoint for savepointNonce ${value} waits until 2026-01-01T${until}Z at most, because the job is CANCELLED.`,
});

/** A value begins to wait. */
function waits(value: number, at: number, until: string, generation: number, change: Partial<Step> = {}): Step {
  const left = remembered(generation, wait(value, at));
  return quiet("savepointNonce changes", {
    act: ask({ savepointNonce: value }),
    calls: [...looks, writes(left), "api patch status"],
    status: status({ fields: { observedGeneration: generation }, conditions: asWaits(value, until) }),
    record: left,
    ...change,
  });
}

/** The condition is no longer that a value waits, and the record remembers something else. */
function ends(
  generation: number,
  nonces: JsonObject,
  nonceAligned: string,
  since: number,
  change: Partial<Step>,
): Step {
  const left = remembered(generation, nonces);
  const healthySince = nonceAligned.startsWith("True") ? { healthySince: since } : {};
  return quiet("", {
    calls: [...looks, writes(left), "api patch status"],
    status: status({
      fields: { observedGeneration: generation },
      conditions: { NonceAligned: nonceAligned },
      ...healthySince,
    }),
    record: left,
    ...change,
  });
}

const afterALongTime = ["api get", "api secret my-vvp-apikey", looks[1]] as const;
const started = remembered(3, wait(1, 0), { applied: "content-2" });
const sent = remembered(
  3,
  { savepoint: accepted(1), accepted: 1 },
  { applied: "content-2", intents: [request("savepoint", 3, "1#1")] },
);
const taking = remembered(
  3,
  { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 3 } },
  { applied: "content-2" },
);
const why = "the job was still CANCELLED";
const none = "True/NoncesProcessed 80 No savepoint or restart is requested.";

/** A nonce that may wait for its job (`weir.dev/nonce-policy: Wait`). */
export const nonceWaitRows: readonly Row[] = [
  {
    name: "a nonce that may wait fires once the job runs",
    why: "nothing is consumed meanwhile, and the message says how long it waits",
    ...patient,
    steps: [
      waits(1, 0, "00:10:00", 2),
      quiet("a tick"),
      {
        when: "the job is started",
        act: edit(wanted("RUNNING")),
        after: 1_000,
        rule: "project-spec",
        end: "moving",
        calls: [
          ...looks,
          { "platform PATCH default/deployment-1 200": deploymentOf(vvpDeployment("PATCH", wanted("RUNNING"))) },
          writes(started),
          "api patch status",
        ],
        status: runs({
          fields: { observedGeneration: 3, actualState: "TRANSITIONING" },
          conditions: {
            ...asWaits(1, "00:10:00"),
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
          },
        }),
        record: started,
      },
      {
        when: "it runs",
        after: 2_000,
        rule: "take-savepoint",
        end: "moving",
        calls: [...looks, writes(sent), savepointCall("1#1"), writes(taking), "api patch status"],
        status: runs({
          fields: { observedGeneration: 3, lastProcessedSavepointNonce: 1 },
          conditions: processed("savepointNonce 1", 3),
          healthySince: 3,
        }),
        record: taking,
      },
    ],
  },
  {
    name: "a nonce that waits longer than its deadline is consumed",
    why: "weir.dev/nonce-deadline; the tick sees it, since nothing moves",
    ...shortly,
    steps: [
      waits(1, 0, "00:01:30", 2),
      quiet("almost", { after: 89_000, calls: afterALongTime }),
      ends(
        2,
        { savepoint: blocked([1], why), accepted: 0 },
        `False/SavepointBlocked 90 ${blockedText("savepoint", 1, why)}`,
        90,
        { when: "the deadline is over", after: 1_000 },
      ),
    ],
  },
  {
    name: "another value has its own deadline",
    why: "the user has asked anew",
    ...shortly,
    steps: [
      waits(1, 0, "00:01:30", 2),
      waits(2, 80, "00:02:50", 3, {
        after: 80_000,
        calls: [...afterALongTime, writes(remembered(3, wait(2, 80))), "api patch status"],
      }),
      quiet("the deadline of the first one is over", { after: 30_000 }),
    ],
  },
  {
    name: "a value that is taken back does not wait any more",
    why: "AMB-2: if it comes back, it has its whole time again",
    ...shortly,
    steps: [
      waits(1, 0, "00:01:30", 2),
      ends(3, { savepoint: { burnt: [] }, accepted: 0 }, none, 80, {
        when: "savepointNonce becomes null",
        act: ask({ savepointNonce: null }),
        after: 80_000,
        calls: [
          ...afterALongTime,
          writes(remembered(3, { savepoint: { burnt: [] }, accepted: 0 })),
          "api patch status",
        ],
      }),
      waits(1, 160, "00:04:10", 4, {
        when: "it comes back",
        after: 80_000,
        calls: [...afterALongTime, writes(remembered(4, wait(1, 160))), "api patch status"],
        status: status({
          fields: { observedGeneration: 4 },
          conditions: asWaits(1, "00:04:10", 160),
          healthySince: 160,
        }),
      }),
    ],
  },
  {
    name: "a policy that nobody understands is none",
    why: "the value is consumed, as by default; admission has warned",
    given: "PATCH",
    with: note({ "weir.dev/nonce-policy": "wait" }),
    steps: [
      ends(
        2,
        { savepoint: blocked([1], "the job was CANCELLED"), accepted: 0 },
        `False/SavepointBlocked 0 ${blockedText("savepoint", 1, "the job was CANCELLED")}`,
        0,
        { when: "savepointNonce changes", act: ask({ savepointNonce: 1 }) },
      ),
    ],
  },
  {
    name: "a deadline that is no duration is the usual one",
    why: "ten minutes; admission has warned",
    given: "PATCH",
    with: note({ ...policy, "weir.dev/nonce-deadline": "soon" }),
    steps: [waits(1, 0, "00:10:00", 2)],
  },
];
