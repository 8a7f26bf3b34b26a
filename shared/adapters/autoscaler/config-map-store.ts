import type { JobContext } from "../../autoscaler/cycle/job-context.ts";
import type { StateStore, StoredState } from "../../autoscaler/cycle/ports.ts";
import type { AutoscalerState } from "../../autoscaler/state/state.ts";
import { cutName } from "../../core/cut-name.ts";
import { isOperatorError, OperatorError } from "../../core/error.ts";
import { hashOf } from "../../core/hash.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { DesiredObject, Objects } from "../../ports/objects.ts";
import { toText } from "./config-map-text.ts";
import { configMaps, type HeldState, isStateMap, stateMapLabels as labels, readStateMap } from "./read-state-map.ts";

/** A resource with a job, as its state is kept for it. */
export interface OwnedJob extends JobContext {
  readonly owner: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  };
  /** Tells what the user says of the job's size; what was decided for another one is not desired any more. */
  readonly basis: string;
  /** The same of the memory of its TaskManagers; absent where that is not tuned. */
  readonly memoryBasis?: string;
  /** A new one has everything forgotten; absent where none is set. */
  readonly nonce?: number;
}

/** Where the state of a resource's job is kept. */
export function stateMapOf({ namespace, kind, name }: Pick<OwnedJob["owner"], "namespace" | "kind" | "name">) {
  const whole = `autoscaler.${kind.toLowerCase()}.${name}`;
  const short = `${cutName(whole, 200)}.${hashOf(name)}`;
  return { namespace, name: whole.length > 253 ? short : whole };
}

/**
 * The state of each job in a ConfigMap of its own beside its resource, with which it goes; what came of the last cycle and
 * what is desired stand in it as plain texts too, for `kubectl get configmap -o yaml`.
 *
 * Guarantees: one read to load and one write to save; every write has the resourceVersion that was read as its precondition,
 * so that of two writers one wins. What is too large loses samples first (`toText`). A text that is no state counts as none
 * and is told to `report`.
 * Caveats: a ConfigMap of that name that Weir did not make is `Rejected`, and left alone.
 */
export function makeConfigMapStore<Job extends OwnedJob>(
  objects: Objects,
  report: (job: Job, message: string) => void,
): StateStore<Job> {
  return {
    load: async (job, signal) => {
      const found = await objects.get(configMaps, stateMapOf(job.owner), signal);
      return found && toStored(job, found, report);
    },
    save: async (job, state, version, signal) => {
      try {
        await write(objects, job, state, version, signal);
        return "saved";
      } catch (error) {
        if (isOperatorError(error) && (error.code === "Conflict" || error.code === "Missing")) return "conflict";
        throw error;
      }
    },
    remove: async ({ key }, signal) => {
      const [kind = "", namespace = "", name = ""] = key.split("/");
      const place = stateMapOf({ kind, namespace, name });
      const found = await objects.get(configMaps, place, signal);
      if (found === undefined || !isStateMap(found)) return;
      await objects.delete(configMaps, place, { uid: found.metadata.uid ?? "" }, signal);
    },
  };
}

function toStored<Job extends OwnedJob>(
  job: Job,
  found: KubeObject,
  report: (job: Job, message: string) => void,
): StoredState {
  const { name, resourceVersion: version = "" } = found.metadata;
  const held = readStateMap(found, job);
  switch (held.kind) {
    case "foreign":
      throw new OperatorError("Rejected", `ConfigMap ${name} was not made by Weir, and stays as it is`);
    case "former":
    case "reset":
      return { state: undefined, version };
    case "unreadable":
      report(job, `ConfigMap ${name} holds no state of an autoscaler; the job is judged anew`);
      return { state: undefined, version };
    case "state":
      return { state: withWhatHolds(held), version };
  }
}

function withWhatHolds({ state, ...has }: Extract<HeldState, { readonly kind: "state" }>): AutoscalerState {
  const { desired, ...rest } = state;
  if (desired === undefined || has.hasNewSize) return rest;
  const { configuration: _, ...size } = desired;
  return has.hasNewMemory ? { ...rest, desired: size } : state;
}

async function write(
  objects: Objects,
  job: OwnedJob,
  state: AutoscalerState,
  version: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const place = stateMapOf(job.owner);
  const text = toText(state);
  if (text === undefined) throw new OperatorError("Rejected", `the state of ${job.key} is too large for a ConfigMap`);
  const { namespace, ...reference } = job.owner;
  const metadata = { labels, ownerReferences: [{ ...reference, controller: false, blockOwnerDeletion: false }] };
  const data = dataOf(job, state, text);
  if (version !== undefined) {
    const patch = { metadata: { ...metadata, resourceVersion: version }, data };
    await objects.patch(configMaps, place, patch as unknown as JsonObject, signal);
    return;
  }
  const known = Object.entries(data).filter(([, value]) => value !== null);
  const body = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...place, ...metadata },
    data: Object.fromEntries(known),
  };
  await objects.create(configMaps, body as unknown as DesiredObject, signal);
}

/** Null where there is nothing, which takes away what was there. */
function dataOf({ owner, basis, memoryBasis, nonce }: OwnedJob, { latest, desired }: AutoscalerState, state: string) {
  const wish = Object.entries(desired?.parallelism ?? {}).map(([id, parallelism]) => `${id}:${parallelism}`);
  return {
    owner: owner.uid,
    basis,
    memoryBasis: memoryBasis ?? null,
    nonce: nonce === undefined ? null : String(nonce),
    why: latest === undefined ? null : `${new Date(latest.at).toISOString()} ${latest.reason}: ${latest.message}`,
    desired: wish.length === 0 ? null : wish.sort().join(),
    state,
  } satisfies Readonly<Record<string, JsonValue>>;
}
