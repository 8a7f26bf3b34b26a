import { hashOf } from "./hash.ts";
import { isObject, member } from "./json.ts";
import type { Inputs } from "./kind.ts";
import { finalizer, type KubeObject } from "./object.ts";
import { oncePer } from "./once-per.ts";
import { readRecord, recordAnnotation } from "./record.ts";

/** Annotations of this prefix are Weir's own, and input, the record aside. */
export const ownPrefix = "weir.dev/";

/** What kubectl keeps of the last apply; it tells nothing that the object does not. */
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Hash of what counts as input besides the spec: the kind's labels and annotations, and every `weir.dev/*` of the user's.
 * Total on any JSON, since it also looks at the body of an event.
 */
export function inputHash(object: KubeObject, inputs: Inputs): string {
  return hashes(inputs)(object);
}

/** An object is hashed once for each kind's inputs, although an event, a look and what remains of it ask for that. */
const hashes = oncePer((inputs: Inputs) => oncePer((object: KubeObject) => hashInputs(object, inputs)));

function hashInputs(object: KubeObject, inputs: Inputs): string {
  const { labels, annotations } = object.metadata;
  const any = inputs.annotations === "any";
  const counting = Object.keys(isObject(annotations) ? annotations : {}).filter(
    (key) => (any ? key !== lastApplied : key.startsWith(ownPrefix)) && key !== recordAnnotation,
  );
  return hashOf({
    labels: inputs.labels.map((key) => member(labels, key) ?? null),
    annotations: inputs.annotations === "any" ? [] : inputs.annotations.map((key) => member(annotations, key) ?? null),
    own: counting.sort().map((key) => [key, member(annotations, key) ?? null]),
  });
}

/**
 * True when an object, as an event's body shows it, holds nothing that a pass has not dealt with: the echo of a write of
 * our own (D8). A body may decide to do nothing, and only that (D1). Total on any JSON object.
 */
export function isEcho(object: KubeObject, inputs: Inputs): boolean {
  const { metadata } = object;
  if (!isObject(metadata) || metadata.deletionTimestamp !== undefined) return false;
  if (!Array.isArray(metadata.finalizers) || !metadata.finalizers.includes(finalizer)) return false;
  const reading = readRecord(object);
  if (reading.state !== "own") return false;
  const { record } = reading;
  if (record.intents.length > 0 || record.generation !== metadata.generation) return false;
  return record.input === inputHash(object, inputs);
}
