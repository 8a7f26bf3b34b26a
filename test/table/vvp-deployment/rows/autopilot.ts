import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment } from "../../../builders/vvp-deployment.ts";
import { looks, record } from "../../../world/expected.ts";
import type { Row } from "../../../world/scenario.ts";
import { four, mode, parallelism, projects, says, scale, scaledToEight, sees, voice } from "./autopilot-parts.ts";
import {
  ask,
  edit,
  looksTwice,
  quiet,
  running,
  runs,
  savepointRecords,
  stateCall,
  takesSavepoint,
  writes,
} from "./nonce-parts.ts";
import { patchOf } from "./parts.ts";

const managed = sees(
  "Autopilot has scaled to 8",
  { conditions: { ParallelismAligned: says.eight(5) }, healthySince: 5 },
  { act: scaledToEight },
);

function heals(when: string, act: NonNullable<Row["steps"][number]["act"]>, said: string) {
  return sees(when, { conditions: { ParallelismAligned: said }, healthySince: 8 }, { act, after: 3_000 });
}

/** What the platform says of Autopilot cannot be used: everything goes on without it. */
function failsOpen(name: string, how: "silent" | "error" | "garbage", said: string): Row {
  const aligned = { ParallelismAligned: said };
  const done = { ...aligned, NonceAligned: "True/NoncesProcessed 0 Processed: savepointNonce 1." };
  const fields = { observedGeneration: 2, lastProcessedSavepointNonce: 1 };
  const corrected = "The platform wants CANCELLED, the spec RUNNING; the state is projected again.";
  return {
    name: `what the platform says of Autopilot ${name}`,
    why: "R121, R122: it counts as not active; a state that drifts is projected, and a nonce fires",
    ...four,
    steps: [
      takesSavepoint({
        act: (world) => {
          mode("ACTIVE")(world);
          voice(how)(world);
          ask({ savepointNonce: 1 })(world);
        },
        status: runs({ fields, conditions: done }),
      }),
      quiet("it is taken", {
        after: 1_000,
        calls: [...looksTwice, writes(savepointRecords.taken)],
        record: savepointRecords.taken,
      }),
      sees(
        "somebody cancels the job",
        {
          fields: { ...fields, actualState: "TRANSITIONING" },
          conditions: { ...done, SpecAligned: `True/ConfigUpdated 0 ${corrected}` },
        },
        {
          act: (world) => void world.admin.editSpec("default", "my-deployment", { state: "CANCELLED" }),
          rule: "correct-state",
          end: "moving",
          calls: [...looks, "api get", stateCall("RUNNING"), "api patch status"],
        },
      ),
    ],
  };
}

/** Autopilot's mode and its parallelism (F8, R100–R106). */
export const autopilotRows: readonly Row[] = [
  {
    name: "a mode other than ACTIVE",
    why: "R100: it recommends at most, so that nothing can differ",
    ...four,
    steps: [
      sees(
        "it is MONITORING",
        { conditions: { ParallelismAligned: says.mode("MONITORING") } },
        { act: mode("MONITORING") },
      ),
      sees("it is DISABLED", { conditions: { ParallelismAligned: says.mode("DISABLED") } }, { act: mode("DISABLED") }),
      quiet("a tick"),
    ],
  },
  {
    name: "ACTIVE, and it has not scaled yet",
    why: "R101, R125: the spec's parallelism is where it starts",
    ...four,
    steps: [
      sees("it is ACTIVE", { conditions: { ParallelismAligned: says.unscaled } }, { act: mode("ACTIVE") }),
      quiet("a tick"),
    ],
  },
  {
    name: "another parallelism than the spec's, until Autopilot comes back to it",
    why: "R104–R106: it drives no write, counts for Healthy (AMB-6), and mends itself without an edit",
    ...four,
    steps: [
      managed,
      quiet("a tick"),
      heals("Autopilot comes back to 4", scale(4), says.equal(4, 8)),
      quiet("another tick"),
    ],
  },
  {
    name: "another parallelism than the spec's, until Autopilot is switched off",
    why: "R105: True/Aligned in the next cycle",
    ...four,
    steps: [managed, heals("the user switches it off", mode("DISABLED"), says.mode("DISABLED", 8))],
  },
  {
    name: "another parallelism than the spec's, until the spec says the same",
    why: "R113: the parallelism of the spec is projected also while Autopilot is ACTIVE",
    ...four,
    steps: [
      managed,
      sees(
        "the spec says 8",
        {
          fields: { observedGeneration: 2, actualState: "TRANSITIONING" },
          conditions: {
            ParallelismAligned: says.equal(8, 5),
            SpecAligned: "True/ConfigUpdated 0 The changed spec is projected (mode=PATCH).",
          },
          healthySince: 5,
        },
        {
          act: edit(parallelism(8)),
          rule: "project-spec",
          end: "moving",
          calls: projects(
            patchOf(vvpDeployment("PATCH", mergePatch(four.with, parallelism(8)) as JsonObject)),
            2,
            "content-2",
          ),
          record: record({ generation: 2, applied: "content-2" }),
        },
      ),
    ],
  },
  {
    name: "a spec without a parallelism",
    why: "R102: nothing is wanted that could differ",
    ...running,
    steps: [
      sees(
        "Autopilot has scaled to 8",
        { conditions: { ParallelismAligned: "True/Aligned 0 Autopilot runs parallelism 8, and the spec gives none." } },
        { act: scaledToEight },
      ),
    ],
  },
  {
    name: "another parallelism where the setting counts the condition as informational",
    why: "AMB-6: it is shown as it is, and Healthy does without it",
    ...four,
    settings: { informationalConditions: ["ParallelismAligned"] },
    steps: [
      {
        ...managed,
        status: informed(),
      },
    ],
  },
  failsOpen("is an error", "error", says.rubbish("it reports an error of the Autopilot service")),
  failsOpen("is rubbish", "garbage", says.rubbish("it is not an object")),
  failsOpen(
    "is nothing",
    "silent",
    "True/Aligned 0 The platform says nothing of Autopilot, which counts as not active.",
  ),
];

/** The status with the unhealthy condition in it and Healthy as it was. */
function informed(): JsonObject {
  const status = runs({ conditions: { ParallelismAligned: says.eight(5) } });
  const [, ...others] = status.conditions as readonly string[];
  return { ...status, conditions: ["Healthy True/AllConditionsMet 0 All conditions are met.", ...others] };
}
