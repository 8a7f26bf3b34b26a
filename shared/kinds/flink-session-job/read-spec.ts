import { at, isObject, textAt } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import { validate } from "../../core/validate.ts";
import { stakesOf } from "../../flink/at-stake.ts";
import { type FlinkConfiguration, flatten } from "../../flink/configuration.ts";
import { deployedSpec } from "../../flink/deployed-spec.ts";
import type { ConfiguredSpec } from "../../flink/deployment-spec.ts";
import { endpointOf } from "../../flink/endpoint.ts";
import { formerOf } from "../../flink/former.ts";
import type { LastSavepointWanted } from "../../flink/last-savepoint.ts";
import { lastSavepointOf, readWishes } from "../../flink/last-wishes.ts";
import { layer } from "../../flink/layers.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { makeDefaults } from "../../flink/operator-file.ts";
import { readOptions } from "../../flink/options/read-options.ts";
import { savepointsWanted } from "../../flink/savepoints-wanted.ts";
import { sizeOf, takesRequirements } from "../../flink/scale.ts";
import { makeSessionJobConfiguration } from "../../flink/session-job-configuration.ts";
import { changeOf, modeOf, specHash } from "../../flink/spec-change.ts";
import { type FlinkVersionName, findFlinkVersion, newestVersion } from "../../flink/versions.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { judgeTarget } from "./judge-target.ts";
import { rules } from "./rules.ts";
import { type FlinkSessionJobSpec, spec as schema } from "./schema.ts";
import type { Wanted } from "./wanted.ts";

/** What a spec comes to on the cluster that it names. */
export interface ReadSpec {
  /** What the spec in force asks for; undefined where there is none. */
  readonly wanted: Wanted | undefined;
  /** The resource with that spec: its own, or while that breaks a rule the one that was started last (2.1). */
  readonly inForce: KubeObject;
  /** What is wrong with its own. */
  readonly violations: readonly Violation[];
  readonly lastWishes: () => LastSavepointWanted;
  /** The cluster's own configuration, over the operator's defaults. */
  readonly configuration: FlinkConfiguration;
  readonly endpoint: FlinkEndpoint;
}

/** What holds for the jobs of a cluster, and its version; where there is none, the operator's defaults for the namespace. */
export function clusterConfigurationOf(
  { metadata }: Pick<KubeObject, "metadata">,
  cluster: KubeObject | undefined,
  settings: Settings,
): { readonly configuration: FlinkConfiguration; readonly version: FlinkVersionName } {
  const version = findFlinkVersion(textAt(cluster?.spec, "flinkVersion") ?? "")?.name ?? newestVersion;
  const defaults = makeDefaults(settings.flinkConfiguration ?? {}, metadata.namespace ?? "", version);
  return { configuration: layer(defaults, flatten(at(cluster?.spec, "flinkConfiguration")).configuration), version };
}

/** All that holds for a job: its own over that of its cluster. */
export function jobConfigurationOf(
  object: KubeObject,
  cluster: KubeObject | undefined,
  settings: Settings,
): FlinkConfiguration {
  const { configuration } = clusterConfigurationOf(object, cluster, settings);
  return layer(configuration, flatten(at(object.spec, "flinkConfiguration")).configuration);
}

/** Reads a spec as it was stored, sound or not; `cluster` is undefined where there is none. */
export function readSpec(
  object: KubeObject,
  cluster: KubeObject | undefined,
  memory: FlinkMemory | undefined,
  settings: Settings,
): ReadSpec {
  const own = readOwn(object, cluster, memory, settings);
  const former = own.wanted === undefined && memory !== undefined ? formerOf(object, memory) : undefined;
  const before = former && readOwn(former, cluster, memory, settings);
  const wanted = own.wanted ?? before?.wanted;
  const configurationOf = (one: KubeObject) => jobConfigurationOf(one, cluster, settings);
  const lastWishes = () => lastSavepointOf(readWishes({ object, former, settings, configurationOf }), wanted);
  const inForce = former === undefined || before?.wanted === undefined ? object : former;
  return { ...own, wanted, inForce, lastWishes };
}

type Own = Pick<ReadSpec, "wanted" | "violations" | "configuration" | "endpoint">;

function readOwn(
  object: KubeObject,
  cluster: KubeObject | undefined,
  memory: FlinkMemory | undefined,
  settings: Settings,
): Own {
  const { namespace = "" } = object.metadata;
  const { configuration, version } = clusterConfigurationOf(object, cluster, settings);
  const name = textAt(object.spec, "deploymentName") ?? "";
  const endpoint = endpointOf(cluster ?? { metadata: { name, namespace } }, configuration);
  const review = { object, settings };
  const broken = validate({ schema: { spec: schema }, rules }, review);
  const violations = broken.length > 0 ? broken : judgeTarget(review, cluster).denials;
  if (violations.length > 0) return { wanted: undefined, violations, configuration, endpoint };
  const spec = object.spec as unknown as FlinkSessionJobSpec;
  const request = { name: object.metadata.name, spec, cluster: configuration, version };
  const { effective, submitted, problems } = makeSessionJobConfiguration(request);
  if (problems.length > 0) return { wanted: undefined, violations: problems, configuration, endpoint };
  const { values } = readOptions(effective, { defaults: settings.flinkDefaults ?? "guide", scope: "resource" });
  const wanted = toWanted(object, memory, { cluster: configuration, effective, submitted, values, version, settings });
  return { wanted, violations, configuration, endpoint };
}

interface Configured {
  readonly cluster: FlinkConfiguration;
  readonly effective: FlinkConfiguration;
  readonly submitted: FlinkConfiguration;
  readonly values: ReturnType<typeof readOptions>["values"];
  readonly version: FlinkVersionName;
  readonly settings: Settings;
}

function toWanted(object: KubeObject, memory: FlinkMemory | undefined, configured: Configured): Wanted {
  const { effective, submitted, values, version, settings } = configured;
  const spec = object.spec as unknown as FlinkSessionJobSpec;
  const { job = {} } = spec;
  const content = specHash(isObject(object.spec) ? object.spec : {});
  const nonces = {
    restart: spec.restartNonce,
    redeploy: job.savepointRedeployNonce,
    savepoint: job.savepointTriggerNonce,
    checkpoint: job.checkpointTriggerNonce,
  };
  const { artifactHeaders: headers } = values;
  const change = changeOf(object, memory, content, nonces);
  return {
    running: job.state !== "suspended",
    mode: modeOf(job.upgradeMode),
    namesMode: job.upgradeMode !== undefined,
    stakes: () => stakesOf(configured.cluster, deployedSpec(object) ?? object.spec),
    spec: content,
    generation: object.metadata.generation ?? 0,
    change,
    resize: change === "scale" && values.inPlaceScaling ? resizeOf(object, configured) : undefined,
    readinessMs: values.readinessTimeout,
    initialSavepointPath: job.initialSavepointPath,
    version,
    ...savepointsWanted(effective, values, { nonces, settings }),
    mayFallBack: values.lastStateFallback,
    maxCheckpointAgeMs: values.lastStateMaxAge,
    cancelTimeoutMs: values.cancelTimeout,
    restartsFailed: values.restartFailed,
    savepointOnDeletion: values.savepointOnDeletion,
    drainsOnDeletion: values.drainOnDeletion,
    jar: job.jarURI === undefined ? undefined : { uri: job.jarURI, ...(headers !== undefined && { headers }) },
    run: {
      flinkVersion: version,
      ...(job.entryClass !== undefined && { entryClass: job.entryClass }),
      ...(job.args !== undefined && { programArgs: job.args }),
      ...(job.parallelism !== undefined && job.parallelism > 0 && { parallelism: job.parallelism }),
      ...(typeof job.allowNonRestoredState === "boolean" && { allowNonRestoredState: job.allowNonRestoredState }),
      flinkConfiguration: submitted,
    },
  };
}

/** The scheduler is the cluster's, whatever a job says of it; what was deployed is known as long as the status still tells. */
function resizeOf(object: KubeObject, { cluster, effective, version }: Configured): Wanted["resize"] {
  const before = deployedSpec(object);
  if (before === undefined || !takesRequirements(version, cluster)) return undefined;
  const options = layer(cluster, flatten(before.flinkConfiguration).configuration);
  const [from, to] = [before, object.spec] as unknown as readonly [ConfiguredSpec, ConfiguredSpec];
  return { from: sizeOf(from, options), to: sizeOf(to, effective), way: "requirements" };
}
