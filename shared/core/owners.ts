import { type JsonValue, member } from "./json.ts";
import type { KubeObject } from "./object.ts";

/** True where an object names this uid as one of its owners. */
export function isOwnedBy(object: KubeObject, uid: string | undefined): boolean {
  return uid !== undefined && ownersOf(object).some((owner) => member(owner, "uid") === uid);
}

/**
 * Why an object must not be written over by the one that is wanted in its place; undefined where it may, and where the
 * wanted one has no owner to judge by.
 *
 * It may where both belong to the same resource, or where it was left by a resource or a Deployment of that resource's name:
 * one of before, or of another operator that ran the same cluster.
 */
export function whyTaken(found: KubeObject, wanted: KubeObject): string | undefined {
  const [owner] = ownersOf(wanted);
  if (owner === undefined || ownersOf(found).some((one) => isSame(one, owner) || isForebear(one, owner))) {
    return undefined;
  }
  const whose = `${member(owner, "kind")} ${member(owner, "name")}`;
  return (
    `${wanted.kind} ${wanted.metadata.name} exists and does not belong to ${whose}, which needs the name; it is left as it ` +
    "is. Delete it or give it another name, or give the resource another one."
  );
}

function isSame(one: JsonValue, owner: JsonValue): boolean {
  return member(one, "uid") === member(owner, "uid");
}

function isForebear(one: JsonValue, owner: JsonValue): boolean {
  if (member(one, "name") !== member(owner, "name")) return false;
  const isOfResource = member(one, "kind") === member(owner, "kind") && groupOf(one) === groupOf(owner);
  return isOfResource || (member(one, "kind") === "Deployment" && groupOf(one) === "apps");
}

function groupOf(reference: JsonValue): string {
  return String(member(reference, "apiVersion") ?? "").split("/")[0] ?? "";
}

function ownersOf({ metadata }: KubeObject): readonly JsonValue[] {
  const owners = member(metadata, "ownerReferences");
  return Array.isArray(owners) ? owners : [];
}
