import { at } from "../../../shared/core/json.ts";
import { ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { nonceNames, requestedValue } from "../../../shared/kinds/vvp-deployment/nonce-memory.ts";
import type { Fault } from "../faults.ts";
import { ownerOf } from "../owner-of.ts";
import type { Universe } from "../universe.ts";
import { wasLate } from "./late.ts";
import type { Oracle } from "./oracle.ts";
import { awaitsJob, isForbidden, isPaused, isRemade } from "./rest.ts";

/** S5: no status goes back to an older generation of the same object. */
export const forward = ({ server }: Pick<Universe, "server">): readonly string[] => {
  const seen = new Map<string, number>();
  return server.cluster.changes.flatMap(({ object: { metadata, status } }) => {
    const { uid = "", name } = metadata;
    const generation = at(status, "observedGeneration");
    if (typeof generation !== "number") return [];
    const before = seen.get(uid) ?? 0;
    seen.set(uid, Math.max(before, generation));
    return generation < before
      ? [`S5: the status of ${name} went back from generation ${before} to ${generation}`]
      : [];
  });
};

/** S2: no request of a nonce is carried out twice, and none that nobody made. */
export const once: Oracle = (universe) => {
  const { records } = universe.witness.requests;
  const [savepoints, restarts] = [acceptedOf(records, "savepoint", "register"), acceptedOf(records, "restart")];
  const { marks, stops } = universe.witness.restarts;
  const taken = savepointsOf(universe);
  const carried = marks.slice(1);
  return [
    ...doubles(taken).map((mark) => `S2: savepoint ${mark} was taken twice`),
    ...doubles(carried)
      .filter(() => !mayLoseMark(universe))
      .map((mark) => `S2: restart ${mark} was carried out twice`),
    ...taken.filter((mark) => !savepoints.has(mark)).map((mark) => `S2: savepoint ${mark} was never accepted`),
    ...carried
      .filter((mark) => (mark === undefined ? !mayLoseMark(universe) : !restarts.has(mark)))
      .map((mark) => `S2: restart ${mark ?? "without a mark"} was never accepted`),
    ...(carried.length + stops > restarts.size && isSteady(universe)
      ? [`S2: ${restarts.size} restarts were accepted, ${carried.length} and ${stops} stops were seen`]
      : []),
  ];
};

/** L2, S4: every nonce that still stands ended as processed or as blocked, and every savepoint accepted was taken or blocked. */
export const answered: Oracle = (universe) => {
  const objects = universe.server.cluster.all();
  const open = objects.flatMap((object) => unanswered(object).map((line) => ({ object, line })));
  return [
    ...lostSavepoints(universe),
    ...open.filter(({ object }) => !mayWait(object, universe)).map(({ line }) => line),
  ];
};

function lostSavepoints(universe: Universe): string[] {
  const { witness, platform, server } = universe;
  const { records } = witness.requests;
  const accepted = records.flatMap(({ uid, intents }) =>
    intents.filter(({ key }) => key === "savepoint").map((intent) => ({ uid, intent })),
  );
  if (accepted.length === 0) return [];
  const taken = new Set(savepointsOf(universe));
  const owners = new Set([...platform.state.rows.values()].map(({ deployment }) => ownerOf(deployment)));
  const burnt = new Set(records.flatMap((one) => one.nonces?.savepoint?.burnt ?? []));
  // A deletion ends what was asked for.
  const gone = new Set(
    server.cluster.changes.flatMap(({ type, object: { metadata } }) =>
      type === "delete" || metadata.deletionTimestamp !== undefined ? [metadata.uid] : [],
    ),
  );
  const lost = accepted
    // The platform forgets savepoints with their deployment.
    .filter(({ uid }) => !gone.has(uid) && owners.has(uid))
    .filter(({ intent }) => !taken.has(intent.content) && !burnt.has(requestedValue(intent)));
  // A spec that breaks a rule holds up what was accepted.
  const isHeld = server.cluster.all().some((object) => isForbidden(object, universe));
  const owed = isHeld ? [] : lost;
  return [
    ...new Set(owed.map(({ intent }) => `L2: savepoint ${intent.content} was accepted, and neither taken nor blocked`)),
  ];
}

/** Whether nonces may stand as they are: nobody acts for the resource, or what stands before them is not there, or not through. */
function mayWait(object: KubeObject, universe: Universe): boolean {
  const { uid, deletionTimestamp } = object.metadata;
  const record = ownRecord(object);
  const row = [...universe.platform.state.rows.values()].find(({ deployment }) => ownerOf(deployment) === uid);
  const isLeftAlone = isPaused(object) || isForbidden(object, universe) || deletionTimestamp !== undefined;
  const isLost = row === undefined || isRemade(row.deployment, record, universe);
  return (
    isLeftAlone ||
    isLost ||
    awaitsJob(object, row.deployment) ||
    record?.id === undefined ||
    record.rejected !== undefined
  );
}

function unanswered(object: KubeObject): string[] {
  return nonceNames.flatMap((name) => {
    const value = at(object.spec, `${name}Nonce`);
    const memory = ownRecord(object)?.nonces?.[name];
    if (typeof value !== "number" || memory?.burnt.includes(value) || memory?.processed === value) return [];
    return [`L2: ${name} nonce ${value} of ${object.metadata.name} is neither processed nor blocked`];
  });
}

/** What the platform's own model says against its operator, but for S9. */
export const platform: Oracle = (universe) =>
  universe.admin.broken().flatMap(({ rule, message }) => {
    const isLeft =
      rule === "no-creation-only-path" || (rule === "no-state-while-scaling" && mayCross(universe, message));
    return isLeft ? [] : [message];
  });

/**
 * Whether a scaling of Autopilot may have begun, or gone on, between a look and the effect that was decided by it, a limit
 * that `docs/reliability.md` names: a definition of mode PUT has a state, who wishes another one has it sent, and a restart
 * by way of the state stops the job. Who switches Autopilot off gets the state at once.
 */
function mayCross(universe: Universe, message: string): boolean {
  const isWished = universe.done.has("turnAutopilotOff") || !isWantedUp(universe);
  return message.startsWith("PUT ") || isWished || (message.includes("wanted SUSPENDED") && mayStop(universe));
}

/** Whether a restart was accepted of a job that edits do not restart, which then goes by way of the state (F7). */
function mayStop({ server, witness }: Universe): boolean {
  const isKept = ({ spec }: KubeObject) => at(spec, "deployment", "spec", "upgradeStrategy", "kind") === "NONE";
  const isAccepted = acceptedOf(witness.requests.records, "restart").size > 0;
  return isAccepted && server.cluster.changes.some(({ object }) => isKept(object));
}

/**
 * Whether an older definition may have been applied after a newer one, a limit that `docs/reliability.md` names. It takes
 * the mark of a restart away, which restarts the job.
 */
function mayLoseMark(universe: Universe): boolean {
  return wasLate(universe, "platform replace", "platform patch");
}

/**
 * Whether every stop must be that of a restart: the job was wanted all the time, and every wish was put into effect soon
 * after it was read. Otherwise an old wish may be for a moment, until the next look, which no precondition of ours can
 * prevent on the platform; nobody asked for the restart that comes of it.
 */
function isSteady(universe: Universe): boolean {
  return isWantedUp(universe) && universe.met.every(({ fault }) => !holdsUp.has(fault));
}

/** Whether its user wanted the job to run from the first time on. */
function isWantedUp({ server }: Universe): boolean {
  const wishes = server.cluster.changes.map(({ object }) => at(object.spec, "deployment", "spec", "state"));
  const later = wishes.slice(wishes.indexOf("RUNNING"));
  return later.every((wish) => wish === "RUNNING");
}

const holdsUp: ReadonlySet<Fault> = new Set(["stale", "late", "frozen", "slow"]);

function acceptedOf(records: readonly OperatorRecord[], ...keys: readonly string[]): Set<string> {
  const accepted = records.flatMap(({ intents }) => intents.filter(({ key }) => keys.includes(key)));
  return new Set(accepted.map(({ content }) => withoutOrigin(content)));
}

function savepointsOf({ platform: { state } }: Universe): string[] {
  const marks = [...state.savepoints.values()].map(({ metadata }) => metadata.annotations["weir.dev/request"]);
  return marks.flatMap((mark) => (mark === undefined ? [] : [withoutOrigin(mark)]));
}

/** A mark without whose it is. */
function withoutOrigin(mark: string): string {
  return mark.slice(mark.lastIndexOf("/") + 1);
}

function doubles(items: readonly (string | undefined)[]): string[] {
  const seen = new Set<string | undefined>();
  return items.flatMap((item) => (seen.has(item) || !seen.add(item) ? [String(item)] : []));
}
