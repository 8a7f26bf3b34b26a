import type { Names } from "../core/object.ts";

/** What the names of every Flink kind share: the group and version of the Apache operator (1.2). */
export const flinkApi = {
  group: "flink.apache.org",
  version: "v1beta1",
  categories: ["weir", "flink"],
} as const satisfies Partial<Names>;

/** The names of a FlinkDeployment (1.2), which other Flink kinds refer to. */
export const flinkDeploymentNames: Names = {
  ...flinkApi,
  kind: "FlinkDeployment",
  plural: "flinkdeployments",
  singular: "flinkdeployment",
  shortNames: ["flinkdep"],
};

/** The names of a FlinkSessionJob, which its session cluster waits for. */
export const sessionJobNames: Names = {
  ...flinkApi,
  kind: "FlinkSessionJob",
  plural: "flinksessionjobs",
  singular: "flinksessionjob",
  shortNames: ["sessionjob"],
};
