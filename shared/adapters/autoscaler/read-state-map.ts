import type { AutoscalerState } from "../../autoscaler/state/state.ts";
import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { ObjectKind } from "../../ports/objects.ts";
import { fromText } from "./config-map-text.ts";

/** What the state of a job is kept in. */
export const configMaps: ObjectKind = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" };

/** By these a ConfigMap is known as Weir's. */
export const stateMapLabels = {
  "app.kubernetes.io/part-of": "weir",
  "app.kubernetes.io/component": "autoscaler",
} as const;

/** What a ConfigMap holds for a resource. */
export type HeldState =
  /** Nothing: Weir did not make it, or it is of a former resource of that name, or all is to be forgotten. */
  | { readonly kind: "foreign" | "former" | "reset" }
  /** No state that this version can read. */
  | { readonly kind: "unreadable" }
  /** What the user says of size and memory since is new where it is; what was decided of it is not desired any more. */
  | {
      readonly kind: "state";
      readonly state: AutoscalerState;
      readonly hasNewSize: boolean;
      readonly hasNewMemory: boolean;
    };

/** True for a ConfigMap that Weir made to keep a state in. */
export function isStateMap({ metadata }: KubeObject): boolean {
  return Object.entries(stateMapLabels).every(([key, value]) => metadata.labels?.[key] === value);
}

/** The resource that a state is read for: who it is, and what its user says (see `OwnedJob`). */
export interface StateOwner {
  readonly owner: { readonly uid: string };
  readonly basis: string;
  readonly memoryBasis?: string;
  readonly nonce?: number;
}

/** What a ConfigMap holds for a resource; total. */
export function readStateMap(found: KubeObject, { owner, basis, memoryBasis, nonce }: StateOwner): HeldState {
  if (!isStateMap(found)) return { kind: "foreign" };
  const data = at(found, "data");
  if (at(data, "owner") !== owner.uid) return { kind: "former" };
  if (nonce !== undefined && at(data, "nonce") !== String(nonce)) return { kind: "reset" };
  const text = at(data, "state");
  const state = typeof text === "string" ? fromText(text) : undefined;
  if (state === undefined) return { kind: "unreadable" };
  const hasNewMemory = at(data, "memoryBasis") !== memoryBasis;
  return { kind: "state", state, hasNewSize: at(data, "basis") !== basis, hasNewMemory };
}
