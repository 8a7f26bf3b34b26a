import type { KubeObject } from "../../../../shared/core/object.ts";
import { type RuleRow, rowsOf } from "./row.ts";

/** A savepoint of the guide's application. */
export const snapshot: KubeObject = {
  apiVersion: "flink.apache.org/v1beta1",
  kind: "FlinkStateSnapshot",
  metadata: { name: "my-streaming-app-before-migration", namespace: "flink-prod" },
  spec: { savepoint: {}, jobReference: { kind: "FlinkDeployment", name: "my-streaming-app" } },
};

const { held, broken } = rowsOf(snapshot);
const existing = { alreadyExists: true, path: "s3://bucket/savepoint-1" };

/** FN-1 to FN-3. */
export const snapshotRows: readonly RuleRow[] = [
  held("one-of-two", "a savepoint", "FN-1.", {}),
  held("one-of-two", "a checkpoint", "FN-1.", { spec: { savepoint: null, checkpoint: {} } }),
  broken("one-of-two", "both", "8.1/14.", { spec: { checkpoint: {} } }),
  broken("one-of-two", "none", "8.1/14.", { spec: { savepoint: null } }),
  held("existing-path", "an existing savepoint with a path", "FN-2.", { spec: { savepoint: existing } }),
  held("existing-path", "a new savepoint without a path", "1.6: the job's own directory.", {}),
  broken("existing-path", "an existing savepoint without a path", "Where is it?", {
    spec: { savepoint: { alreadyExists: true } },
  }),
  held("job-reference", "a job", "FN-3.", {}),
  held("job-reference", "no job of an existing savepoint", "8.1/14.", {
    spec: { savepoint: existing, jobReference: null },
  }),
  broken("job-reference", "no job", "FN-3.", { spec: { jobReference: null } }),
  broken("job-reference", "a job without a kind", "FN-3.", { spec: { jobReference: { kind: null } } }),
  broken("job-reference", "a job without a name", "FN-3.", { spec: { jobReference: { name: "" } } }),
  held("watched-namespace", "a namespace that is watched", "Multi-namespace.", {}, { namespaces: ["flink-prod"] }),
  broken("watched-namespace", "another one", "R12: nothing would ever happen.", {}, { namespaces: ["other"] }),
];
