import { looks, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  endJob,
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

type Shot = Parameters<typeof fault>[0];

const { sent, taken } = savepointRecords;
const asking = "take a savepoint of deployment default/deployment-1";
const pending = "Unknown/NoncesPending 2 The savepoint for savepointNonce 1 is accepted and not confirmed yet.";
const known = { Consistent: well.Consistent.replace(" 0 ", " 3 "), NonceAligned: pending };

/** The record of an open request: the generation that came to a verdict, and its newest sending. */
function open(generation: number, at = 2, attempt = 1) {
  const intents = [request("savepoint", at, "1#1", attempt)];
  return remembered(generation, { savepoint: accepted(1), accepted: 1 }, { intents });
}

/** The request meets a fault: it stays open. */
function failing(shot: Shot, answer: number, message: string): Step {
  return takesSavepoint({
    act: (world) => {
      fault({ ...shot, method: "POST" })(world);
      ask({ savepointNonce: 1 })(world);
    },
    end: "waiting",
    calls: [...looks, writes(sent), savepointCall("1#1", answer), "api patch status"],
    status: runs({
      conditions: { Consistent: `Unknown/AppManagerUnreachable 2 ${message}`, NonceAligned: pending },
      healthySince: 2,
    }),
    record: sent,
  });
}

const lost = failing({ kind: "resetAfterCommit" }, 0, `AppManager did not answer ${asking}: ECONNRESET`);
const never = failing({ kind: "resetBeforeCommit" }, 0, `AppManager did not answer ${asking}: ECONNRESET`);

/** The next look finds no savepoint of the request and says until when it waits. */
const waits: Step = {
  when: "it does not show up",
  after: 1_000,
  rule: "hold-for-savepoint",
  end: "waiting",
  calls: [...looksTwice, writes(open(2)), "api patch status"],
  status: runs({ fields: { observedGeneration: 2 }, conditions: known, healthySince: 2 }),
  record: open(2),
};

const waitsOn = quiet("later looks", { rule: "hold-for-savepoint", end: "waiting", after: 30_000, calls: looksTwice });
const list = looksTwice[2];
const afterAMinute = ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1)];
const again = remembered(2, { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 64 } });

function confirmed(at: number, linkedAgain = 3) {
  return runs({
    fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
    conditions: {
      Consistent: well.Consistent.replace(" 0 ", ` ${linkedAgain} `),
      NonceAligned: `True/NoncesProcessed ${at} Processed: savepointNonce 1.`,
    },
    healthySince: at,
  });
}

const sentAgain: Step = {
  when: "the quarantine is over",
  after: 31_000,
  rule: "take-savepoint",
  end: "moving",
  calls: [...afterAMinute, writes(open(2, 64, 2)), savepointCall("1#1"), writes(again), "api patch status"],
  status: confirmed(64),
  record: again,
};

const late = "the job was FINISHED when its turn came";
const gaveUp = remembered(2, { savepoint: blocked([1], late), accepted: 1 });

/** A request that is answered, but by nothing that settles it. */
function unanswered(name: string, shot: Shot, message: string): Row {
  return {
    name: `a savepoint that is answered ${name}`,
    why: "F6: not consumed until there is a definite answer, and spaced out by the quarantine",
    ...running,
    steps: [
      failing(shot, Number(name), `AppManager answered ${name} to ${asking}: ${message}`),
      waits,
      waitsOn,
      sentAgain,
    ],
  };
}

/** A savepoint request whose outcome is not known, or not yet (F6, D6). */
export const nonceDoubtRows: readonly Row[] = [
  {
    name: "a savepoint whose reply was lost is found by its mark, not asked for again",
    why: "2.3, D6: the annotation is the proof",
    ...running,
    steps: [
      lost,
      quiet("the next look", {
        after: 1_000,
        calls: [...looksTwice, writes(taken), "api patch status"],
        status: confirmed(3),
        record: taken,
      }),
      quiet("a tick", { after: 120_000, calls: ["api get", "api secret my-vvp-apikey", looks[1]] }),
    ],
  },
  {
    name: "a savepoint that does not show up is asked for again after the quarantine, once",
    why: "D6: not finding it proves nothing until then; the looks between write nothing",
    ...running,
    steps: [never, waits, waitsOn, sentAgain],
  },
  unanswered("503", { kind: "error", status: 503 }, "The platform failed."),
  unanswered("429", { kind: "throttle", retryAfterSeconds: 7 }, "Too many requests."),
  {
    name: "a savepoint that is answered 409",
    why: "an answer that is no refusal of what was asked: the link is intact, the value not consumed",
    ...running,
    steps: [
      {
        ...failing({ kind: "error", status: 409 }, 409, ""),
        status: runs({ conditions: { NonceAligned: pending }, healthySince: 2 }),
      },
    ],
  },
  {
    name: "savepoints that cannot be listed",
    why: "F13: not knowing is no reason to ask for a second one",
    ...running,
    steps: [
      lost,
      {
        when: "the list fails, longer than the quarantine",
        act: fault({ kind: "error", status: 503, method: "GET", path: "savepoints" }),
        after: 90_000,
        rule: "hold-for-savepoint",
        end: "waiting",
        calls: [...afterAMinute.slice(0, -1), list.replace("200", "503"), writes(open(2)), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2 },
          conditions: {
            Consistent: `Unknown/AppManagerUnreachable 2 AppManager did not answer ${asking}: ECONNRESET`,
            NonceAligned: pending,
          },
          healthySince: 2,
        }),
        record: open(2),
      },
      quiet("it fails for longer than anything waits", {
        act: fault({ kind: "error", status: 503, method: "GET", path: "savepoints" }),
        after: 600_000,
        end: "waiting",
        calls: [...afterAMinute.slice(0, -1), list.replace("200", "503")],
      }),
      quiet("the list is there again", {
        calls: [...looksTwice, writes(taken), "api patch status"],
        status: confirmed(692, 692),
        record: taken,
      }),
    ],
  },
  {
    name: "the job ends while a savepoint is in doubt",
    why: "R41, D6: not before the quarantine is over, since it may still have been taken; then the value is consumed",
    ...running,
    steps: [
      never,
      {
        ...waits,
        act: endJob("finish"),
        status: runs({
          fields: { actualState: "FINISHED", observedGeneration: 2 },
          conditions: known,
          healthySince: 2,
        }),
      },
      waitsOn,
      quiet("the quarantine is over", {
        after: 31_000,
        calls: [...afterAMinute, writes(gaveUp), "api patch status"],
        status: runs({
          fields: { actualState: "FINISHED", observedGeneration: 2 },
          conditions: { ...known, NonceAligned: `False/SavepointBlocked 64 ${blockedText("savepoint", 1, late)}` },
          healthySince: 2,
        }),
        record: gaveUp,
      }),
    ],
  },
];
