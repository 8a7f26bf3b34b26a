import { at } from "../../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { ownerOf } from "../owner-of.ts";
import { tokenIn } from "../rare-deeds.ts";
import type { Universe } from "../universe.ts";
import type { Oracle } from "./oracle.ts";

/** What the world shows of a resource. */
interface Facts {
  /** There is a deployment that bears its mark. */
  readonly has: boolean;
  /** There once was one. */
  readonly had: boolean;
  /** The name that it wants is somebody else's. */
  readonly taken: boolean;
  /** The token in its Secret is good. */
  readonly access: boolean;
  /** The platform has the namespace. */
  readonly reached: boolean;
  readonly record: OperatorRecord | undefined;
}

/** When each reason of `Consistent` is true. */
const truths: Readonly<Record<string, (facts: Facts) => boolean>> = {
  RecordIntact: ({ has }) => has,
  DeploymentObserved: ({ has, taken }) => taken && !has,
  AppManagerRecordNotFound: ({ has, had }) => had && !has,
  DBRecordMissing: ({ has, record }) => has && record === undefined,
  ResourceDeleted: ({ has, record }) => !has && record === undefined,
  AppManagerCreateFailed: ({ taken, record }) => taken || record?.rejected !== undefined,
  AppManagerUnreachable: ({ reached }) => !reached,
  CreationUnconfirmed: ({ reached }) => !reached,
  AuthenticationFailed: ({ access }) => !access,
};

/** L3, L6: what a resource at rest says of the link to its deployment is so, and nobody waits for what is there already. */
export const truth: Oracle = (universe) => {
  return universe.server.cluster.all().flatMap((object) => {
    const said = conditionsOf(object).find(({ type }) => type === "Consistent")?.reason;
    if (said === undefined || truths[said]?.(factsOf(universe, object)) !== false) return [];
    return [`L3: ${object.metadata.name} says ${said}, and that is not so`];
  });
};

function factsOf({ server, platform: { state }, witness }: Universe, object: KubeObject): Facts {
  const { uid = "" } = object.metadata;
  const rows = [...state.rows.values()].map(({ deployment }) => deployment);
  const name = at(object.spec, "deployment", "metadata", "name");
  return {
    has: rows.some((row) => ownerOf(row) === uid),
    had: witness.owners.has(uid),
    taken: rows.some((row) => row.metadata.name === name && ownerOf(row) !== uid),
    access: state.tokens.has(tokenIn(server.cluster)),
    reached: state.namespaces.size > 0,
    record: ownRecord(object),
  };
}
