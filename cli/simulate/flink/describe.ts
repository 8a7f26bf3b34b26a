import type { FlinkSimulator } from "../../../simulators/flink/server.ts";
import type { Job } from "../../../simulators/flink/state.ts";

const json = "-H 'Content-Type: application/json'";

/** What a user reads when the simulator has started: where it is, what runs on it, and what to try first. */
export function describe({ url, site }: FlinkSimulator, version: string): string {
  const jobs = [...(site.cluster.process(site.now())?.jobs.values() ?? [])];
  return `Flink ${version}, simulated
  url    ${url}
${jobs.map(({ id, name }) => `  job    ${id}  ${name}\n`).join("")}
Try:
  curl -s ${url}/jobs/overview
${jobs
  .slice(0, 1)
  .flatMap((job) => tried(url, job))
  .join("\n")}
Trouble it makes:
  curl -s -X PUT ${json} -d '{"latencyMs":[50,200],"rate5xx":0.1}' ${url}/admin/config
  curl -s ${url}/admin

An autoscaler looks after its jobs where job.autoscaler.enabled is true: weir autoscaler --flink ${url}
Stop with Ctrl-C.`;
}

function tried(url: string, { id }: Job): string[] {
  const trigger = `{"triggerId":"${"0".repeat(30)}51"}`;
  return [
    `  curl -s ${url}/jobs/${id}`,
    `  curl -s -X POST ${json} -d '${trigger}' ${url}/jobs/${id}/savepoints`,
    `  curl -s ${url}/jobs/${id}/savepoints/${"0".repeat(30)}51`,
    "",
  ];
}
