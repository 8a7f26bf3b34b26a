import type { Outcome } from "../../core/action.ts";
import { toFault } from "../../core/error.ts";
import { hashOf } from "../../core/hash.ts";
import { at, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { Gathering } from "../../core/kind.ts";
import { finalizer, type KubeObject } from "../../core/object.ts";
import { oncePer } from "../../core/once-per.ts";
import { type OperatorRecord, readRecord } from "../../core/record.ts";
import type { Violation } from "../../core/rule.ts";
import { validate } from "../../core/validate.ts";
import type { AppManager, AppManagerAction, Caller, Owner } from "../../ports/app-manager.ts";
import { judgeAdoption } from "./adoption.ts";
import { withBaseline } from "./baseline.ts";
import { believeMissing } from "./believe-missing.ts";
import { carriesSpec } from "./body.ts";
import { callerOf } from "./caller.ts";
import { judgeCreation } from "./creation.ts";
import { judgeRegistration, soughtRegistration } from "./initial-savepoint.ts";
import { requestAnnotation } from "./names.ts";
import { isHandedTo } from "./owner-rules.ts";
import { isPlatformName } from "./platform.ts";
import { isFresh, withDoubtOf } from "./projection.ts";
import { judgeRestart } from "./restart.ts";
import { rules } from "./rules.ts";
import { judgeSavepoint, type SavepointPick, soughtSavepoint } from "./savepoint.ts";
import { judgeScaling } from "./scaling.ts";
import { spec, type VvpDeployment } from "./schema.ts";
import { type Backend, type SavepointLook, type View, wantedState } from "./view.ts";

/** The ports that a VvpDeployment reads through. */
export interface VvpPorts {
  readonly appManager: AppManager;
}

/** Reads the deployment once and puts together what decisions look at; a fault of the platform is part of the view. */
export async function gather({
  object,
  ports,
  settings,
  now,
  signal,
  unrecorded = [],
}: Gathering<VvpPorts>): Promise<View> {
  const { metadata } = object;
  const deleting = metadata.deletionTimestamp !== undefined;
  const reading = readRecord(object);
  const sent = (unrecorded as readonly Outcome<AppManagerAction>[]).filter(({ action }) => carriesSpec(action));
  const record = reading.state === "own" ? withDoubtOf(sent, reading.record, now) : undefined;
  const caller = callerOf(object, settings);
  const owner: Owner = { instanceId: settings.instanceId, uid: metadata.uid ?? "" };
  const target = targetOf(record, object.spec);
  const handedOver = record !== undefined && isHandedTo(object, settings.instanceId);
  const look = (idOrName: string | undefined) =>
    ask(ports.appManager, caller, owner, target, idOrName, handedOver, signal);
  const sought = record?.id ?? target?.name;
  const first = await look(sought);
  // A PUT that crossed a removal may have made the deployment anew, under another id; nobody else would clean it up.
  const leaving = deleting && metadata.finalizers?.includes(finalizer) === true;
  const again = leaving && first.found === "missing" && record?.id !== undefined;
  const looked = again ? await look(target?.name) : first;
  const resource = object as VvpDeployment;
  // A fresh resource has nothing to lose; its creation stays at two calls.
  const matters = deleting ? leaving : !isFresh({ object: resource, record });
  const namespace = target?.namespace ?? "";
  const list = () => ports.appManager.list(caller, namespace, signal);
  const asked = { namespace, idsOrNames: [sought, again ? target?.name : undefined] };
  const backend = matters ? await believeMissing(looked, asked, list) : looked;
  const content = isObject(object.spec) ? contentOf(object.spec) : hashOf(null);
  const settled = judgeAdoption(judgeCreation(record, backend), { backend, settings, now });
  const linked = withBaseline(settled, record, { object: resource, content, backend });
  const restarted = judgeRestart(linked, backend, wantedState({ object: resource }));
  const known = judgeScaling(restarted, { object: resource, backend, settings, content, now });
  const awaited = deleting ? undefined : soughtSavepoint(known, owner);
  const savepoint = await lookForSavepoint(ports.appManager, { caller, backend }, awaited, signal);
  const decided = judgeSavepoint(known, { savepoint, settings, now });
  const registering = deleting ? undefined : soughtRegistration({ object: resource, record: decided, backend, owner });
  const registration = await lookForSavepoint(ports.appManager, { caller, backend }, registering, signal);
  return {
    object: resource,
    settings,
    now,
    caller,
    owner,
    record: judgeRegistration(decided, { object: resource, registration, settings, now }),
    strayRecord: reading.state === "foreign" || reading.state === "malformed",
    violations: [...validate({ schema: { spec }, rules }, { object, settings }), ...moved(record, object.spec)],
    target,
    content,
    request: () => requestHash(object, caller),
    unrecorded: sent.length > 0,
    backend,
    savepoint,
    registration,
  };
}

/** A spec is hashed once, however often the object around it is looked at. */
const contentOf = oncePer((wanted: JsonObject) => hashOf(at(wanted, "deployment") ?? null));

/** With what the user asks for now, so that a request sends once more what the platform refused before. */
function requestHash({ spec: wanted, metadata }: KubeObject, { secretName }: Caller): string {
  const asked = metadata.annotations?.[requestAnnotation];
  return hashOf([wanted ?? null, secretName ?? null, ...(asked === undefined ? [] : [asked])]);
}

/** The savepoint that is picked from those of the deployment; nobody is asked where none is awaited. */
async function lookForSavepoint(
  appManager: AppManager,
  { caller, backend }: Pick<View, "caller" | "backend">,
  pick: SavepointPick | undefined,
  signal: AbortSignal,
): Promise<SavepointLook> {
  if (pick === undefined || backend.found !== "own") return { found: "unasked" };
  const { namespace, id } = backend.deployment;
  try {
    const savepoint = pick(await appManager.savepoints(caller, namespace, id, signal));
    return savepoint === undefined ? { found: "none" } : { found: "one", savepoint };
  } catch (error) {
    return { found: "unknown", fault: toFault(error) };
  }
}

type Target = View["target"];

/** The identity on record, once there is a deployment or may be one; a refused creation fixed nothing. */
function fixedIdentity(record: OperatorRecord | undefined): JsonObject | undefined {
  return record?.id === undefined && record?.intents.length === 0 ? undefined : record?.target;
}

/**
 * What the record fixed at creation wins over a spec that slipped past the immutability rules; about a name that no
 * deployment can have, nobody is asked.
 */
function targetOf(record: OperatorRecord | undefined, specValue: JsonValue | undefined): Target {
  const from = fixedIdentity(record) ?? at(specValue, "deployment", "metadata");
  const [namespace, name] = [at(from, "namespace"), at(from, "name")];
  return isPlatformName(namespace) && isPlatformName(name) ? { namespace, name } : undefined;
}

const identity = [
  { key: "name", path: ["metadata", "name"] },
  { key: "namespace", path: ["metadata", "namespace"] },
  { key: "deploymentTargetName", path: ["spec", "deploymentTargetName"] },
] as const;

/** Immutability as a pass can see it: against the identity in the record (R46–R48). */
function moved(record: OperatorRecord | undefined, specValue: JsonValue | undefined): Violation[] {
  const fixed = fixedIdentity(record);
  if (fixed === undefined) return [];
  return identity.flatMap(({ key, path }) => {
    const before = at(fixed, key);
    if (before === undefined || at(specValue, "deployment", ...path) === before) return [];
    const message = `was ${JSON.stringify(before)} at creation and is immutable`;
    return [{ path: ["spec", "deployment", ...path].join("."), message }];
  });
}

async function ask(
  appManager: AppManager,
  caller: Caller,
  owner: Owner,
  target: Target,
  idOrName: string | undefined,
  handedOver: boolean,
  signal: AbortSignal,
): Promise<Backend> {
  if (target === undefined || idOrName === undefined) return { found: "unasked" };
  try {
    const ref = { namespace: target.namespace, idOrName };
    const deployment = await appManager.get(caller, ref, signal);
    if (deployment === undefined) return { found: "missing" };
    const ownUid = deployment.owner?.uid === owner.uid;
    const own = ownUid && (deployment.owner?.instanceId === owner.instanceId || handedOver);
    return { found: own ? "own" : "foreign", deployment };
  } catch (error) {
    return { found: "unknown", fault: toFault(error) };
  }
}
