import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { Deployment } from "./objects.ts";
import { type AutopilotMode, type AutopilotState, putRow, type Row, type State } from "./state.ts";
import { converge } from "./transitions.ts";

/** The deployment as the platform answers with it: Autopilot's state is embedded once a mode was set [inv]. */
export function showAutopilot(state: State, row: Row): Deployment {
  const { deployment, autopilot } = row;
  const said = autopilot === undefined ? undefined : tell(state, autopilot);
  if (said === undefined) return deployment;
  return { ...deployment, status: { ...deployment.status, autopilot: said } };
}

function tell({ autopilotVoice }: State, { mode, runtimeParallelism, scaling }: AutopilotState): JsonValue | undefined {
  if (autopilotVoice === "silent") return undefined;
  if (autopilotVoice === "garbage") return "<html><body>Bad Gateway</body></html>";
  if (autopilotVoice === "error") return { error: { httpCode: 503, message: "Autopilot could not be asked." } };
  const known: JsonObject = { mode, ...(runtimeParallelism !== undefined && { runtimeParallelism }) };
  return autopilotVoice === "vague" ? known : { ...known, scaling: scaling !== undefined };
}

/** Sets the mode as a user does in the UI; anything but ACTIVE forgets the runtime parallelism. */
export function setMode(state: State, row: Row, mode: AutopilotMode): Row {
  const kept = mode === "ACTIVE" ? row.autopilot?.runtimeParallelism : undefined;
  return putRow(state, { ...row, autopilot: { mode, runtimeParallelism: kept, scaling: row.autopilot?.scaling } });
}

/**
 * Begins to scale the job of a deployment that is ACTIVE and RUNNING; false for any other.
 *
 *     RUNNING ──> desired state CANCELLED, the job ends ──> desired state RUNNING, a job starts ──> RUNNING
 *
 * The template keeps its parallelism: Autopilot acts on the job alone (S0).
 */
export function startScaling(state: State, row: Row, target: number, now: number): boolean {
  const { autopilot, deployment } = row;
  if (autopilot?.mode !== "ACTIVE" || autopilot.scaling !== undefined || deployment.status.state !== "RUNNING") {
    return false;
  }
  flip(state, { ...row, autopilot: { ...autopilot, scaling: { target, stage: "down" } } }, "CANCELLED", now);
  return true;
}

/** What a scaling does when a phase of the deployment has ended, or could not begin; nothing where none is under way. */
export function continueScaling(state: State, deploymentId: string, now: number): void {
  const row = state.rows.get(deploymentId);
  const autopilot = row?.autopilot;
  if (row === undefined || autopilot?.scaling === undefined || row.phase.kind !== "settled") return;
  const { target, stage } = autopilot.scaling;
  const shown = row.deployment.status.state;
  if (stage === "down" && shown === "CANCELLED") {
    flip(state, { ...row, autopilot: { ...autopilot, scaling: { target, stage: "up" } } }, "RUNNING", now);
    continueScaling(state, deploymentId, now);
  } else {
    const scaled = shown === "RUNNING" ? { runtimeParallelism: target } : {};
    putRow(state, { ...row, autopilot: { ...autopilot, ...scaled, scaling: undefined } });
  }
}

function flip(state: State, row: Row, to: "CANCELLED" | "RUNNING", now: number): void {
  const { deployment } = row;
  putRow(state, { ...row, deployment: { ...deployment, spec: { ...deployment.spec, state: to } } });
  converge(state, deployment.metadata.id, now);
}
