import { at, type JsonObject } from "../../../../shared/core/json.ts";
import type { ClusterSpec } from "../../../../shared/flink/cluster/request.ts";
import { built, makeRequest, one } from "../../../builders/flink-cluster.ts";

/** A job as a spec has it. */
export const job = {
  jarURI: "local:///opt/flink/usrlib/my-app.jar",
  entryClass: "com.example.Job",
  args: ["--env", "prod"],
};
/** A configuration with high availability. */
export const ha = { "high-availability.type": "kubernetes", "high-availability.storageDir": "s3://b/ha" };

/** The objects of a cluster, in their order. */
export const kindsOf = (spec: ClusterSpec, configuration = {}) =>
  built(makeRequest(spec, configuration)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
/** The spec of the pods of a Deployment. */
export const podOf = (spec: ClusterSpec, configuration = {}, name = "app") =>
  at(one(built(makeRequest(spec, configuration)), "Deployment", name).spec, "template", "spec") as JsonObject;
/** The container that Flink runs in. */
export const mainOf = (spec: ClusterSpec, configuration = {}, name = "app") =>
  (podOf(spec, configuration, name).containers as JsonObject[]).find((each) => each.name === "flink-main-container");
