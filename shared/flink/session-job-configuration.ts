import type { Violation } from "../core/rule.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import type { ConfiguredJob } from "./deployment-spec.ts";
import { jobGaps } from "./effective.ts";
import { layer, withoutOperatorKeys } from "./layers.ts";
import { optionOf, toDialect } from "./spellings.ts";
import { type FlinkVersionName, findFlinkVersion } from "./versions.ts";

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
  if (findFlinkVersion(version)?.takesJobOptions === false) return ofClusterAlone(own, cluster, version);
  const isGap = (key: string) => [cluster, own.configuration].every((one) => optionOf(one, key) === undefined);
  const gaps = Object.entries(jobGaps(name, spec.job?.upgradeMode)).filter(([key]) => isGap(key));
  const added = layer(Object.fromEntries(gaps), own.configuration);
  return {
    effective: layer(cluster, added),
    submitted: toDialect(withoutOperatorKeys(added), version),
    problems: own.problems,
  };
}

/** Where no options can be sent, a job has those of its cluster; only what the operator itself reads can be its own. */
function ofClusterAlone(
  { configuration, problems }: ReturnType<typeof flatten>,
  cluster: FlinkConfiguration,
  version: FlinkVersionName,
): SessionJobConfiguration {
  const unsent = unsentOptions(configuration, version);
  return { effective: layer(cluster, configuration), submitted: {}, problems: [...problems, ...unsent] };
}

/** Why options of a session job's own cannot be sent to a cluster of this version; empty where they can, and for a word that is none. */
export function unsentOptions(own: FlinkConfiguration, version: string): Violation[] {
  const [unsent] = Object.keys(withoutOperatorKeys(own));
  if (unsent === undefined || findFlinkVersion(version)?.takesJobOptions !== false) return [];
  const message = `has ${unsent}, and ${version} takes no options with a session job; set it in the cluster's flinkConfiguration`;
  return [{ path: "spec.flinkConfiguration", message }];
}
