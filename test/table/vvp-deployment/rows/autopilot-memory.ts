import { looks, record } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { finds, four, says, scale, sees, suppressed, voice } from "./autopilot-parts.ts";
import { writes } from "./nonce-parts.ts";

const seen = record({ scaling: { since: 2 } });
const silent = record({ scaling: { since: 2, at: 2 } });
const nothingSaid = "True/Aligned 0 The platform says nothing of Autopilot, which counts as not active.";
const eachMinute = ["api get", "api secret my-vvp-apikey", looks[1]] as const;
const lasts =
  "False/StateProjectionSuppressedAutopilot 2 The platform wants CANCELLED, the spec RUNNING; " +
  "Autopilot is scaling the job, so the state is projected when that has ended. " +
  "It has lasted since 2026-01-01T00:00:02Z; if it does not end, disable Autopilot on the platform, and the state is projected.";

/** A scaling that takes a day. */
function scaleSlowly(world: World): void {
  world.platform.state.delays = { ...world.platform.state.delays, cancelMs: 86_400_000 };
  scale(8)(world);
}

/** A scaling that cannot be seen any more, and one that does not end. */
export const autopilotMemoryRows: readonly Row[] = [
  {
    name: "a scaling is remembered while the platform says nothing",
    why: "AMB-33: WEIR_AUTOPILOT_MEMORY; an outage of Autopilot is no end of its scaling, for as long as was chosen",
    ...four,
    settings: { scalingMemoryMs: 60_000 },
    steps: [
      { ...finds, act: scaleSlowly, calls: [...looks, writes(seen), "api patch status"], record: seen },
      sees(
        "Autopilot falls silent",
        {
          fields: { actualState: "TRANSITIONING" },
          conditions: { SpecAligned: suppressed(2, "CANCELLED", "RUNNING"), ParallelismAligned: nothingSaid },
          healthySince: 2,
        },
        {
          act: voice("silent"),
          rule: "await-scaling",
          end: "moving",
          calls: [...looks, writes(silent), "api patch status"],
          record: silent,
        },
      ),
      sees(
        "it speaks again",
        {
          fields: { actualState: "TRANSITIONING" },
          conditions: { SpecAligned: suppressed(2, "CANCELLED", "RUNNING"), ParallelismAligned: says.unscaled },
          healthySince: 2,
        },
        {
          act: voice("up"),
          after: 50_000,
          rule: "await-scaling",
          end: "moving",
          calls: [...looks, writes(seen), "api patch status"],
          record: seen,
        },
      ),
    ],
  },
  {
    name: "a scaling that does not end",
    why: "AMB-16: what the platform says holds for as long as it says so; nobody follows it any more, and the message says how to get out",
    ...four,
    steps: [
      { ...finds, act: scaleSlowly },
      sees(
        "ten minutes later",
        {
          fields: { actualState: "TRANSITIONING" },
          conditions: { SpecAligned: lasts, ParallelismAligned: says.unscaled },
          healthySince: 2,
        },
        { after: 600_000, rule: "await-scaling", end: "waiting", calls: [...eachMinute, "api patch status"] },
      ),
    ],
  },
];
