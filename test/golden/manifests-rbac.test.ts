import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { keyOf, projectRoot, render } from "./kustomization.ts";

const manifests = render(join(projectRoot, "knative/overlays/direct"));
const keys = new Set(manifests.map(keyOf));

const rule = z.strictObject({
  apiGroups: z.array(z.string()),
  resources: z.array(z.string()),
  resourceNames: z.array(z.string()).optional(),
  verbs: z.array(z.string()),
});
const roleShape = z.object({ rules: z.array(rule) });
const bindingShape = z.object({
  roleRef: z.strictObject({
    apiGroup: z.literal("rbac.authorization.k8s.io"),
    kind: z.enum(["Role", "ClusterRole"]),
    name: z.string(),
  }),
  subjects: z
    .array(z.strictObject({ kind: z.literal("ServiceAccount"), name: z.string(), namespace: z.string() }))
    .min(1),
});

/** True for a role that the cluster adds to its own `admin`, `edit` or `view`. */
function isAggregated({ metadata }: (typeof manifests)[number]): boolean {
  return Object.keys(metadata.labels ?? {}).some((key) => key.startsWith("rbac.authorization.k8s.io/aggregate-to-"));
}

const roles = manifests
  .filter(({ kind }) => kind === "Role" || kind === "ClusterRole")
  .map((manifest) => ({ key: keyOf(manifest), isAggregated: isAggregated(manifest), ...roleShape.parse(manifest) }));
const bindings = manifests
  .filter(({ kind }) => kind === "RoleBinding" || kind === "ClusterRoleBinding")
  .map((manifest) => ({ key: keyOf(manifest), kind: manifest.kind, ...bindingShape.parse(manifest) }));
const rules = roles.flatMap(({ key, rules: some }) => some.map((one) => ({ key, ...one })));
const crds = manifests
  .filter(({ kind }) => kind === "CustomResourceDefinition")
  .map(
    (manifest) =>
      z.object({ spec: z.object({ group: z.string(), names: z.object({ plural: z.string() }) }) }).parse(manifest).spec,
  );

describe("every role", () => {
  it.each(rules)("of $key says what it means: no wildcard", ({ apiGroups, resources, verbs }) => {
    expect([...apiGroups, ...resources, ...verbs].filter((word) => word.includes("*"))).toEqual([]);
  });

  it("reads a Secret by name or not at all: no list, no watch", () => {
    const reading = rules.filter(({ resources }) => resources.some((resource) => resource.startsWith("secrets")));
    for (const { key, verbs } of reading) {
      expect([key, verbs.filter((verb) => !["get", "create", "update"].includes(verb))]).toEqual([key, []]);
    }
  });

  it("lets only the front write a Secret, in its own namespace", () => {
    const writing = rules.filter(
      ({ resources, verbs }) => resources.includes("secrets") && verbs.some((verb) => verb !== "get"),
    );
    expect(new Set(writing.map(({ key }) => key))).toEqual(new Set(["Role weir-system/weir-front"]));
    const beyondCreate = writing.filter(({ verbs }) => !verbs.every((verb) => verb === "create"));
    expect(beyondCreate.map(({ resourceNames }) => resourceNames)).toEqual([["weir-front-tls"]]);
  });

  it("gives no way to more rights", () => {
    const climbing = ["bind", "escalate", "impersonate"];
    expect(rules.filter(({ verbs }) => verbs.some((verb) => climbing.includes(verb)))).toEqual([]);
    const touching = rules.filter(({ resources }) =>
      resources.some((resource) => /^(cluster)?role|^pods\/exec/.test(resource)),
    );
    expect(touching).toEqual([]);
  });

  it("names resources of ours that there are", () => {
    const plurals = new Set(crds.map(({ names }) => names.plural));
    const groups = new Set(crds.map(({ group }) => group));
    const named = rules.filter(({ apiGroups }) => apiGroups.some((group) => groups.has(group)));
    expect(named.length).toBeGreaterThan(0);
    for (const { resources } of named) {
      expect(
        resources.map((resource) => resource.split("/")[0]).filter((plural) => !plurals.has(plural ?? "")),
      ).toEqual([]);
    }
  });
});

describe("every binding", () => {
  it.each(bindings)("$key binds a role that is there to an account that is there", ({ key, roleRef, subjects }) => {
    const namespace = key.split(" ")[1]?.split("/")[0];
    expect(keys).toContain(
      roleRef.kind === "Role" ? `Role ${namespace}/${roleRef.name}` : `ClusterRole ${roleRef.name}`,
    );
    for (const subject of subjects) expect(keys).toContain(`ServiceAccount ${subject.namespace}/${subject.name}`);
  });

  it("leaves no role unused", () => {
    const used = new Set(bindings.map(({ roleRef }) => roleRef.name));
    const own = roles.filter(({ isAggregated }) => !isAggregated);
    expect(own.filter(({ key }) => !used.has(key.split(/[ /]/).at(-1) ?? ""))).toEqual([]);
  });

  it("gives a token exactly to the accounts that may do something", () => {
    const bound = new Set(bindings.flatMap(({ subjects }) => subjects.map(({ name }) => name)));
    const accounts = manifests.filter(({ kind }) => kind === "ServiceAccount");
    const withToken = accounts.filter((account) => account.automountServiceAccountToken !== false);
    expect(withToken.map(({ metadata }) => metadata.name).sort()).toEqual([...bound].sort());
  });
});

describe("a look at the nodes and pods of the whole cluster", () => {
  const component = render(join(projectRoot, "knative/components/cluster-room"));

  it("is no right of an installation as it is", () => {
    expect(rules.filter(({ resources }) => resources.some((one) => /^nodes/.test(one)))).toEqual([]);
    const autoscale = rules.filter(({ key }) => key.endsWith("weir-autoscale"));
    expect(autoscale.filter(({ resources }) => resources.includes("pods"))).toEqual([]);
  });

  it("is what the component gives to autoscale, and nothing else", () => {
    const [role, binding] = [roleShape.parse(component[0]), bindingShape.parse(component[1])];
    expect(role.rules).toEqual(
      ["nodes", "pods"].map((one) => ({ apiGroups: [""], resources: [one], verbs: ["list"] })),
    );
    expect(binding.roleRef.name).toBe(component[0]?.metadata.name);
    expect(binding.subjects.map(({ name }) => name)).toEqual(["weir-autoscale"]);
    expect(component.map(({ kind }) => kind)).toEqual(["ClusterRole", "ClusterRoleBinding"]);
  });
});

describe("the source's account", () => {
  it("may get, list and watch what it watches, and nothing else", () => {
    const own = rules.filter(({ key }) => key === "ClusterRole weir-source");
    expect(own).toEqual([
      {
        key: "ClusterRole weir-source",
        apiGroups: ["ververica.platform"],
        resources: ["vvpdeployments"],
        verbs: ["get", "list", "watch"],
      },
      {
        key: "ClusterRole weir-source",
        apiGroups: ["flink.apache.org"],
        resources: ["flinkdeployments", "flinksessionjobs", "flinkstatesnapshots"],
        verbs: ["get", "list", "watch"],
      },
    ]);
  });
});

describe("the roles of users", () => {
  it("are added to the cluster's own, once for each kind", () => {
    const aggregated = roles.filter(({ isAggregated }) => isAggregated).map(({ key }) => key);
    expect(aggregated).toEqual(
      crds.flatMap(({ names: { plural } }) => ["edit", "view"].map((role) => `ClusterRole weir-${plural}-${role}`)),
    );
  });

  it("write neither status nor what is the functions'", () => {
    const own = rules.filter(({ key }) => /-(edit|view)$/.test(key));
    expect(own.map(({ key, resources, verbs }) => [key, resources, verbs])).toEqual([
      [
        "ClusterRole weir-vvpdeployments-edit",
        ["vvpdeployments"],
        ["create", "delete", "deletecollection", "patch", "update"],
      ],
      ["ClusterRole weir-vvpdeployments-view", ["vvpdeployments"], ["get", "list", "watch"]],
      ...["flinkdeployments", "flinksessionjobs", "flinkstatesnapshots"].flatMap((plural) => [
        [`ClusterRole weir-${plural}-edit`, [plural], ["create", "delete", "deletecollection", "patch", "update"]],
        [`ClusterRole weir-${plural}-view`, [plural], ["get", "list", "watch"]],
      ]),
    ]);
  });
});
