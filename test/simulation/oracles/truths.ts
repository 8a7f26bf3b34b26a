import { at } from "../../../shared/core/json.ts";
import { type NonceName, nonceNames } from "../../../shared/kinds/vvp-deployment/nonce-memory.ts";
import type { Facts } from "./facts.ts";

type Truth = (facts: Facts) => boolean;

const always: Truth = () => true;

/** When a projection says that it went well: there is nothing to compare with, or it is so; a refusal is another reason. */
const projected: Truth = ({ row, asWanted, goes, leftAlone }) => row === undefined || goes || leftAlone || asWanted;

/**
 * When each reason of each condition is true of a world at rest, as far as the world shows it; one that is not here is none
 * that deeds and faults lead to.
 */
export const truths: Readonly<Record<string, Readonly<Record<string, Truth>>>> = {
  Consistent: {
    RecordIntact: ({ row }) => row !== undefined,
    DeploymentObserved: ({ row, taken }) => taken && row === undefined,
    AppManagerRecordNotFound: (facts) => isLost(facts) || facts.remade,
    DBRecordMissing: ({ row, lacksRecord }) => row !== undefined && lacksRecord,
    ResourceDeleted: ({ row, lacksRecord }) => row === undefined && lacksRecord,
    AppManagerCreateFailed: ({ taken, record }) => taken || record?.rejected !== undefined,
    AppManagerUnreachable: ({ reached }) => !reached,
    CreationUnconfirmed: ({ reached, forbidden }) => !reached || forbidden,
    AuthenticationFailed: ({ access }) => !access,
  },
  SpecAligned: {
    ConfigUpdated: projected,
    SpecUnchanged: projected,
    SyncDisabled: ({ leftAlone }) => leftAlone,
    // Of a deployment that is gone, what was said last stays (F13).
    ProjectionFailed: (facts) => !facts.valid || isLost(facts),
    InvalidSpec: ({ forbidden }) => forbidden,
    StateProjectionSuppressedAutopilot: ({ row }) => row?.autopilot?.scaling !== undefined,
  },
  NonceAligned: {
    NoncesProcessed: (facts) => nonceNames.every((name) => !isAsked(facts, name) || isProcessed(facts, name)),
    SavepointBlocked: (facts) => isBurnt(facts, "savepoint"),
    RestartBlocked: (facts) => isBurnt(facts, "restart"),
    // A deletion ends what was asked for. Where the deployment is gone, or the name somebody else's, there is nothing to ask of.
    NoncesPending: (facts) =>
      facts.goes || isHeldUp(facts) || isLost(facts) || (facts.taken && facts.row === undefined),
  },
  ParallelismAligned: {
    Aligned: (facts) => !isScaled(facts),
    AutopilotManaged: (facts) => isScaled(facts) || isLost(facts),
  },
  DeletionBlocked: {
    DeploymentStillActive: ({ goes, row }) => goes && isUp(row?.deployment.status.state),
    UpdateUnconfirmed: ({ doubtful }) => doubtful,
  },
  DriftDetected: {
    // Deeds change what they like on the platform, and what the platform holds is no part of a resource's wish then.
    ConfigDrifted: always,
  },
  InitialSavepointRegistered: {
    SavepointRegistered: ({ registered }) => registered === "COMPLETED",
    RegistrationFailed: ({ registered }) => registered === "FAILED",
    // It takes a deployment whose job is down, and goes out behind the spec; of a spec that breaks a rule nothing new is said.
    RegistrationPending: ({ registered, row, valid, forbidden, leftAlone }) =>
      forbidden ||
      row === undefined ||
      (registered !== "COMPLETED" && (isUp(row.deployment.status.state) || !valid || leftAlone)),
  },
};

/** What the platform refused without its namespace is tried again later; everything else is its user's to end. */
function isHeldUp({ leftAlone, valid, forbidden, awaitsJob, wasHidden, record }: Facts): boolean {
  return leftAlone || !valid || forbidden || awaitsJob || (wasHidden && record?.rejected !== undefined);
}

function isLost({ had, row }: Facts): boolean {
  return had && row === undefined;
}

function isUp(state: unknown): boolean {
  return state === "RUNNING" || state === "TRANSITIONING";
}

function isScaled({ row, object }: Facts): boolean {
  const runs = row?.autopilot?.mode === "ACTIVE" ? row.autopilot.runtimeParallelism : undefined;
  const wanted = at(object.spec, "deployment", "spec", "template", "spec", "parallelism");
  return runs !== undefined && wanted !== undefined && runs !== wanted;
}

function isAsked({ object }: Facts, name: NonceName): boolean {
  return typeof at(object.spec, `${name}Nonce`) === "number";
}

function isProcessed({ object, record, goes, row }: Facts, name: NonceName): boolean {
  return goes || row === undefined || record?.nonces?.[name]?.processed === at(object.spec, `${name}Nonce`);
}

/** Of a resource that goes, what was said last stays: no further nonce is decided. */
function isBurnt({ object, record, goes }: Facts, name: NonceName): boolean {
  const value = at(object.spec, `${name}Nonce`);
  const burnt = record?.nonces?.[name]?.burnt ?? [];
  return goes ? burnt.length > 0 : typeof value === "number" && burnt.includes(value);
}
