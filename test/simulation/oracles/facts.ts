import { at } from "../../../shared/core/json.ts";
import { ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import type { Row, State } from "../../../simulators/app-manager/state.ts";
import { ownerOf } from "../owner-of.ts";
import { tokenIn } from "../rare-deeds.ts";
import type { Universe } from "../universe.ts";
import { awaitsJob, awaitsUpdate, isAsWanted, isForbidden, isPaused, isRemade, lacksRecord } from "./rest.ts";

/** What the world shows of a resource. */
export interface Facts {
  readonly object: KubeObject;
  readonly record: OperatorRecord | undefined;
  /** The deployment that bears its mark. */
  readonly row: Row | undefined;
  /** There once was one. */
  readonly had: boolean;
  /** That one is not the one on record. */
  readonly remade: boolean;
  /** Somebody has taken its record away. */
  readonly lacksRecord: boolean;
  /** The name that it wants is somebody else's. */
  readonly taken: boolean;
  /** The token in its Secret is good. */
  readonly access: boolean;
  /** The platform has the namespace. */
  readonly reached: boolean;
  /** For a while it had not. */
  readonly wasHidden: boolean;
  /** The platform would take the definition. */
  readonly valid: boolean;
  /** The deployment is what the resource wants, or told to differ. */
  readonly asWanted: boolean;
  /** Its user deletes it. */
  readonly goes: boolean;
  /** Its user keeps Weir from projecting it. */
  readonly leftAlone: boolean;
  /** A definition in doubt may still be applied. */
  readonly doubtful: boolean;
  /** Its spec breaks a rule. */
  readonly forbidden: boolean;
  /** Its nonces wait for the job. */
  readonly awaitsJob: boolean;
  /** The savepoint that the spec names, as the platform has it. */
  readonly registered: string | undefined;
}

/** Looks at the world, and not at what Weir says of it; `record` is Weir's own word on what happened. */
export function factsOf(universe: Universe, object: KubeObject): Facts {
  const { server, platform, witness } = universe;
  const { state } = platform;
  const { uid = "", annotations } = object.metadata;
  const rows = [...state.rows.values()];
  const row = rows.find(({ deployment }) => ownerOf(deployment) === uid);
  const name = at(object.spec, "deployment", "metadata", "name");
  const record = ownRecord(object);
  return {
    object,
    record,
    row,
    had: witness.owners.has(uid),
    remade: isRemade(row?.deployment, record, universe),
    lacksRecord: lacksRecord(record, universe),
    taken: rows.some(({ deployment }) => deployment.metadata.name === name && ownerOf(deployment) !== uid),
    access: state.tokens.has(tokenIn(server.cluster)),
    reached: state.namespaces.size > 0,
    wasHidden: universe.done.has("hideNamespace"),
    valid: isValid(object, state),
    asWanted: row !== undefined && isAsWanted(object, row.deployment, universe),
    goes: object.metadata.deletionTimestamp !== undefined,
    leftAlone: isPaused(object) || annotations?.["weir.dev/management-policy"] === "ObserveOnly",
    doubtful: awaitsUpdate(record, universe),
    forbidden: isForbidden(object, universe),
    awaitsJob: awaitsJob(object, row?.deployment),
    registered: registrationOf(object, state),
  };
}

/** What deeds can get wrong in a definition. */
function isValid({ spec }: KubeObject, { engineVersions }: State): boolean {
  const version = at(spec, "deployment", "spec", "template", "spec", "engineVersionName");
  return version === undefined || engineVersions.has(String(version));
}

function registrationOf({ spec }: KubeObject, { savepoints }: State): string | undefined {
  const location = at(spec, "initialSavepointSpec", "savepointLocation");
  const found = [...savepoints.values()].find((one) => at(one, "spec", "savepointLocation") === location);
  return found?.status.state;
}
