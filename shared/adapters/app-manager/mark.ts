import { isObject, type JsonObject, member } from "../../core/json.ts";
import type { Owner } from "../../ports/app-manager.ts";
import { isIdentity } from "./identity.ts";

/**
 * How a deployment says whose it is: two annotations, sent with every definition of ours (AMB-31).
 *
 * Inferred: the documents name no mechanism; a real platform's own would replace this file. So is that a deployment
 * changes hands by a PATCH of the mark, sent in the name of the instance that the mark names.
 */
const instanceKey = "ververica.platform/managed-by-operator";
const uidKey = "ververica.platform/cr-uid";

/** The metadata with the mark of its owner; whatever the user wrote under our two keys gives way. */
export function withOwner(metadata: JsonObject, { instanceId, uid }: Owner): JsonObject {
  const annotations = member(metadata, "annotations");
  const kept = isObject(annotations) ? annotations : {};
  return { ...metadata, annotations: { ...kept, [instanceKey]: instanceId, [uidKey]: uid } };
}

/** A partial definition without a word about the mark, so that a user's annotations can neither forge nor wipe it. */
export function withoutOwner(body: JsonObject): JsonObject {
  const metadata = member(body, "metadata");
  if (!isObject(metadata) || !Object.hasOwn(metadata, "annotations")) return body;
  const { annotations, ...rest } = metadata;
  if (!isObject(annotations)) return { ...body, metadata: rest };
  const kept = Object.entries(annotations).filter(([key]) => key !== instanceKey && key !== uidKey);
  return { ...body, metadata: { ...rest, annotations: Object.fromEntries(kept) } };
}

/**
 * Undefined only where neither annotation is there; half a mark, and one that names what no operator can be called, is
 * somebody's, and equal to nobody of ours.
 */
export function ownerOf(metadata: JsonObject, token?: string): Owner | undefined {
  const annotations = member(metadata, "annotations");
  const [instanceId, uid] = [member(annotations, instanceKey), member(annotations, uidKey)];
  if (instanceId === undefined && uid === undefined) return undefined;
  return { instanceId: isIdentity(instanceId, token) ? instanceId : "", uid: typeof uid === "string" ? uid : "" };
}
