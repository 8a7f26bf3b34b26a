import { join } from "node:path";
import * as z from "zod";
import { keyOf, projectRoot, render } from "../../../golden/kustomization.ts";

/** One verb on one resource that a manifest gives to one account. */
export interface Grant {
  /** Name of the ServiceAccount in `weir-system`. */
  readonly account: string;
  /** API path of the role. */
  readonly role: string;
  readonly group: string;
  /** With its subresource, such as `vvpdeployments/status`. */
  readonly resource: string;
  /** The one object that it is for; undefined for all. */
  readonly object: string | undefined;
  /** Where it holds; undefined for all namespaces. */
  readonly namespace: string | undefined;
  readonly verb: string;
}

/** A rule of a role, as the API server has it. */
export const ruleSchema = z.strictObject({
  apiGroups: z.array(z.string()),
  resources: z.array(z.string()),
  resourceNames: z.array(z.string()).optional(),
  verbs: z.array(z.string()),
});
const roleSchema = z.object({
  kind: z.enum(["Role", "ClusterRole"]),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  rules: z.array(ruleSchema),
});
const bindingSchema = z.object({
  metadata: z.object({ namespace: z.string().optional() }),
  roleRef: z.object({ kind: z.string(), name: z.string() }),
  subjects: z.array(z.object({ name: z.string() })),
});

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** Every verb of every role that is bound, in the order of the manifests that an installation applies. */
export function readGrants(): Grant[] {
  const manifests = render(join(projectRoot, "knative/overlays/direct"));
  const bindings = manifests.filter(({ kind }) => kind.endsWith("RoleBinding")).map((one) => bindingSchema.parse(one));
  return manifests.filter(isRole).flatMap((manifest) => {
    const role = roleSchema.parse(manifest);
    const bound = bindings.filter(
      ({ metadata, roleRef }) =>
        roleRef.kind === role.kind &&
        roleRef.name === role.metadata.name &&
        metadata.namespace === role.metadata.namespace,
    );
    if (bound.length === 0 && !isOfUsers(manifest)) throw new Error(`${keyOf(manifest)} is bound to nobody`);
    return bound.flatMap(({ subjects }) => subjects.flatMap(({ name }) => grantsOf(role, name)));
  });
}

type Manifest = ReturnType<typeof render>[number];

/** Every rule of every role that an installation makes, those of users included. */
export function readRules(): z.infer<typeof ruleSchema>[] {
  const manifests = render(join(projectRoot, "knative/overlays/direct"));
  return manifests.filter(isRole).flatMap((manifest) => roleSchema.parse(manifest).rules);
}

function isRole({ kind }: Manifest): boolean {
  return kind === "Role" || kind === "ClusterRole";
}

/** True for a role that the cluster adds to its own `admin`, `edit` or `view`, so that nothing needs to bind it. */
function isOfUsers({ metadata }: Manifest): boolean {
  return Object.keys(metadata.labels ?? {}).some((key) => key.includes("/aggregate-to-"));
}

/** A grant in words, which name its row: `weir-front: get secrets weir-front-tls`, `weir-refresh: get leases at home`. */
export function textOf({ account, verb, resource, object, namespace }: Grant): string {
  const place = namespace === undefined || object !== undefined || account === "weir-front" ? "" : " at home";
  return `${account}: ${verb} ${resource}${object === undefined ? "" : ` ${object}`}${place}`;
}

/** A grant, and where it holds in one namespace, the one for all of them that gives the same there. */
export function withCovering(grant: Grant, grants: readonly Grant[]): Grant[] {
  const { account, group, resource, verb, object, namespace } = grant;
  const isCovering = (one: Grant) =>
    namespace !== undefined &&
    one.namespace === undefined &&
    one.account === account &&
    one.group === group &&
    one.resource === resource &&
    one.verb === verb &&
    one.object === object;
  return [grant, ...grants.filter(isCovering)];
}

function grantsOf({ kind, metadata, rules }: z.infer<typeof roleSchema>, account: string): Grant[] {
  const { name, namespace } = metadata;
  const role =
    kind === "ClusterRole" ? `${rbac}/clusterroles/${name}` : `${rbac}/namespaces/${namespace}/roles/${name}`;
  return rules.flatMap(({ apiGroups, resources, resourceNames = [undefined], verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        resourceNames.flatMap((object) =>
          verbs.map((verb) => ({ account, role, group, resource, object, namespace, verb })),
        ),
      ),
    ),
  );
}
