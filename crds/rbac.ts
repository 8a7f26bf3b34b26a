import { type Document, isMap } from "yaml";
import { isScalable } from "../functions/autoscale/scalable-kinds.ts";
import { flinkDeploymentNames } from "../shared/flink/api.ts";
import type { RegisteredKind } from "../shared/kinds/index.ts";
import { partOfWeir } from "./custom-resource-definition.ts";
import {
  type ActingFunction,
  accountOf,
  systemNamespace,
  type WritingFunction,
  writingFunctions,
} from "./service-accounts.ts";

/** One permission and why it is needed; the reason goes into the manifest. */
export interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly why: string;
}

/** What a function may do with the resources of a kind, in all namespaces. */
export function grantsOf(name: WritingFunction, { names, permissions, mirror }: RegisteredKind): Grant[] {
  const { group, plural: resource } = names;
  return [
    { group, resource, verbs: ["get"], why: "Each pass reads the resource fresh; an event is only a hint." },
    ...(name === "refresh"
      ? [{ group, resource, verbs: ["list"], why: "The sweep goes through all of them in pages." }]
      : []),
    { group, resource, verbs: ["patch"], why: "Record and finalizer." },
    { group, resource: `${resource}/status`, verbs: ["patch"], why: "Status." },
    ...(name === "refresh" && mirror !== undefined
      ? [{ group: "", resource: "events", verbs: ["create"], why: "What happened to what a resource stands for." }]
      : []),
    ...permissions,
  ];
}

const leaseGrant: Grant = {
  group: "coordination.k8s.io",
  resource: "leases",
  verbs: ["get", "create", "patch"],
  why: "One lease keeps overlapping sweeps apart.",
};

/** What a function may do in Weir's own namespace. */
export function homeGrantsOf(name: WritingFunction): Grant[] {
  if (name !== "refresh") return [];
  const verbs = ["get", "create", "patch"];
  return [
    leaseGrant,
    {
      group: "",
      resource: "configmaps",
      verbs,
      why: "One for each platform namespace says which events are mirrored.",
    },
  ];
}

/** What `autoscale` may do with the resources of a kind and beside them: it has no right to a status. */
export function scalingGrantsOf({ names }: RegisteredKind): Grant[] {
  if (!isScalable({ names })) return [];
  const { group, plural: resource } = names;
  return [
    { group, resource, verbs: ["list"], why: "A tick goes through all of them in pages." },
    { group, resource, verbs: ["patch"], why: "What is decided becomes an annotation of the resource." },
    {
      group,
      resource: flinkDeploymentNames.plural,
      verbs: ["get"],
      why: "What holds for a session job stands in its cluster too.",
    },
    {
      group: "",
      resource: "configmaps",
      verbs: ["get", "create", "patch", "delete"],
      why: "One for each job keeps what was measured and decided.",
    },
    { group: "", resource: "events", verbs: ["create"], why: "What came of a cycle is told as Kubernetes Events." },
  ];
}

/** What `admission` needs while it checks API keys (R14): the Secrets that its kinds read, and nothing of the kinds. */
export function keyGrantsOf({ permissions, examine }: RegisteredKind): Grant[] {
  const secrets = examine === undefined ? [] : permissions.filter(({ resource }) => resource === "secrets");
  const why = "Only while WEIR_API_KEY_VALIDATION is on: the Secret that a resource under review names, by name.";
  return secrets.map((one) => ({ ...one, why }));
}

/** The roles of each function and their bindings. */
export function makeRoles(kinds: readonly RegisteredKind[]): object[] {
  return [
    ...writingFunctions.flatMap((name) => [
      ...makeRole("ClusterRole", name, merged(kinds.flatMap((kind) => grantsOf(name, kind)))),
      ...makeRole("Role", name, homeGrantsOf(name)),
    ]),
    ...makeRole("ClusterRole", "autoscale", merged(kinds.flatMap(scalingGrantsOf))),
    ...makeRole("Role", "autoscale", [leaseGrant]),
    ...makeRole("ClusterRole", "admission", merged(kinds.flatMap(keyGrantsOf))),
  ];
}

/** What lets `autoscale` see which room nodes have; a right in the whole cluster, and only for who asks for it. */
export function makeRoomRole(): object[] {
  const grants = ["nodes", "pods"].map((resource) => {
    const why =
      resource === "nodes"
        ? "What each node has, and which pods it takes."
        : "What of it is taken, and by which TaskManagers; a pod shows its environment, too.";
    return { group: "", resource, verbs: ["list"], why };
  });
  return makeRole("ClusterRole", "autoscale", grants, "weir-cluster-room");
}

/** Kinds that do the same, or less than another, share its grant, with the reasons of all. */
function merged(grants: readonly Grant[]): Grant[] {
  const covers = (one: Grant, other: Grant) =>
    one.group === other.group &&
    one.resource === other.resource &&
    other.verbs.every((verb) => one.verbs.includes(verb));
  const kept = grants.filter(
    (grant, index) =>
      !grants.some((other, at) => at !== index && covers(other, grant) && (at < index || !covers(grant, other))),
  );
  return kept.map((grant) => {
    const reasons = grants.filter((one) => covers(grant, one)).map(({ why }) => why);
    return { ...grant, why: [...new Set(reasons)].join(" ") };
  });
}

function makeRole(
  kind: "ClusterRole" | "Role",
  of: ActingFunction,
  grants: readonly Grant[],
  name = accountOf(of),
): object[] {
  if (grants.length === 0) return [];
  const metadata = { name, ...(kind === "Role" && { namespace: systemNamespace }), labels: partOfWeir };
  const rules = grants.map(({ group, resource, verbs, why }) => ({
    why,
    apiGroups: [group],
    resources: [resource],
    verbs,
  }));
  return [
    { apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata, rules },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
      subjects: [{ kind: "ServiceAccount", name: accountOf(of), namespace: systemNamespace }],
    },
  ];
}

/** Turns the reason of each rule of a role into a comment above it. */
export function explainRules(document: Document): void {
  const rules = document.get("rules");
  if (typeof rules !== "object" || rules === null || !("items" in rules)) return;
  for (const rule of rules.items as unknown[]) {
    if (!isMap(rule)) continue;
    rule.commentBefore = ` ${rule.get("why")}`;
    rule.delete("why");
  }
}
