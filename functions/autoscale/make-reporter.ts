import type { Reporter } from "../../shared/autoscaler/cycle/ports.ts";
import type { Report } from "../../shared/autoscaler/explain/report.ts";
import { toFault } from "../../shared/core/error.ts";
import { hashOf } from "../../shared/core/hash.ts";
import { makeKubeEvent } from "../../shared/core/kube-event.ts";
import { timestampOf } from "../../shared/core/timestamp.ts";
import type { Log } from "../../shared/ports/log.ts";
import type { Recorder } from "../../shared/ports/recorder.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";

/** How long the same trouble is not told a second time, in milliseconds. */
const troubleMs = 1_800_000;

/** Who tells of jobs. */
export interface JobReporter extends Reporter<AutoscaledJob> {
  /** Tells what keeps a job from being judged and is no finding of the core; the same once in a while. */
  trouble(job: AutoscaledJob, message: string): Promise<void>;
}

/**
 * Tells of jobs by Kubernetes Events of their resources; the core gives the same finding only once in a while.
 *
 * Guarantees: never rejects, since nothing that was done depends on it; what cannot be told is logged.
 */
export function makeReporter(recorder: Recorder, instanceId: string, log: Log): JobReporter {
  const tell = async (job: AutoscaledJob, { type, event: reason, message }: Report, id: string) => {
    const happening = { id, at: timestampOf(job.now), subject: job.owner.uid, type, reason, message };
    try {
      await recorder.record(makeKubeEvent(job.names, job.object, happening, instanceId, "Reconcile"));
    } catch (error) {
      const { code, message: why } = toFault(error);
      log.warn({ job: job.key, error: `${code}: ${why}` }, "an event of the autoscaler was not told");
    }
  };
  return {
    report: (job, report) =>
      tell(job, report, `autoscaler/${hashOf([report.event, report.key ?? report.message])}/${job.now}`),
    trouble: (job, message) => {
      const report: Report = { type: "Warning", event: "AutoscalerError", message, key: message };
      return tell(job, report, `autoscaler/${hashOf(message)}/${Math.floor(job.now / troubleMs)}`);
    },
  };
}
