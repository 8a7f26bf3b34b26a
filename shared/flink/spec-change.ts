import { hashOf } from "../core/hash.ts";
import { isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { KubeObject } from "../core/object.ts";
import { oncePer } from "../core/once-per.ts";
import type { UpgradeMode } from "./choose-stop.ts";
import { flatten } from "./configuration.ts";
import { deployedSpec } from "./deployed-spec.ts";
import { diffSpecs } from "./diff.ts";
import { layer, withoutOperatorKeys } from "./layers.ts";
import type { FlinkMemory } from "./memory.ts";

/** How far the spec is from what was deployed last, in the order of what it costs (2.5). */
export type Change = "none" | "scale" | "upgrade" | "redeploy";

/** The guide's `stateful` is last state; without a word, state is kept where there is any. */
export function modeOf(mode: string | undefined): UpgradeMode {
  return mode === "stateless" || mode === "savepoint" ? mode : "last-state";
}

/** How far a spec is from what was deployed last. */
export function changeOf(
  object: KubeObject,
  memory: FlinkMemory | undefined,
  content: string,
  { restart, redeploy }: { readonly restart: number | undefined; readonly redeploy: number | undefined },
): Change {
  if (memory === undefined) return "none";
  if (redeploy !== undefined && redeploy !== memory.nonces?.redeploy) return "redeploy";
  if (restart !== undefined && restart !== memory.nonces?.restart) return "upgrade";
  if (content !== memory.spec) return differenceOf(object, memory);
  // What was begun for another size is taken back, or carried to its end.
  return memory.scaling === undefined ? "none" : "scale";
}

/**
 * What differs from what was deployed, which may be only the wording, as far as the status still tells what that was. What
 * another Weir put on record, which may have taken other wordings for one, is compared by that alone: without it nothing is
 * known to have changed, and no job is restarted for a new Weir.
 */
function differenceOf(object: KubeObject, memory: FlinkMemory): Change {
  const before = deployedSpec(object);
  if (before === undefined || !isOnRecord(before, memory) || !isObject(object.spec)) {
    return isOurHash(memory.spec) ? "upgrade" : "none";
  }
  const { class: found } = diffSpecs(before, object.spec);
  if (found === "SCALE") return "scale";
  return found === "IGNORE" || found === "APPLY" ? "none" : "upgrade";
}

/** True for a spec that the record vouches for as the one that was deployed, but for `job.state`. */
export function isOnRecord(deployed: JsonObject, { spec, written }: Pick<FlinkMemory, "spec" | "written">): boolean {
  return hashOf(asWritten(deployed)) === written || specHash(deployed) === spec;
}

/** Raised with every change of what `withoutIgnored` makes of a spec. */
const hashVersion = "1.";

/** The hash that names what a spec deploys; its beginning tells by which rule. */
export function specHash(spec: JsonValue): string {
  return isObject(spec) ? hashOfSpec(spec) : makeHash(spec);
}

const hashOfSpec = oncePer((spec: JsonObject) => makeHash(spec));

function makeHash(spec: JsonValue): string {
  return `${hashVersion}${hashOf(withoutIgnored(spec))}`;
}

function isOurHash(hash: string): boolean {
  return hash.startsWith(hashVersion);
}

/**
 * The memory with the spec as the status keeps it, so that a later Weir can verify that; and where another Weir named the
 * spec, with the hash that this one gives it, once nothing else has changed.
 */
export function noteSpec(
  memory: FlinkMemory,
  { spec: object }: KubeObject,
  wanted: WantedSpec | undefined,
): FlinkMemory {
  if (wanted === undefined || object === undefined) return memory;
  const { spec, change } = wanted;
  const isFormer = memory.phase === "deployed" && change === "none" && !isOurHash(memory.spec);
  const known = isFormer ? { ...memory, spec, ...(memory.stable === memory.spec && { stable: spec }) } : memory;
  return known.spec === spec ? { ...known, written: hashOf(asWritten(object)) } : known;
}

interface WantedSpec {
  readonly spec: string;
  readonly change: Change;
}

/** A spec as it is in `lastReconciledSpec`, where `job.state` tells of the cluster and not of the wish; never to be changed. */
function asWritten(spec: JsonValue): JsonValue {
  if (!isObject(spec) || !isObject(spec.job)) return spec;
  const { state: _, ...job } = spec.job;
  return { ...spec, job };
}

/** Fields of `spec.job` that change nothing about what runs (2.5); the nonces and the state are judged by themselves. */
const ignoredOfJob: ReadonlySet<string> = new Set([
  "state",
  "upgradeMode",
  "initialSavepointPath",
  "allowNonRestoredState",
  "savepointTriggerNonce",
  "checkpointTriggerNonce",
  "savepointRedeployNonce",
  "autoscalerResetNonce",
]);

/** A spec without what may change while the job runs on (2.5). */
function withoutIgnored(spec: JsonValue): JsonValue {
  if (!isObject(spec)) return spec;
  const { restartNonce: _restart, ingress: _beside, job, flinkConfiguration, ...rest } = spec;
  const kept = (object: JsonObject, drops: (key: string) => boolean) =>
    Object.keys(object).some(drops)
      ? Object.fromEntries(Object.entries(object).filter(([key]) => !drops(key)))
      : object;
  const options = withoutOperatorKeys(layer(flatten(flinkConfiguration).configuration));
  return {
    ...rest,
    flinkConfiguration: kept(options, (key) => key === "parallelism.default"),
    ...(isObject(job) && { job: kept(job, (key) => ignoredOfJob.has(key)) }),
  };
}
