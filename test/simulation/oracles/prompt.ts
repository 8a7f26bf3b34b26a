import { ownRecord } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import type { OperatorRecord } from "../../../shared/core/record.ts";
import { ownerOf } from "../owner-of.ts";
import type { Universe } from "../universe.ts";
import type { Oracle } from "./oracle.ts";
import { isAsWanted, isForbidden, isPaused, isRemade, isRequest } from "./rest.ts";

/**
 * L1 in its bound: no creation is in doubt, and every deployment is what its resource wants, but where a request of a nonce
 * stands before that.
 */
export const prompt: Oracle = (universe) => universe.server.cluster.all().flatMap((object) => judge(object, universe));

function judge(object: KubeObject, universe: Universe): string[] {
  const { name, uid, deletionTimestamp } = object.metadata;
  const record = ownRecord(object);
  if (deletionTimestamp !== undefined || record === undefined || isHeld(record)) return [];
  if (isPaused(object) || isForbidden(object, universe)) return [];
  const doubt = record.intents.find(({ key }) => key === "create" || key === "adopt");
  if (doubt !== undefined) return [`L1: it is not known in time what came of ${doubt.key} for ${name}`];
  const rows = [...universe.platform.state.rows.values()].map(({ deployment }) => deployment);
  const row = rows.find((one) => ownerOf(one) === uid);
  return row === undefined || isRemade(row, record, universe) || isAsWanted(object, row, universe)
    ? []
    : [`L1: ${name} is not what was wanted in time`];
}

/** Whether something comes first: what the platform refused is tried again later, and a request goes before a spec. */
function isHeld({ rejected, intents, nonces }: OperatorRecord): boolean {
  return rejected !== undefined || intents.some(isRequest) || nonces?.taking !== undefined;
}
