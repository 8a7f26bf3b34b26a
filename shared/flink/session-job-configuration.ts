import type { Violation } from "../core/rule.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import type { ConfiguredJob } from "./deployment-spec.ts";
import { jobGaps } from "./effective.ts";
import { layer, withoutOperatorKeys } from "./layers.ts";
import { toDialect } from "./spellings.ts";
import type { FlinkVersionName } from "./versions.ts";

/** What the configuration of a session job follows from. */
export interface SessionJobRequest {
  /** Name of the FlinkSessionJob. */
  readonly name: string;
  readonly spec: {
    readonly job?: Pick<ConfiguredJob, "upgradeMode"> | undefined;
    readonly flinkConfiguration?: unknown;
  };
  /** The operator's defaults and the cluster's own configuration over them. */
  readonly cluster: FlinkConfiguration;
  readonly version: FlinkVersionName;
}

/** The configuration of a session job. */
export interface SessionJobConfiguration {
  /** All that holds for the job: the cluster's, then its own; for reading options. */
  readonly effective: FlinkConfiguration;
  /** What is sent with the job, in the version's spelling; the rest the cluster has already. */
  readonly submitted: FlinkConfiguration;
  readonly problems: readonly Violation[];
}

/** The configuration of a session job: its own over that of its cluster (3.1). */
export function makeSessionJobConfiguration({
  name,
  spec,
  cluster,
  version,
}: SessionJobRequest): SessionJobConfiguration {
  const own = flatten(spec.flinkConfiguration);
  const known = layer(cluster, own.configuration);
  const gaps = Object.entries(jobGaps(name, spec.job?.upgradeMode)).filter(([key]) => !Object.hasOwn(known, key));
  const added = layer(Object.fromEntries(gaps), own.configuration);
  return {
    effective: layer(cluster, added),
    submitted: toDialect(withoutOperatorKeys(added), version),
    problems: own.problems,
  };
}
