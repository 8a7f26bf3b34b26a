import type { JsonObject } from "../core/json.ts";
import type { Permission } from "../core/kind.ts";
import type { KubeObject } from "../core/object.ts";
import type { DesiredObject, ObjectKind } from "../ports/objects.ts";
import { flinkApi } from "./api.ts";
import type { MadeSnapshot } from "./snapshot-memory.ts";

/** The kind of snapshots, as a dependent. */
export const snapshots: ObjectKind = { ...flinkApi, kind: "FlinkStateSnapshot", plural: "flinkstatesnapshots" };

/** What a job does with them at the API server. */
export const ofSnapshots: Permission = {
  group: snapshots.group,
  resource: snapshots.plural,
  verbs: ["create", "patch", "delete"],
  why: "Savepoints and checkpoints that Weir takes by itself are resources, which it removes by number and age.",
};

/** Characters of a job's name that are kept in that of its snapshots; the API server takes 253 in all. */
const longestName = 210;

/** The longest value of a label. */
const longestLabel = 63;

/** The Apache operator's name for a snapshot that it makes itself (1.6): the same whenever it is made. */
export function snapshotName({ metadata }: KubeObject, { of, by, at }: MadeSnapshot): string {
  return `${metadata.name.slice(0, longestName)}-${of}-${by.toLowerCase()}-${at}`;
}

/** A resource for a savepoint that Weir took, which is there already. */
export function makeSavepointResource(
  job: KubeObject,
  made: MadeSnapshot,
  savepoint: { readonly path: string; readonly formatType: string; readonly disposeOnDelete: boolean },
): DesiredObject {
  return makeSnapshot(job, made, { savepoint: { ...savepoint, alreadyExists: true } });
}

/** A resource that has a checkpoint taken. */
export function makeCheckpointResource(job: KubeObject, made: MadeSnapshot): DesiredObject {
  return makeSnapshot(job, made, { checkpoint: {} });
}

/** It has no owner: a snapshot outlives its job (1.6). */
function makeSnapshot(job: KubeObject, made: MadeSnapshot, what: JsonObject): DesiredObject {
  const { name, namespace = "" } = job.metadata;
  const { kind = "" } = job;
  const { group, version } = snapshots;
  const labels = {
    "snapshot.type": made.of.toUpperCase(),
    "snapshot.trigger-type": made.by,
    "job-reference.kind": kind,
    ...(name.length <= longestLabel && { "job-reference.name": name }),
  };
  return {
    apiVersion: `${group}/${version}`,
    kind: snapshots.kind,
    metadata: { name: snapshotName(job, made), namespace, labels },
    spec: { ...what, jobReference: { kind, name } },
  };
}
