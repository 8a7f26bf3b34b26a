import { looks, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  done,
  endJob,
  failOnce,
  looksTwice,
  processed,
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

const { sent, taken } = savepointRecords;

function blockedStatus(state: string, why: string, since: number) {
  return runs({
    fields: { actualState: state, observedGeneration: 2 },
    conditions: { NonceAligned: `False/SavepointBlocked ${since} ${blockedText("savepoint", 1, why)}` },
    healthySince: since,
  });
}

/** A savepoint that is asked for in the very moment in which the job comes into another state. */
function blockedIn(state: string, act: (world: World) => void, end = "settled"): Row {
  const left = remembered(2, { savepoint: blocked([1], `the job was ${state}`), accepted: 0 });
  return {
    name: `a savepoint of a job that is ${state}`,
    why: "R41, R96: no call, the value is consumed, and the message says how to ask again",
    ...running,
    steps: [
      {
        when: "savepointNonce changes",
        act: (world) => {
          act(world);
          ask({ savepointNonce: 1 })(world);
        },
        rule: "rest",
        end,
        calls: [...looks, writes(left), "api patch status"],
        status: blockedStatus(state, `the job was ${state}`, 2),
        record: left,
      },
      quiet("a tick", { end }),
    ],
  };
}

/** Makes the job end between the look and the savepoint that is asked for. */
function race(world: World): void {
  world.way.probe = ({ method, path }, when) => {
    if (method === "POST" && path.endsWith("/savepoints") && when === "before") endJob("finish")(world);
  };
}

const why = "the job was CANCELLED";

/** A value that is consumed, and what is then remembered of all. */
function consumed(value: number, generation: number, burnt: number[], reason = why): Step {
  const left = remembered(generation, { savepoint: blocked(burnt, why), accepted: 0 });
  return quiet(`savepointNonce becomes ${value}`, {
    act: ask({ savepointNonce: value }),
    calls: [...looks, writes(left), "api patch status"],
    status: status({
      fields: { observedGeneration: generation },
      conditions: { NonceAligned: `False/SavepointBlocked 0 ${blockedText("savepoint", value, reason)}` },
    }),
    record: left,
  });
}

const noJob =
  "the platform refused it: AppManager answered 400 to take a savepoint of deployment default/deployment-1: " +
  "No active job for a deployment";
const refused = remembered(2, { savepoint: blocked([1], noJob), accepted: 1 });

const twice = remembered(3, { savepoint: done(1), accepted: 1, taking: { content: "1#1", since: 2 } });
const second = remembered(
  3,
  { savepoint: accepted(2, { processed: 1 }), accepted: 2 },
  { intents: [request("savepoint", 3, "2#2")] },
);
const secondTaking = remembered(3, { savepoint: done(2), accepted: 2, taking: { content: "2#2", since: 3 } });

const failed = remembered(2, { savepoint: { ...done(1), failed: 1 }, accepted: 1 });

/** The savepoint nonce (F6). */
export const savepointNonceRows: readonly Row[] = [
  {
    name: "a changed savepointNonce takes one savepoint of the running job",
    why: "R34, R45, R75: on record first, then sent once, then followed until it has ended; nothing later repeats it",
    ...running,
    steps: [
      takesSavepoint(),
      quiet("it is being taken", { after: 300, end: "moving", calls: looksTwice }),
      quiet("it is complete", { after: 700, calls: [...looksTwice, writes(taken)], record: taken }),
      quiet("a tick"),
      quiet("the same value is applied again", { act: ask({ savepointNonce: 1 }) }),
    ],
  },
  {
    name: "a savepoint that fails on the platform was submitted all the same",
    why: "R75, R95: literally; the message says what became of it, and nothing waits for it any longer",
    ...running,
    steps: [
      takesSavepoint({
        act: (world) => {
          world.admin.markArtifact("s3://my-bucket/artifacts/MyJob.jar", { failedSavepoints: 1 });
          ask({ savepointNonce: 1 })(world);
        },
      }),
      quiet("it has failed", {
        after: 1_000,
        calls: [...looksTwice, writes(failed), "api patch status"],
        status: runs({
          fields: { observedGeneration: 2, lastProcessedSavepointNonce: 1 },
          conditions: processed(
            "savepointNonce 1 (the platform has taken the request and says that the savepoint FAILED; a new value asks for another)",
          ),
        }),
        record: failed,
      }),
    ],
  },
  {
    name: "a savepoint that was removed while it was taken",
    why: "a list without it proves nothing until the quarantine is over; then nothing waits for it any longer",
    ...running,
    steps: [
      takesSavepoint(),
      quiet("it is not in the list", {
        act: (world) => world.platform.state.savepoints.clear(),
        after: 1_000,
        end: "moving",
        calls: looksTwice,
      }),
      quiet("the quarantine is over", {
        after: 60_000,
        calls: ["api get", "api secret my-vvp-apikey", ...looksTwice.slice(1), writes(taken)],
        record: taken,
      }),
    ],
  },
  {
    name: "another value while a savepoint is being taken",
    why: "one after the other: the second one waits for its turn, says so, and is judged then",
    ...running,
    steps: [
      takesSavepoint(),
      {
        when: "savepointNonce changes again",
        act: ask({ savepointNonce: 2 }),
        after: 300,
        rule: "rest",
        end: "moving",
        calls: [...looksTwice, writes(twice), "api patch status"],
        status: runs({
          fields: { observedGeneration: 3, lastProcessedSavepointNonce: 1 },
          conditions: {
            NonceAligned:
              "Unknown/NoncesPending 2 The savepoint for savepointNonce 2 waits, because the one before it is still being taken.",
          },
          healthySince: 2,
        }),
        record: twice,
      },
      {
        when: "the first one is complete",
        after: 700,
        rule: "take-savepoint",
        end: "moving",
        calls: [...looksTwice, writes(second), savepointCall("2#2"), writes(secondTaking), "api patch status"],
        status: runs({
          fields: { observedGeneration: 3, lastProcessedSavepointNonce: 2 },
          conditions: processed("savepointNonce 2", 3),
          healthySince: 3,
        }),
        record: secondTaking,
      },
    ],
  },
  blockedIn("TRANSITIONING", failOnce, "moving"),
  blockedIn("FAILED", endJob("fail")),
  blockedIn("FINISHED", endJob("finish")),
  {
    name: "a value that was blocked before is not judged again",
    why: "R43, AMB-1: the message says that it is the value that does not count any more",
    given: "PATCH",
    steps: [consumed(6, 2, [6]), consumed(7, 3, [6, 7]), consumed(6, 4, [6, 7], "this value was blocked before")],
  },
  {
    name: "the job ends between the look and the savepoint",
    why: 'F6: 400 "No active job" is the platform\'s own answer; it consumes the value and is not asked for again',
    ...running,
    steps: [
      {
        when: "savepointNonce changes",
        act: (world) => {
          race(world);
          ask({ savepointNonce: 1 })(world);
        },
        rule: "take-savepoint",
        end: "moving",
        calls: [...looks, writes(sent), savepointCall("1#1", 400), writes(refused), "api patch status"],
        status: blockedStatus("RUNNING", noJob, 2),
        record: refused,
      },
      quiet("the next look", { calls: [...looks, "api patch status"], status: blockedStatus("FINISHED", noJob, 2) }),
      quiet("a tick"),
    ],
  },
];
