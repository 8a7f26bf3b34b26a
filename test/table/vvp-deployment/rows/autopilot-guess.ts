import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, status } from "../../../world/expected.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { four, mode, parallelism, projects, says, scale, sees } from "./autopilot-parts.ts";
import { edit, stateCall, writes } from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";
import { neverUpgraded, open, over, pendingStatus, restartedStatus, starts, stops } from "./toggle-parts.ts";

const vague = (world: World) => world.admin.configure({ autopilot: "vague" });
const guessed = record({ scaling: { since: 2 } });
const guess =
  "The platform wants CANCELLED, the spec RUNNING; Autopilot is active and does not say whether it scales, " +
  "which is taken for a scaling until 2026-01-01T00:30:02Z at most.";
const held = (advice: string) => `False/StateProjectionSuppressedAutopilot 2 ${guess} ${advice}`;
const expected = "This is expected, and nothing is to be done.";
const wayOut = (since: string) =>
  `It has lasted since 2026-01-01T${since}; if it does not end, disable Autopilot on the platform, and the state is projected.`;
const down = { actualState: "CANCELLED" };
const eachMinute = ["api get", "api secret my-vvp-apikey", looks[1]] as const;

/** Autopilot is ACTIVE and does not tell, and the platform wants the job CANCELLED. */
function flips(world: World): void {
  vague(world);
  mode("ACTIVE")(world);
  world.admin.editSpec("default", "my-deployment", { state: "CANCELLED" });
}

/** The pass that takes it for a scaling. */
const takes: Step = sees(
  "the platform wants the job CANCELLED, and nobody asked for that",
  {
    fields: { actualState: "TRANSITIONING" },
    conditions: { SpecAligned: held(expected), ParallelismAligned: says.unscaled },
    healthySince: 2,
  },
  {
    act: flips,
    rule: "await-scaling",
    end: "moving",
    calls: [...looks, writes(guessed), "api patch status"],
    record: guessed,
  },
);

const again = "The platform wants CANCELLED, the spec RUNNING";
const running = mergePatch(parallelism(4), wanted("RUNNING")) as JsonObject;

/** A platform whose Autopilot does not say whether it scales (AMB-16). */
export const autopilotGuessRows: readonly Row[] = [
  {
    name: "a scaling that the platform does not tell of is guessed from the state that it wants",
    why: "AMB-16, R114, R115, R119: nobody else would want the job down; it ends when the job runs again",
    ...four,
    steps: [
      {
        ...takes,
        act: (world) => {
          vague(world);
          scale(8)(world);
        },
      },
      sees(
        "the job runs again",
        { conditions: { SpecAligned: unchanged(5), ParallelismAligned: says.eight(5) }, healthySince: 2 },
        { after: 3_000, calls: [...looks, writes(record()), "api patch status"], record: record() },
      ),
    ],
  },
  {
    name: "a guess has a cap",
    why: "AMB-16: half an hour, by the API server's clock; then the state is projected, with a warning why",
    ...four,
    steps: [
      takes,
      sees(
        "ten minutes later",
        {
          fields: down,
          conditions: { SpecAligned: held(wayOut("00:00:02Z")), ParallelismAligned: says.unscaled },
          healthySince: 2,
        },
        { after: 600_000, rule: "await-scaling", end: "waiting", calls: [...eachMinute, "api patch status"] },
      ),
      {
        when: "a second before the cap",
        after: 1_199_000,
        rule: "await-scaling",
        end: "waiting",
        calls: eachMinute,
        status: "same",
        record: "same",
      },
      sees(
        "the cap",
        {
          fields: { actualState: "TRANSITIONING" },
          conditions: {
            SpecAligned: `True/ConfigUpdated 1802 ${again}, longer than Autopilot is taken to scale (WEIR_AUTOPILOT_CAP); the state is projected again.`,
            ParallelismAligned: says.unscaled,
          },
          healthySince: 1802,
        },
        {
          after: 1_000,
          rule: "correct-state",
          end: "moving",
          calls: [...looks, "api get", stateCall("RUNNING"), "api patch status"],
        },
      ),
      sees(
        "it runs",
        { conditions: { SpecAligned: unchanged(1802), ParallelismAligned: says.unscaled }, healthySince: 1802 },
        { after: 2_000, calls: [...looks, writes(record()), "api patch status"], record: record() },
      ),
    ],
  },
  {
    name: "a guess that is switched off",
    why: "WEIR_AUTOPILOT_CAP 0s: drift of the state is corrected at once (AMB-18)",
    ...four,
    settings: { scalingCapMs: 0 },
    steps: [
      sees(
        "the platform wants the job CANCELLED",
        {
          fields: { actualState: "TRANSITIONING" },
          conditions: {
            SpecAligned: `True/ConfigUpdated 0 ${again}; the state is projected again.`,
            ParallelismAligned: says.unscaled,
          },
        },
        {
          act: flips,
          rule: "correct-state",
          end: "moving",
          calls: [...looks, "api get", stateCall("RUNNING"), "api patch status"],
        },
      ),
    ],
  },
  {
    name: "a start that the user asks for is no scaling",
    why: "AMB-16: the wanted state differs because the edit is still to be projected",
    given: "PATCH",
    with: parallelism(4),
    steps: [
      {
        when: "RUNNING is asked for",
        act: (world) => {
          vague(world);
          mode("ACTIVE")(world);
          edit(wanted("RUNNING"))(world);
        },
        rule: "project-spec",
        end: "moving",
        calls: projects(deploymentOf(vvpDeployment("PATCH", running)), 2, "content-2"),
        status: status({
          fields: { observedSpecState: "RUNNING", actualState: "TRANSITIONING", observedGeneration: 2 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
            ParallelismAligned: says.unscaled,
          },
        }),
        record: record({ generation: 2, applied: "content-2" }),
      },
    ],
  },
  {
    name: "a stop that the user asks for is projected although a scaling is guessed",
    why: "AMB-16: only who wants the job RUNNING waits for a guess",
    ...four,
    steps: [
      takes,
      sees(
        "SUSPENDED is asked for",
        {
          fields: { actualState: "TRANSITIONING", observedSpecState: "SUSPENDED", observedGeneration: 2 },
          conditions: {
            SpecAligned: "True/ConfigUpdated 2 The changed spec is projected (mode=PATCH).",
            ParallelismAligned: says.unscaled,
          },
          healthySince: 2,
        },
        {
          act: edit(wanted("SUSPENDED")),
          rule: "project-spec",
          end: "moving",
          calls: projects(
            deploymentOf(vvpDeployment("PATCH", mergePatch(four.with, wanted("SUSPENDED")) as JsonObject)),
            2,
            "content-2",
          ),
          record: record({ generation: 2, applied: "content-2" }),
        },
      ),
    ],
  },
  {
    name: "a stop that a restart has made is no scaling",
    why: "AMB-16, AMB-32: the request is our own",
    ...neverUpgraded,
    steps: [
      stops("SUSPENDED", {
        act: (world) => {
          vague(world);
          mode("ACTIVE")(world);
          edit({ spec: { restartNonce: 1 } })(world);
        },
        status: pendingStatus(2, "TRANSITIONING", { ParallelismAligned: says.unscaled }),
      }),
      {
        ...starts,
        after: 1_300,
        calls: [...looks, writes(open(2)), stateCall("RUNNING"), writes(over), "api patch status"],
        status: restartedStatus(3, "TRANSITIONING", { ParallelismAligned: says.unscaled }),
      },
    ],
  },
];

function unchanged(since: number): string {
  return `True/SpecUnchanged ${since} Nothing changed since the last projection.`;
}
