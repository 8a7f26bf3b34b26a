import { connectArtifacts } from "../shared/adapters/flink/artifact/client.ts";
import { connectFlink, type FlinkConnection } from "../shared/adapters/flink/client.ts";
import type { JudgedFile } from "../shared/flink/judge-operator-file.ts";
import type { Artifacts } from "../shared/ports/artifacts.ts";
import type { Config } from "../shared/runtime/config.ts";
import { version } from "./version.ts";

/** The ways to Flink's clusters and to the files of their jobs, as they are configured; throws where there are no authorities. */
export function connectFlinkPorts(
  config: Pick<Config, "WEIR_FLINK_CA" | "WEIR_FLINK_HOSTS">,
  { values, set }: JudgedFile,
): { readonly flink: FlinkConnection; readonly artifacts: Artifacts } {
  const { WEIR_FLINK_CA: caFile, WEIR_FLINK_HOSTS: hosts } = config;
  const flink = connectFlink({
    version,
    hosts,
    ...(caFile !== "" && { caFile }),
    ...(set.has("clientTimeout") && { timeoutMs: values.clientTimeout }),
    ...(set.has("submissionTimeout") && { submissionMs: values.submissionTimeout }),
  });
  const { artifactSchemes: schemes, refusesRestrictedHosts } = values;
  return { flink, artifacts: connectArtifacts({ version, policy: { schemes, refusesRestrictedHosts } }) };
}
