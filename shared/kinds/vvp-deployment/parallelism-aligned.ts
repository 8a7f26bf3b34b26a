import { conditionRow, frozen } from "../../core/condition.ts";
import type { Autopilot } from "../../ports/app-manager.ts";
import { wantedParallelism } from "./autopilot.ts";
import { latestDeployment, type VvpFinding } from "./view.ts";

/** Whether Autopilot runs what the spec says (R100–R106); it drives no action, and mends itself. */
export const parallelismAligned = conditionRow<VvpFinding>()({
  type: "ParallelismAligned",
  healthyWhen: "True",
  summary:
    "Whether the parallelism of the spec is the one that Autopilot runs. Informational; WEIR_INFORMATIONAL_CONDITIONS " +
    "can leave it out of Healthy.",
  reasons: {
    Aligned: {
      status: "True",
      meaning: "Autopilot is not active, has not scaled yet, or runs no other parallelism than the spec's.",
    },
    AutopilotManaged: {
      status: "False",
      meaning: "Autopilot runs another parallelism than the spec's; this is expected, and nothing is to be done.",
      standing: "expected",
    },
  },
  judge: (finding) => {
    const { view, rule } = finding;
    if (view.backend.found !== "own" && rule !== "create") return frozen;
    return judgeParallelism(latestDeployment(finding)?.autopilot, wantedParallelism(view));
  },
});

function judgeParallelism(autopilot: Autopilot | undefined, wanted: number | undefined) {
  if (autopilot === undefined) return aligned("The platform says nothing of Autopilot, which counts as not active.");
  if (autopilot.mode === "UNKNOWN") {
    return aligned(`What the platform says of Autopilot counts as not active: ${autopilot.why}.`);
  }
  const { mode, parallelism } = autopilot;
  if (mode !== "ACTIVE") return aligned(`Autopilot is not active: its mode is ${mode}.`);
  if (parallelism === undefined) return aligned("Autopilot is active and has not scaled yet.");
  if (wanted === undefined) return aligned(`Autopilot runs parallelism ${parallelism}, and the spec gives none.`);
  if (wanted === parallelism) return aligned(`Autopilot runs parallelism ${parallelism}, as the spec says.`);
  const expected = "This is expected, and nothing is to be done.";
  const message = `Autopilot runs parallelism ${parallelism}, where the spec says ${wanted}. ${expected}`;
  return { status: "False", reason: "AutopilotManaged", message } as const;
}

function aligned(message: string) {
  return { status: "True", reason: "Aligned", message } as const;
}
