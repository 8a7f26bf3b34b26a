import type { FlinkEndpoint, FlinkRest, JobObservation } from "../../ports/flink-rest.ts";
import type { Ask } from "./call.ts";
import { readCheckpoint, readCheckpoints } from "./checkpoints.ts";
import { putRequirements, readConfig, readRequirements } from "./cluster.ts";
import { readExceptions, readExecutionResult } from "./failures.ts";
import { deleteJar, readJars, runJar, uploadJar } from "./jars.ts";
import { cancelJob, readJob, readOverview } from "./jobs.ts";
import { readRestarts } from "./metrics.ts";
import {
  postCheckpoint,
  postDisposal,
  postSavepoint,
  postStop,
  readCheckpointStatus,
  readDisposalStatus,
  readSavepointStatus,
} from "./operations.ts";

/** The port over whatever carries its calls. */
export function makeFlinkRest(ask: Ask): FlinkRest {
  const bound = <Args extends readonly unknown[], Value>(
    call: (ask: Ask, endpoint: FlinkEndpoint, ...args: Args) => Promise<Value>,
  ) => {
    return (endpoint: FlinkEndpoint, ...args: Args) => call(ask, endpoint, ...args);
  };
  return {
    overview: bound(readOverview),
    job: bound(readJob),
    observe: bound(observe),
    executionResult: bound(readExecutionResult),
    exceptions: bound(readExceptions),
    checkpoint: bound(readCheckpoint),
    config: bound(readConfig),
    restarts: bound(readRestarts),
    resourceRequirements: bound(readRequirements),
    cancel: bound(cancelJob),
    stop: bound(postStop),
    savepoint: bound(postSavepoint),
    savepointStatus: bound(readSavepointStatus),
    triggerCheckpoint: bound(postCheckpoint),
    checkpointStatus: bound(readCheckpointStatus),
    dispose: bound(postDisposal),
    disposalStatus: bound(readDisposalStatus),
    jars: bound(readJars),
    uploadJar: bound(uploadJar),
    runJar: bound(runJar),
    deleteJar: bound(deleteJar),
    rescale: bound(putRequirements),
  };
}

/** The state first: checkpoints that are read after an end are the last ones, so that none is restored too early. */
async function observe(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<JobObservation> {
  const job = (await readOverview(ask, endpoint, signal)).find((one) => one.jobId === jobId);
  if (job === undefined) return { job, checkpoints: undefined };
  return { job, checkpoints: await readCheckpoints(ask, endpoint, jobId, signal) };
}
