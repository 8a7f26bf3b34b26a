import type { Plan } from "../core/action.ts";
import type { Decision } from "../core/chain.ts";
import type { KubeObject } from "../core/object.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { ObjectAction } from "../ports/objects.ts";
import type { SavepointsWanted } from "./decide-savepoint.ts";
import { isPaused } from "./held-rules.ts";
import type { JobLook } from "./looks.ts";
import { type FlinkMemory, toMemory } from "./memory.ts";
import { isDueSince } from "./period.ts";
import { expiredOf } from "./snapshot-history.ts";
import type { MadeSnapshot } from "./snapshot-memory.ts";
import { makeCheckpointResource, makeSavepointResource, snapshotName, snapshots } from "./snapshot-resource.ts";
import { atLeast, findFlinkVersion } from "./versions.ts";

/** What the resources of a job's snapshots follow from. */
export interface Showing {
  readonly object: KubeObject;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly record: OperatorRecord | undefined;
  readonly memory: FlinkMemory | undefined;
  readonly job: JobLook;
  readonly wanted: SavepointsWanted | undefined;
}

type Rule = Decision<Showing, Plan<ObjectAction>>;

/** Makes the resource of a savepoint that Weir took. */
export const recordSavepoint: Rule = {
  name: "record-savepoint",
  why: "A savepoint has a resource, which outlives its job. Its name follows from the record, so that there is one however often it is made.",
  decide: (view) => {
    const { object, memory, wanted } = view;
    if (memory?.taken === undefined || wanted?.snapshots.asResources !== true || isPaused(object)) return undefined;
    const { path, by, at, formatType = wanted.savepointFormat } = memory.taken;
    if (memory.snapshots?.shown === at) return undefined;
    const savepoint = { path, formatType, disposeOnDelete: wanted.snapshots.disposes };
    const resource = makeSavepointResource(object, { of: "savepoint", by, at }, savepoint);
    return show(view, memory, "The savepoint gets its FlinkStateSnapshot.", [
      { type: "kubernetes/apply", kind: snapshots, object: resource },
    ]);
  },
};

/** Has a checkpoint taken that a nonce or a period asks for. */
export const askCheckpoint: Rule = {
  name: "ask-checkpoint",
  why: "A FlinkStateSnapshot takes a checkpoint and follows it by itself. That it is asked for is on record before it is made (D6).",
  decide: (view) => {
    const { object, memory, wanted, job } = view;
    if (memory?.phase !== "deployed" || job.found !== "job" || job.job.state !== "RUNNING") return undefined;
    if (wanted?.snapshots.asResources !== true || !takesCheckpoints(memory)) return undefined;
    const { checkpoint = undefined } = memory.snapshots ?? {};
    const asked = checkpoint?.open === true ? checkpoint : newCheckpoint(view, memory, wanted);
    if (asked === undefined) return undefined;
    const nonce = asked.by === "MANUAL" ? wanted.nonces.checkpoint : undefined;
    const known: FlinkMemory = {
      ...memory,
      nonces: { ...memory.nonces, ...(nonce !== undefined && { checkpoint: nonce }) },
      snapshots: { ...memory.snapshots, checkpoint: { ...asked, open: true } },
    };
    const resource = makeCheckpointResource(object, { of: "checkpoint", by: asked.by, at: asked.at });
    return show(view, known, "A checkpoint is asked for.", [
      { type: "kubernetes/apply", kind: snapshots, object: resource },
    ]);
  },
};

/** Removes resources of snapshots that are too many, or too old. */
export const tidySnapshots: Rule = {
  name: "tidy-snapshots",
  why: "What Weir made by itself it removes by number and age; the newest stays, and so does what a user asked for.",
  decide: (view) => {
    const { object, memory, wanted, now } = view;
    if (memory === undefined || wanted?.snapshots.cleansUp !== true) return undefined;
    const expired = expiredOf(memory.snapshots, wanted.history, now);
    if (expired.length === 0) return undefined;
    const { namespace = "" } = object.metadata;
    const remove = (one: MadeSnapshot & { readonly uid: string }): ObjectAction => {
      const key = { namespace, name: snapshotName(object, one) };
      return { type: "kubernetes/delete", kind: snapshots, key, seen: { uid: one.uid } };
    };
    return show(view, memory, "Snapshots beyond number and age are removed.", expired.map(remove));
  },
};

function show(view: Showing, memory: FlinkMemory, why: string, actions: readonly ObjectAction[]): Plan<ObjectAction> {
  const intents = view.record?.intents ?? [];
  return { why, intents, memory: { before: toMemory(memory) }, actions, revisit: "moving" };
}

function takesCheckpoints({ version }: FlinkMemory): boolean {
  const known = findFlinkVersion(version)?.name;
  return known === undefined || atLeast(known, "v1_17");
}

/** A nonce that was never seen asks for one; a period counts from the last, and else from the deploy. */
function newCheckpoint({ now }: Showing, memory: FlinkMemory, { nonces, checkpointPeriod }: SavepointsWanted) {
  const last = memory.snapshots?.checkpoint?.at ?? 0;
  const at = Math.max(now, last + 1);
  if (nonces.checkpoint !== undefined && nonces.checkpoint !== memory.nonces?.checkpoint) {
    return { at, by: "MANUAL" } as const;
  }
  const isDue = isDueSince(checkpointPeriod, Math.max(memory.at, last), now);
  return isDue ? ({ at, by: "PERIODIC" } as const) : undefined;
}
