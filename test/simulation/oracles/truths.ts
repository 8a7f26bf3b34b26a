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
    AppManagerRecordNotFound: ({ row, had }) => had && row === undefined,
    DBRecordMissing: ({ row, record }) => row !== undefined && record === undefined,
    ResourceDeleted: ({ row, record }) => row === undefined && record === undefined,
    AppManagerCreateFailed: ({ taken, record }) => taken || record?.rejected !== undefined,
    AppManagerUnreachable: ({ reached }) => !reached,
    CreationUnconfirmed: ({ reached }) => !reached,
    AuthenticationFailed: ({ access }) => !access,
  },
  SpecAligned: {
    ConfigUpdated: projected,
    SpecUnchanged: projected,
    SyncDisabled: ({ leftAlone }) => leftAlone,
    ProjectionFailed: ({ valid }) => !valid,
    StateProjectionSuppressedAutopilot: ({ row }) => row?.autopilot?.scaling !== undefined,
  },
  NonceAligned: {
    NoncesProcessed: (facts) => nonceNames.every((name) => !isAsked(facts, name) || isProcessed(facts, name)),
    SavepointBlocked: (facts) => isBurnt(facts, "savepoint"),
    RestartBlocked: (facts) => isBurnt(facts, "restart"),
    // A deletion ends what was asked for. Where the deployment is gone, or the name somebody else's, there is nothing to ask of.
    NoncesPending: ({ leftAlone, valid, goes, taken, had, row }) =>
      leftAlone || !valid || goes || ((taken || had) && !row),
  },
  ParallelismAligned: {
    Aligned: (facts) => !isScaled(facts),
    AutopilotManaged: isScaled,
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
    RegistrationPending: ({ registered, row }) => registered !== "COMPLETED" && isUp(row?.deployment.status.state),
  },
};

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
