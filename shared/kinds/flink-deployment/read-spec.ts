import { hashOf } from "../../core/hash.ts";
import { at, isObject } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { oncePer } from "../../core/once-per.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import { validate } from "../../core/validate.ts";
import { stakesOf } from "../../flink/at-stake.ts";
import { type FlinkConfiguration, flatten } from "../../flink/configuration.ts";
import { deployedSpec, storedSpec } from "../../flink/deployed-spec.ts";
import type { ConfiguredSpec } from "../../flink/deployment-spec.ts";
import { jobGaps, jobIdKey } from "../../flink/effective.ts";
import { endpointOf } from "../../flink/endpoint.ts";
import { footprintOf } from "../../flink/footprint.ts";
import { formerOf } from "../../flink/former.ts";
import { healthLimitsOf } from "../../flink/health-limits.ts";
import { isHighlyAvailable } from "../../flink/high-availability.ts";
import { layer } from "../../flink/layers.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { type OptionValues, readOptions } from "../../flink/options/read-options.ts";
import { optionsOf } from "../../flink/rules/option-rules.ts";
import { configurationOf, defaultsOf } from "../../flink/rules/review-configuration.ts";
import { savepointsWanted } from "../../flink/savepoints-wanted.ts";
import { scaleWayOf, sizeOf } from "../../flink/scale.ts";
import { changeOf, modeOf, specHash } from "../../flink/spec-change.ts";
import { optionOf } from "../../flink/spellings.ts";
import { newestVersion } from "../../flink/versions.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { type LastWishes, readLastWishes } from "./last-wishes.ts";
import { planObjects } from "./plan-objects.ts";
import { rules } from "./rules.ts";
import { type FlinkDeploymentSpec, spec as schema } from "./schema.ts";
import type { Wanted } from "./wanted.ts";

/** What a spec comes to. */
export interface ReadSpec {
  /** What the spec in force asks for; undefined where there is none. */
  readonly wanted: Wanted | undefined;
  /** The resource with that spec: its own, or while that breaks a rule the one that was deployed last (2.1). */
  readonly inForce: KubeObject;
  /** What is wrong with its own. */
  readonly violations: readonly Violation[];
  readonly endpoint: FlinkEndpoint;
  readonly lastWishes: LastWishes;
}

/** Reads a spec as it was stored, sound or not. */
export function readSpec(object: KubeObject, memory: FlinkMemory | undefined, settings: Settings): ReadSpec {
  const own = readOwn(object, memory, settings);
  const former = own.wanted === undefined && memory !== undefined ? formerOf(object, memory) : undefined;
  const before = former && readOwn(former, memory, settings);
  const { violations } = own;
  const { wanted, endpoint } = before?.wanted === undefined ? own : before;
  const inForce = former === undefined || before?.wanted === undefined ? object : former;
  const lastWishes = readLastWishes({ object, former, memory, wanted, settings });
  return { wanted, inForce, violations, endpoint, lastWishes };
}

type Own = Pick<ReadSpec, "wanted" | "violations" | "endpoint">;

function readOwn(object: KubeObject, memory: FlinkMemory | undefined, settings: Settings): Own {
  const review = { object, settings };
  const defaults = defaultsOf(review);
  const configuration = configurationOf(review);
  const endpoint = endpointOf(object, configuration);
  const violations = validate({ schema: { spec: schema }, rules }, review);
  if (violations.length > 0) return { wanted: undefined, violations, endpoint };
  const values = optionsOf(review);
  const wanted = toWanted(object, memory, { configuration, defaults, values, settings });
  return { wanted, violations, endpoint };
}

/**
 * What the last stable spec asks for, as long as the status still has it as it was (2.9); undefined where it does not. It is no
 * change that a user makes, so that no rule about changes judges it.
 */
export function readStable(object: KubeObject, memory: FlinkMemory, settings: Settings): Wanted | undefined {
  const spec = storedSpec(object, "lastStableSpec");
  if (spec === undefined || specHash(spec) !== memory.stable) return undefined;
  const { status: _changes, ...bare } = object;
  return readOwn({ ...bare, spec }, memory, settings).wanted;
}

interface Configured {
  readonly configuration: FlinkConfiguration;
  readonly defaults: FlinkConfiguration;
  readonly values: OptionValues;
  readonly settings: Settings;
}

function toWanted(object: KubeObject, memory: FlinkMemory | undefined, configured: Configured): Wanted {
  const { configuration, defaults, values, settings } = configured;
  const spec = object.spec as unknown as FlinkDeploymentSpec;
  const { job } = spec;
  const ha = isHighlyAvailable(configuration);
  const endpoint = endpointOf(object, configuration).url;
  const content = specHash(object.spec ?? {});
  const nonces = {
    restart: spec.restartNonce,
    redeploy: job?.savepointRedeployNonce,
    savepoint: job?.savepointTriggerNonce,
    checkpoint: job?.checkpointTriggerNonce,
  };
  const change = changeOf(object, memory, content, nonces);
  const changesVersion = memory !== undefined && memory.version !== spec.flinkVersion;
  return {
    kind: job === undefined ? "session" : "application",
    running: job?.state !== "suspended",
    mode: modeOf(job?.upgradeMode),
    namesMode: job?.upgradeMode !== undefined,
    stakes: () => stakesOf(defaults, deployedSpec(object) ?? object.spec),
    spec: content,
    generation: object.metadata.generation ?? 0,
    change,
    initialSavepointPath: job?.initialSavepointPath,
    jobId: optionOf(configuration, jobIdKey),
    endpoint,
    standalone: spec.mode === "standalone",
    ha,
    keepsHa: ha && memory?.ha === true && !changesVersion,
    version: spec.flinkVersion ?? newestVersion,
    changesVersion,
    ...savepointsWanted(configuration, values, { nonces, settings }),
    mayFallBack: values.lastStateFallback,
    cancels: values.lastStateCancels,
    maxCheckpointAgeMs: values.lastStateMaxAge,
    recovers: values.jobManagerRecovery,
    shutdownTtlMs: values.shutdownTtl,
    cancelTimeoutMs: values.cancelTimeout,
    cleanupTimeoutMs: values.cleanupTimeout,
    health: job && healthLimitsOf(values, layer(jobGaps("", job.upgradeMode), configuration)),
    restartsFailed: values.restartFailed,
    rollbackAfterMs: values.rollback && mayGoBack(object) ? values.readinessTimeout : undefined,
    resize: change === "scale" && values.inPlaceScaling ? resizeOf(object, configured) : undefined,
    footprint: footprintOf(spec as unknown as ConfiguredSpec, configuration),
    readinessMs: values.readinessTimeout,
    ingress: isObject(spec.ingress) ? hashOf([spec.ingress, endpoint]) : undefined,
    managesIngress: managesIngress(settings),
    objects: (facts) => planObjects(object, { spec, configuration, defaults, values }, facts),
  };
}

/** Another version of Flink may not read what this one has written, checkpoints and metadata, so that nothing goes back to it. */
function mayGoBack(object: KubeObject): boolean {
  const before = at(storedSpec(object, "lastStableSpec"), "flinkVersion");
  return before === undefined || before === at(object.spec, "flinkVersion");
}

/** What was deployed last, as long as the status still tells; a change of size is known by nothing else. */
function resizeOf(object: KubeObject, { configuration, defaults }: Configured): Wanted["resize"] {
  const spec = object.spec as unknown as ConfiguredSpec;
  const before = deployedSpec(object);
  const way = scaleWayOf(spec, configuration);
  if (before === undefined || way === undefined) return undefined;
  const options = layer(defaults, flatten(before.flinkConfiguration).configuration);
  return { from: sizeOf(before as unknown as ConfiguredSpec, options), to: sizeOf(spec, configuration), way };
}

/** An option of the operator alone, whatever a resource says. */
const managesIngress = oncePer(
  ({ flinkConfiguration = {}, flinkDefaults: defaults = "guide" }: Settings): boolean =>
    readOptions(flinkConfiguration, { defaults, scope: "operator" }).values.managesIngress,
);
