import type { JsonObject } from "../../../shared/core/json.ts";
import type { Process } from "../../../simulators/flink/state.ts";
import type { Recording } from "./recordings.ts";

/** The recorded story as far as the simulator knows its calls; a number lets so many milliseconds pass. */
export const story: readonly (string | number)[] = [
  ..."config jobs-overview-empty jars-upload-not-a-jar jars-upload jars jars-run".split(" "),
  ..."jars-run-duplicate-jobid jars-run-unknown-jar jars-run-unknown-class jars-run-bad-jobid".split(" "),
  ..."jars-run-main-throws jars-run-missing-savepoint execution-result-missing-savepoint".split(" "),
  ..."job-missing-savepoint-exceptions execution-result-unknown execution-result-running job-exceptions-none".split(
    " ",
  ),
  2_500,
  ..."checkpoints savepoint-trigger savepoint-trigger-same-id-in-progress savepoint-poll-first".split(" "),
  ..."savepoint-trigger-unknown-job savepoint-trigger-bad-dir savepoint-poll-unknown-trigger".split(" "),
  ..."savepoint-poll-trigger-of-other-job".split(" "),
  1_500,
  ..."savepoint-poll-completed savepoint-trigger-same-id-after-completion savepoint-same-id-different-options".split(
    " ",
  ),
  ..."savepoint-poll-unknown-job savepoint-poll-failed checkpoints-with-savepoint cancel-unknown-job".split(" "),
  ..."checkpoint-trigger checkpoint-trigger-poll-first checkpoint-details-unknown".split(" "),
  200,
  "checkpoint-trigger-poll-completed",
  "job",
  "a poll of metrics",
  "job-metrics",
  ..."resource-requirements resource-requirements-put-partial resource-requirements-put-zero".split(" "),
  ..."resource-requirements-put-lower-above-upper resource-requirements-put-above-max".split(" "),
  ..."resource-requirements-put-unknown-vertex resource-requirements-put-unknown-job".split(" "),
  ..."resource-requirements-put resource-requirements-after-put job-just-after-rescale".split(" "),
  400,
  "job-after-rescale",
  ..."stop-trigger stop-trigger-same-id-in-progress savepoint-trigger-same-id-as-stop stop-poll-first".split(" "),
  200,
  "resource-requirements-after-stop",
  ..."stop-poll-completed stop-trigger-same-id-after-finish execution-result-finished stop-trigger-finished-job".split(
    " ",
  ),
  200,
  ..."stop-poll-finished-job cancel-finished-job jars-run-jobid-of-finished-job jars-run-from-savepoint".split(" "),
  300,
  ..."checkpoints-restored cancel cancel-again-at-once".split(" "),
  300,
  ..."cancel-canceled-job execution-result-canceled".split(" "),
  "a job that fails",
  1_000,
  ..."execution-result-failed job-failed-exceptions savepoint-trigger-failed-job".split(" "),
  200,
  ..."savepoint-poll-failed-job jars-delete jars-delete-again unknown-path".split(" "),
];

/** The recorded request with the simulator's own jar and savepoint in it. */
export function requestOf({ jars, storage }: Process, { name, request }: Recording) {
  const [jar = "gone_job.jar"] = jars.keys();
  const path = request.path.replace(/[0-9a-f-]{36}_job\.jar/, jar);
  if (name.startsWith("jars-upload")) {
    const file = { name: name.endsWith("not-a-jar") ? "job.txt" : "job.jar", content: "AcceptanceJob\n" };
    return { method: request.method, path, file };
  }
  if (name !== "jars-run-from-savepoint") return { ...request, path };
  const savepointPath = [...storage.values()].filter(({ isSavepoint }) => isSavepoint).at(-1)?.path ?? "";
  return { ...request, path, body: { ...(request.body as JsonObject), savepointPath } };
}
