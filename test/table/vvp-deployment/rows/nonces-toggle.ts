import { deploymentSpec } from "../../../builders/vvp-deployment.ts";
import { looks, well } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import { ask, fault, quiet, stateCall, writes } from "./nonce-parts.ts";
import {
  merged,
  never,
  neverUpgraded,
  open,
  over,
  pendingStatus,
  refused,
  refusedStatus,
  restartedStatus,
  starts,
  stopping,
  stops,
} from "./toggle-parts.ts";

const runsAgain = quiet("it runs again", {
  after: 2_000,
  calls: [...looks, "api patch status"],
  status: restartedStatus(3, "RUNNING"),
});

const unreachable = (since: number) =>
  `Unknown/AppManagerUnreachable ${since} AppManager did not answer patch deployment default/deployment-1: ECONNRESET`;
const linked = (since: number) => ({ Consistent: well.Consistent.replace(" 0 ", ` ${since} `) });

/** The stop or the start goes out and no answer comes. */
function unanswered(kind: "resetAfterCommit" | "resetBeforeCommit", step: Step): Step {
  const { act = () => {}, calls } = step;
  const starting = step.rule === "finish-restart";
  return {
    ...step,
    act: (world) => {
      fault({ kind, method: "PATCH" })(world);
      act(world);
    },
    end: "waiting",
    calls: [...looks, calls[2] ?? "", stateCall(starting ? "RUNNING" : "SUSPENDED", 0), "api patch status"],
    status: starting
      ? pendingStatus(2, "SUSPENDED", { Consistent: unreachable(3) })
      : pendingStatus(1, "RUNNING", { Consistent: unreachable(2) }),
    record: starting ? open(2) : open(1, 1),
  };
}

/** A restart by way of the state (AMB-32): stop, wait, start, with its phase on record before each effect. */
export const nonceToggleRows: readonly Row[] = [
  {
    name: "a job with upgradeStrategy NONE is suspended and started again",
    why: "AMB-32: stateful; processed once it is started, and never stopped twice",
    ...neverUpgraded,
    steps: [stops("SUSPENDED"), stopping, starts, runsAgain, quiet("a tick")],
  },
  {
    name: "a job that restores nothing is cancelled and started again",
    why: "AMB-32: stateless",
    given: "PATCH",
    with: merged(never, deploymentSpec({ restoreStrategy: { kind: "NONE" } })),
    steps: [stops("CANCELLED"), stopping, starts],
  },
  {
    name: "the answer to the stop is lost",
    why: "the platform's desired state tells that it arrived",
    ...neverUpgraded,
    steps: [
      unanswered("resetAfterCommit", stops("SUSPENDED")),
      {
        ...stopping,
        calls: [...looks, writes(open(1)), "api patch status"],
        status: pendingStatus(2, "TRANSITIONING", linked(2)),
        record: open(1),
      },
      { ...starts, status: restartedStatus(3, "TRANSITIONING", linked(2)) },
    ],
  },
  {
    name: "the stop never arrives",
    why: "it is sent again once nobody has come further (S2): the job still runs and nobody wants it otherwise",
    ...neverUpgraded,
    steps: [
      unanswered("resetBeforeCommit", stops("SUSPENDED")),
      stops("SUSPENDED", {
        when: "the next look",
        act: () => {},
        rule: "repeat-stop",
        calls: [...looks, "api get", stateCall("SUSPENDED"), writes(open(1)), "api patch status"],
        status: pendingStatus(2, "TRANSITIONING", linked(2)),
      }),
    ],
  },
  {
    name: "the answer to the start is lost",
    why: "a job that is wanted RUNNING in this phase was started by us; stopping it once more would be a second restart",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      unanswered("resetAfterCommit", starts),
      quiet("the next look", {
        end: "moving",
        calls: [...looks, writes(over), "api patch status"],
        status: restartedStatus(3, "TRANSITIONING", linked(3)),
        record: over,
      }),
    ],
  },
  {
    name: "the start never arrives",
    why: "it is sent again, since the job is down on our account",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED"),
      unanswered("resetBeforeCommit", starts),
      {
        ...starts,
        when: "the next look",
        after: 0,
        calls: [...looks, "api get", stateCall("RUNNING"), writes(over), "api patch status"],
        status: restartedStatus(3, "TRANSITIONING", linked(3)),
      },
    ],
  },
  {
    name: "the platform refuses the stop",
    why: "F7: a refusal consumes the value; the job runs on",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED", {
        act: (world) => {
          fault({ kind: "error", status: 400, method: "PATCH" })(world);
          ask({ restartNonce: 1 })(world);
        },
        end: "settled",
        calls: [...looks, writes(open(1, 1)), stateCall("SUSPENDED", 400), writes(refused), "api patch status"],
        status: refusedStatus("RUNNING", 2),
        record: refused,
      }),
      quiet("a tick"),
    ],
  },
  {
    name: "a job that does not come to its stop is started again regardless",
    why: "bounded: no restart leaves a job down for ever",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED", {
        act: (world) => {
          world.platform.state.delays = { ...world.platform.state.delays, savepointMs: 3_600_000 };
          ask({ restartNonce: 1 })(world);
        },
      }),
      {
        ...stopping,
        after: 599_000,
        calls: ["api get", "api secret my-vvp-apikey", looks[1]],
      },
      { ...starts, when: "ten minutes are over", status: restartedStatus(602) },
    ],
  },
];
