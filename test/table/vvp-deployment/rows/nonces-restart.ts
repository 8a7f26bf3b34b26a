import { looks, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import {
  accepted,
  ask,
  blocked,
  blockedText,
  endJob,
  failOnce,
  fault,
  quiet,
  remembered,
  request,
  restartCall,
  restartRecords,
  restartStatus,
  restarts,
  running,
  runs,
  writes,
} from "./nonce-parts.ts";

const { sent, taken } = restartRecords;
const runsAgain = quiet("it runs again", {
  after: 3_000,
  calls: [...looks, "api patch status"],
  status: restartStatus("RUNNING"),
});

function blockedStatus(state: string, why: string, other: { readonly [type: string]: string } = {}) {
  return runs({
    fields: { actualState: state, observedGeneration: 2 },
    conditions: { NonceAligned: `False/RestartBlocked 2 ${blockedText("restart", 1, why)}`, ...other },
    healthySince: 2,
  });
}

/** A restart that is asked for in the very moment in which the job comes into another state. */
function blockedIn(state: string, act: (world: World) => void): Row {
  const left = remembered(2, { restart: blocked([1], `the job was ${state}`), accepted: 0 });
  return {
    name: `a restart of a job that is ${state}`,
    why: "R41, R98: no call, the value is consumed, and the message says how to ask again; a nonce revives nothing (F5)",
    ...running,
    steps: [
      {
        when: "restartNonce changes",
        act: (world) => {
          act(world);
          ask({ restartNonce: 1 })(world);
        },
        rule: "rest",
        end: "settled",
        calls: [...looks, writes(left), "api patch status"],
        status: blockedStatus(state, `the job was ${state}`),
        record: left,
      },
      quiet("a tick"),
    ],
  };
}

const patching = "patch deployment default/deployment-1";
const no = `the platform refused it: AppManager answered 400 to ${patching}: The platform failed`;
const refused = remembered(2, { restart: blocked([1], no), accepted: 1 });
const open = remembered(1, { restart: accepted(1), accepted: 1 }, { intents: [request("restart", 2, "1#1", 0)] });

/** The restart meets a fault: it stays open, and what was written before it is all that is written of it. */
function failing(shot: Parameters<typeof fault>[0], answer: number, reason: string, message: string): Step {
  const ends = reason === "AuthenticationFailed" ? "settled" : "waiting";
  const renewed = answer === 401 ? ["api secret my-vvp-apikey"] : [];
  return restarts({
    act: (world) => {
      fault({ ...shot, method: "PATCH" })(world);
      ask({ restartNonce: 1 })(world);
    },
    end: ends,
    calls: [...looks, writes(sent), restartCall("1#1", answer), ...renewed, "api patch status"],
    status: runs({
      conditions: {
        Consistent: `Unknown/${reason} 2 ${message}`,
        NonceAligned: "Unknown/NoncesPending 2 The restart for restartNonce 1 is accepted and not confirmed yet.",
      },
      healthySince: 2,
    }),
    record: open,
  });
}

const late = "the job was FINISHED when its turn came";
const gaveUp = remembered(2, { restart: blocked([1], late), accepted: 1 });

function mended(at: number, actualState: string) {
  return runs({
    fields: { observedGeneration: 2, actualState, lastProcessedTriggerNonce: 1 },
    conditions: {
      Consistent: well.Consistent.replace(" 0 ", ` ${at} `),
      NonceAligned: `True/NoncesProcessed ${at} Processed: restartNonce 1.`,
    },
    healthySince: at,
  });
}

const sentAgain: Step = restarts({
  when: "the next look",
  act: () => {},
  after: 1_000,
  calls: [...looks, restartCall("1#1"), writes(taken), "api patch status"],
  status: mended(3, "TRANSITIONING"),
});

/** The restart nonce, by a change of the template (F7). */
export const restartNonceRows: readonly Row[] = [
  {
    name: "a changed restartNonce restarts the running job once",
    why: "R35, R45, R76, AMB-32: the deployment's own upgradeStrategy does it; nothing later repeats it",
    ...running,
    steps: [
      restarts(),
      quiet("it stops", { after: 300, end: "moving" }),
      runsAgain,
      quiet("a tick"),
      quiet("the same value is applied again", { act: ask({ restartNonce: 1 }) }),
    ],
  },
  blockedIn("FAILED", endJob("fail")),
  blockedIn("FINISHED", endJob("finish")),
  {
    name: "a restart that the platform refuses",
    why: "F7: a refusal is an answer and consumes the value; nothing of the spec was refused",
    ...running,
    steps: [
      restarts({
        act: (world) => {
          fault({ kind: "error", status: 400, method: "PATCH" })(world);
          ask({ restartNonce: 1 })(world);
        },
        end: "settled",
        calls: [...looks, writes(sent), restartCall("1#1", 400), writes(refused), "api patch status"],
        status: blockedStatus("RUNNING", no),
        record: refused,
      }),
      quiet("a tick"),
    ],
  },
  {
    name: "a restart that is answered 503",
    why: "F7: not consumed until there is an answer; the same mark twice is the same, so it is sent again at once",
    ...running,
    steps: [
      failing(
        { kind: "error", status: 503 },
        503,
        "AppManagerUnreachable",
        `AppManager answered 503 to ${patching}: The platform failed.`,
      ),
      sentAgain,
    ],
  },
  {
    name: "a restart whose reply is lost",
    why: "D6: its mark in the template is the proof, so that it is not even sent again",
    ...running,
    steps: [
      failing(
        { kind: "resetAfterCommit" },
        0,
        "AppManagerUnreachable",
        `AppManager did not answer ${patching}: ECONNRESET`,
      ),
      quiet("the next look", {
        after: 1_000,
        end: "moving",
        calls: [...looks, writes(taken), "api patch status"],
        status: mended(3, "TRANSITIONING"),
        record: taken,
      }),
    ],
  },
  {
    name: "a restart that never arrived",
    why: "no quarantine: however often it arrives, the template changes once",
    ...running,
    steps: [
      failing(
        { kind: "resetBeforeCommit" },
        0,
        "AppManagerUnreachable",
        `AppManager did not answer ${patching}: ECONNRESET`,
      ),
      sentAgain,
    ],
  },
  {
    name: "a restart with a token that may not write",
    why: "401: neither consumed nor tried in a loop; it goes out once there is access",
    ...running,
    steps: [
      failing(
        { kind: "error", status: 401 },
        401,
        "AuthenticationFailed",
        `AppManager answered 401 to ${patching}: The platform failed. (the token is that of the Secret my-deploy-namespace/my-vvp-apikey)`,
      ),
      sentAgain,
    ],
  },
  {
    name: "the job is started by the platform while a restart waits to be sent again",
    why: "it runs or is about to: what was accepted is carried out",
    ...running,
    steps: [
      failing(
        { kind: "error", status: 503 },
        503,
        "AppManagerUnreachable",
        `AppManager answered 503 to ${patching}: The platform failed.`,
      ),
      { ...sentAgain, act: failOnce },
    ],
  },
  {
    name: "the job ends while a restart waits to be sent again",
    why: "R41: nothing of it was done, so the value is consumed and said to be",
    ...running,
    steps: [
      failing(
        { kind: "error", status: 503 },
        503,
        "AppManagerUnreachable",
        `AppManager answered 503 to ${patching}: The platform failed.`,
      ),
      quiet("the job has finished", {
        act: endJob("finish"),
        calls: [...looks, writes(gaveUp), "api patch status"],
        status: blockedStatus("FINISHED", late, { Consistent: well.Consistent.replace(" 0 ", " 2 ") }),
        record: gaveUp,
      }),
    ],
  },
];
