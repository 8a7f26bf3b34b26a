import { cutName } from "./cut-name.ts";
import type { Happening } from "./happening.ts";
import { hashOf } from "./hash.ts";
import type { KubeObject, Names } from "./object.ts";

/** Who an Event is about. */
export type KubeEventAction = "Mirror" | "Reconcile";

/** A `core/v1` Event, attached to a resource (X9). */
export interface KubeEvent {
  readonly apiVersion: "v1";
  readonly kind: "Event";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly involvedObject: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  };
  readonly type: Happening["type"];
  readonly reason: string;
  readonly message: string;
  readonly count: 1;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly eventTime: string;
  /** `Mirror`: a backend told of it; `Reconcile`: Weir did it or saw it. */
  readonly action: KubeEventAction;
  readonly source: { readonly component: "weir" };
  readonly reportingComponent: "weir";
  readonly reportingInstance: string;
}

/** Annotation of a mirrored Event with the backend's id of what it shows. */
export const happeningAnnotation = "weir.dev/happening";

/** Characters of a reason, and bytes of a message, that the API server takes of an Event with an `eventTime`. */
const longest = { reason: 128, message: 1_024 } as const;

/** Characters that are kept of a resource's name; the API server takes 253 for that of an Event. */
const longestName = 200;

/**
 * The Kubernetes Event that shows a happening of a resource.
 *
 * Guarantees: equal for the same resource (by its uid) and happening, its name included, so that creating it twice makes
 * one; within the limits that the API server sets.
 */
export function makeKubeEvent(
  names: Names,
  object: KubeObject,
  happening: Happening,
  instanceId: string,
  action: KubeEventAction = "Mirror",
): KubeEvent {
  const { name, namespace = "", uid = "" } = object.metadata;
  const { at, id, type, reason, message } = happening;
  const second = `${at.slice(0, 19)}Z`;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: {
      name: `${cutName(name, longestName)}.${hashOf([uid, id])}`,
      namespace,
      annotations: { [happeningAnnotation]: id },
    },
    involvedObject: { apiVersion: `${names.group}/${names.version}`, kind: names.kind, namespace, name, uid },
    type,
    reason: reason.slice(0, longest.reason),
    message: inBytes(message, longest.message),
    count: 1,
    firstTimestamp: second,
    lastTimestamp: second,
    eventTime: `${at.slice(0, 26)}Z`,
    action,
    source: { component: "weir" },
    reportingComponent: "weir",
    reportingInstance: instanceId,
  };
}

/** The beginning of a text that is not longer than so many bytes in UTF-8, without half a character at its end. */
function inBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  const ellipsis = "…";
  const kept = bytes.subarray(0, most - new TextEncoder().encode(ellipsis).length);
  return new TextDecoder().decode(kept).replace(/\uFFFD+$/, "") + ellipsis;
}
