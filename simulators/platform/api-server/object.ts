import type { Json, JsonObject } from "./json.ts";

/** One entry of `metadata.managedFields`. */
export interface ManagedFields extends JsonObject {
  manager: string;
  operation: string;
  apiVersion: string;
  /** Absent where an apply took over what was there already. */
  time?: string;
  fieldsType: string;
  fieldsV1: JsonObject;
}

/** `metadata` of a stored object. */
export interface ObjectMeta extends JsonObject {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  managedFields?: ManagedFields[];
}

/** An object as the API carries it. What the store hands out is shared: never change it. */
export interface KubeObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** Time as the API writes it (RFC 3339, whole seconds), from milliseconds since 1970. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** A copy of the object with some metadata set or (undefined) removed. */
export function withMeta(object: KubeObject, changes: { [key in keyof ObjectMeta]: Json | undefined }): KubeObject {
  const metadata = Object.fromEntries(
    Object.entries({ ...object.metadata, ...changes }).filter(([, value]) => value !== undefined),
  );
  return { ...object, metadata };
}
