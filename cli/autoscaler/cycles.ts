import type { AutoscalerPorts } from "../../shared/autoscaler/cycle/ports.ts";
import type { Profile } from "../../shared/autoscaler/cycle/profile.ts";
import { type CycleOutcome, runCycle } from "../../shared/autoscaler/cycle/run-cycle.ts";
import { sentenceOf } from "../../shared/autoscaler/explain/reasons.ts";
import type { Report } from "../../shared/autoscaler/explain/report.ts";
import type { StandaloneJob } from "./standalone-job.ts";

/** What is done with one job. */
export interface Cycles {
  /** One cycle; what goes wrong is told, and nothing is thrown. */
  run(job: StandaloneJob, signal: AbortSignal): Promise<void>;
  /** Forgets a job that is gone. */
  forget(key: string, signal: AbortSignal): Promise<void>;
}

/** Who is told of every cycle, for metrics. */
export interface Observer {
  readonly cycle: (job: StandaloneJob, cycle: CycleOutcome | "Failed") => void;
  readonly forget: (key: string) => void;
}

/** Cycles over ports; what the core tells in no report is told once for a job: that it is off, and what is odd about that. */
export function makeCycles(ports: AutoscalerPorts<StandaloneJob>, profile: Profile, observer?: Observer): Cycles {
  const told = new Map<string, string>();
  const tellOnce = async (job: StandaloneJob, report: Omit<Report, "key">, signal: AbortSignal) => {
    const word = `${report.event} ${report.message}`;
    if (told.get(job.key) === word) return;
    told.set(job.key, word);
    await ports.reporter.report(job, { ...report, key: word }, signal);
  };
  return {
    run: async (job, signal) => {
      try {
        const outcome = await runCycle(job, ports, profile, signal);
        observer?.cycle(job, outcome);
        const { explanation, warnings } = outcome;
        if (explanation.reason !== "Disabled") return;
        const odd = warnings.map(({ path, message }) => `${path} ${message}`).join("; ");
        const message = [sentenceOf(explanation), odd].filter((part) => part !== "").join(" ");
        const type = odd === "" ? "Normal" : "Warning";
        await tellOnce(job, { type, event: "AutoscalerDisabled", message }, signal);
      } catch (error) {
        observer?.cycle(job, "Failed");
        const message = error instanceof Error ? error.message : String(error);
        await tell(() => tellOnce(job, { type: "Warning", event: "AutoscalerError", message }, signal));
      }
    },
    forget: async (key, signal) => {
      told.delete(key);
      observer?.forget(key);
      await tell(() => ports.states.remove({ key }, signal));
    },
  };
}

/** What cannot even be told is left. */
async function tell(telling: () => Promise<void>): Promise<void> {
  await telling().catch(() => undefined);
}
