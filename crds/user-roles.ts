import type { RegisteredKind } from "../shared/kinds/index.ts";
import { partOfWeir } from "./custom-resource-definition.ts";
import type { Grant } from "./rbac.ts";

const aggregateTo = (role: "admin" | "edit" | "view") => ({
  [`rbac.authorization.k8s.io/aggregate-to-${role}`]: "true",
});

/** What the cluster's own roles `edit` and `view` get to do with a kind; status and finalizers are not the user's. */
export function userGrantsOf({ names: { group, plural: resource } }: RegisteredKind): { edit: Grant; view: Grant } {
  return {
    edit: {
      group,
      resource,
      verbs: ["create", "delete", "deletecollection", "patch", "update"],
      why: "What kubectl apply, edit, patch, replace and delete need.",
    },
    view: {
      group,
      resource,
      verbs: ["get", "list", "watch"],
      why: "What kubectl get, describe and wait need; whoever may edit may view.",
    },
  };
}

/**
 * The roles that are no account's: the cluster's controller adds their rules to its roles `admin`, `edit` and `view`, so
 * that whoever has one of these in a namespace may use the kind there.
 */
export function makeUserRoles(kinds: readonly RegisteredKind[]): object[] {
  return kinds.flatMap((kind) => {
    const { edit, view } = userGrantsOf(kind);
    const name = `weir-${kind.names.plural}`;
    return [
      makeRole(`${name}-edit`, { ...aggregateTo("admin"), ...aggregateTo("edit") }, edit),
      makeRole(`${name}-view`, aggregateTo("view"), view),
    ];
  });
}

function makeRole(
  name: string,
  labels: Readonly<Record<string, string>>,
  { group, resource, verbs, why }: Grant,
): object {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name, labels: { ...partOfWeir, ...labels } },
    rules: [{ why, apiGroups: [group], resources: [resource], verbs }],
  };
}
