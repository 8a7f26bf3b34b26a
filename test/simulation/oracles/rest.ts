import { at, isObject } from "../../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { Intent, OperatorRecord } from "../../../shared/core/record.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import { nonceNames } from "../../../shared/kinds/vvp-deployment/nonce-memory.ts";
import { hasEnded } from "../../world/restarts.ts";
import { ownerOf } from "../owner-of.ts";
import type { Universe } from "../universe.ts";
import { leftBehind } from "../witness.ts";
import type { Oracle } from "./oracle.ts";

/** L1, L6, S1, S8: what is true of every world at rest, whatever happened before. */
export const rest: Oracle = (universe) => {
  const { server, platform } = universe;
  const objects = server.cluster.all();
  const rows = [...platform.state.rows.values()].map(({ deployment }) => deployment);
  const uids = new Set(objects.map(({ metadata }) => metadata.uid));
  const alone = rows.filter((row) => {
    const owner = ownerOf(row);
    return owner !== undefined && !uids.has(owner);
  });
  const left = alone.length === 0 ? undefined : leftBehind(server.cluster);
  const orphans = alone.filter((row) => !left?.has(ownerOf(row) ?? ""));
  return [
    ...orphans.map((row) => `S8: deployment ${row.metadata.name} is left without its resource`),
    ...objects.flatMap((object) => judge(object, rows, universe)),
  ];
};

function judge(object: KubeObject, rows: readonly unknown[], universe: Universe): string[] {
  const { name, uid = "", deletionTimestamp } = object.metadata;
  const row = rows.find((one) => ownerOf(one) === uid);
  const record = ownRecord(object);
  if (deletionTimestamp !== undefined) {
    return saysWhy(object) || awaitsUpdate(record, universe) ? [] : [`L1: ${name} is still being deleted`];
  }
  if (record === undefined) {
    const isTold = lacksRecord(record, universe) && saysLacking(object);
    return isTold || isForbidden(object, universe) ? [] : unrecorded(object, rows);
  }
  return [...judgeRecord(object, row, record, universe), ...judgeHealth(object, row, universe)];
}

function judgeRecord(object: KubeObject, row: unknown, record: OperatorRecord, universe: Universe): string[] {
  const { name, generation } = object.metadata;
  const found: string[] = [];
  // What the platform rejects holds up what stands behind it, and says so; it is tried again after WEIR_REJECTED_RETRY.
  const isHeld = record.rejected !== undefined || isForbidden(object, universe);
  const isLost = () => (row === undefined || isRemade(row, record, universe)) && isToldLost(object);
  const open = record.intents.filter((one) => !isRequest(one) || !isLost());
  if (open.length > 0 && !isHeld) found.push(`L1: ${name} has open intents: ${open.map(({ key }) => key)}`);
  if (record.generation !== generation) found.push(`L1: ${name} was not dealt with at its generation`);
  if (at(object.status, "observedGeneration") !== generation) found.push(`L3: the status of ${name} is old`);
  return found;
}

/** What is wrong with a resource that says that all is well. */
function judgeHealth(object: KubeObject, row: unknown, universe: Universe): string[] {
  const { name } = object.metadata;
  const healthy = conditionsOf(object).find(({ type }) => type === "Healthy")?.status === "True";
  if (!healthy || isPaused(object)) return [];
  if (row === undefined) return [`L1: ${name} says it is healthy and has no deployment`];
  const found: string[] = [];
  if (!isAsWanted(object, row, universe)) found.push(`L1: ${name} says it is healthy, and its deployment differs`);
  const state = at(row, "status", "state");
  if (!isState(state, at(object.spec, "deployment", "spec", "state")))
    found.push(`L3: ${name} says it is healthy, and its deployment is ${state}`);
  return found;
}

/** Whether a deployment is what its resource wants, or the resource says how it differs. */
export function isAsWanted(object: KubeObject, row: unknown, universe: Universe): boolean {
  return isToldDrift(object, universe) || contains(at(row, "spec"), at(object.spec, "deployment", "spec"));
}

/** Whether an intent is a request of a nonce. */
export function isRequest({ key }: Pick<Intent, "key">): boolean {
  return (nonceNames as readonly string[]).includes(key);
}

/** Whether the resource says that its deployment is gone: what was asked of it freezes, a request included (F13). */
function isToldLost(object: KubeObject): boolean {
  return conditionsOf(object).some(({ reason }) => reason === "AppManagerRecordNotFound");
}

/** Whether it says that its record is gone (F13). */
function saysLacking(object: KubeObject): boolean {
  return conditionsOf(object).some(({ reason }) => reason === "DBRecordMissing" || reason === "ResourceDeleted");
}

/** A name that is somebody else's from the beginning leaves nothing to put on record (R17); anything else does. */
function unrecorded({ metadata, spec }: KubeObject, rows: readonly unknown[]): string[] {
  const name = at(spec, "deployment", "metadata", "name");
  const isTaken = rows.some((row) => at(row, "metadata", "name") === name && ownerOf(row) !== metadata.uid);
  return isTaken ? [] : [`L1: ${metadata.name} has no record`];
}

/** Whether a state is the wanted one, or what became of the job by itself, also on its way there: that is no fault of the link (F5). */
function isState(state: unknown, wanted: unknown): boolean {
  return state === wanted || (wanted !== "CANCELLED" && hasEnded(state));
}

/** Deletion waits for a job that the spec still wants, and says so (R107, R108). */
function saysWhy(object: KubeObject): boolean {
  const isWanted = at(object.spec, "deployment", "spec", "state") !== "CANCELLED";
  return isWanted && conditionsOf(object).some(({ type, status }) => type === "Healthy" && status !== "True");
}

/** What differs may be drift: somebody's, or where a process ended that could not note that nobody answered its update. */
function isToldDrift(object: KubeObject, { met, done }: Universe): boolean {
  const mayDiffer =
    done.has("driftValue") || met.some(({ fault }) => fault.startsWith("crash") || fault === "terminated");
  return mayDiffer && conditionsOf(object).some(({ type, status }) => type === "DriftDetected" && status === "True");
}

/** Deletion waits until a definition in doubt can no longer be applied, and goes on with the next tick (S8). */
export function awaitsUpdate(record: OperatorRecord | undefined, { setting, now }: Universe): boolean {
  const late = record?.late;
  return late?.creates === true && now() < late.at + setting.quarantineMs + setting.tickMs;
}

/** Whether a deployment is not the one on record: somebody took that away, and a definition that was under way made it anew. */
export function isRemade(row: unknown, record: OperatorRecord | undefined, { done }: Pick<Universe, "done">): boolean {
  if (row === undefined || record?.id === undefined || !done.has("loseDeployment")) return false;
  return record.id !== at(row, "metadata", "id");
}

/** Whether somebody has taken its record away. */
export function lacksRecord(record: OperatorRecord | undefined, { done }: Pick<Universe, "done">): boolean {
  return record === undefined && (done.has("loseRecord") || done.has("loseSettledRecord"));
}

/** Whether its spec breaks a rule, which admission would have denied: nothing is projected until it is mended. */
export function isForbidden(object: KubeObject, { settings }: Pick<Universe, "settings">): boolean {
  return vvpDeployment.validate({ object, settings }).length > 0;
}

/** Whether its nonces wait for the job, as its user wants it. */
export function awaitsJob({ metadata }: KubeObject, row: unknown): boolean {
  return metadata.annotations?.["weir.dev/nonce-policy"] === "Wait" && at(row, "status", "state") !== "RUNNING";
}

/** Whether its user keeps Weir from projecting it. */
export function isPaused({ metadata }: KubeObject): boolean {
  return metadata.annotations?.["weir.dev/paused"] === "true";
}

/** Whether everything that is asked for is so; what nobody asked for may be there as well. */
function contains(actual: unknown, wanted: unknown): boolean {
  if (actual === wanted) return true;
  if (!isObject(wanted)) return JSON.stringify(actual) === JSON.stringify(wanted);
  return Object.entries(wanted).every(([key, value]) => contains(at(actual, key), value));
}
