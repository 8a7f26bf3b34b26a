import type { WireAnswer, WireRequest } from "../../../../shared/adapters/http.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";
import type { FlinkRest } from "../../../../shared/ports/flink-rest.ts";
import { endpoint, ofCheckpoints, recorded } from "../../../contract/flink/recordings.ts";

const job = "000000000000000000000000000000a1";
const savepoint = {
  triggerId: "00000000000000000000000000000051",
  targetDirectory: "s3://b/1",
  formatType: "NATIVE",
} as const;
const stop = { ...savepoint, triggerId: "00000000000000000000000000000061", drain: false };
const checkpoint = { triggerId: "000000000000000000000000000000c1", checkpointType: "FULL" } as const;
const vertex = "8d66249e32b3bc08f2fae72d32043792";
const disposal = "cf0301d8f391dd5457eaba0003498c79";

/** One call of the port, and the honest answer to it. */
export interface PortCall {
  readonly name: string;
  readonly honest: JsonValue;
  readonly isRead: boolean;
  /** What has nothing to say is taken for done, whatever else is in it; a metric that is not there is none. */
  readonly lenient: boolean;
  /** Which of its requests gets the answer that is tried. */
  readonly cluster: (answer: WireAnswer) => (request: WireRequest) => WireAnswer;
  readonly call: (port: FlinkRest) => Promise<unknown>;
}

const honestly = (recording: string): JsonValue => recorded("session-1.20", recording).response.body;

function read(name: string, recording: string, call: PortCall["call"], lenient = false): PortCall {
  return { name, honest: honestly(recording), isRead: true, lenient, cluster: (answer) => () => answer, call };
}

function write(name: string, recording: string, call: PortCall["call"], lenient = false): PortCall {
  return { ...read(name, recording, call, lenient), isRead: false };
}

async function* noBytes() {}

/** Every call that the adapter makes. */
export const portCalls: readonly PortCall[] = [
  read("overview", "jobs-overview", (port) => port.overview(endpoint)),
  read("job", "job", (port) => port.job(endpoint, job)),
  read("execution-result", "execution-result-finished", (port) => port.executionResult(endpoint, job)),
  read("exceptions", "job-failed-exceptions", (port) => port.exceptions(endpoint, job, 5)),
  {
    ...read("checkpoints", "checkpoints-restored", async (port) => (await port.observe(endpoint, job)).checkpoints),
    cluster: (answer) => ofCheckpoints(job, answer),
  },
  read("checkpoint", "checkpoint-details", (port) => port.checkpoint(endpoint, job, 4)),
  read("config", "config", (port) => port.config(endpoint)),
  read("requirements", "resource-requirements", (port) => port.resourceRequirements(endpoint, job)),
  read("savepoint-status", "savepoint-poll-completed", (port) =>
    port.savepointStatus(endpoint, job, savepoint.triggerId),
  ),
  read("checkpoint-status", "checkpoint-trigger-poll-completed", (port) =>
    port.checkpointStatus(endpoint, job, checkpoint.triggerId),
  ),
  read("disposal-status", "savepoint-disposal-poll", (port) => port.disposalStatus(endpoint, disposal)),
  read("restarts", "job-metrics", (port) => port.restarts(endpoint, job), true),
  read("jars", "jars", (port) => port.jars(endpoint)),
  write("cancel", "cancel", (port) => port.cancel(endpoint, job), true),
  write("stop", "stop-trigger", (port) => port.stop(endpoint, job, stop)),
  write("savepoint", "savepoint-trigger", (port) => port.savepoint(endpoint, job, savepoint)),
  write("trigger-checkpoint", "checkpoint-trigger", (port) => port.triggerCheckpoint(endpoint, job, checkpoint)),
  write("dispose", "savepoint-disposal", (port) => port.dispose(endpoint, "s3://b/1")),
  write("upload", "jars-upload", (port) => port.uploadJar(endpoint, { fileName: "job.jar", content: noBytes() })),
  write("run", "jars-run", (port) => port.runJar(endpoint, "1_job.jar", { flinkVersion: "v2_2", jobId: job })),
  write("delete-jar", "jars-delete", (port) => port.deleteJar(endpoint, "1_job.jar"), true),
  write(
    "rescale",
    "resource-requirements-put",
    (port) => port.rescale(endpoint, job, { [vertex]: { lowerBound: 1, upperBound: 2 } }),
    true,
  ),
];
