import { describe, expect, it } from "vitest";
import { grantsOf, homeGrantsOf, makeRoles, scalingGrantsOf } from "../../../crds/rbac.ts";
import { writingFunctions } from "../../../crds/service-accounts.ts";
import { kinds, type RegisteredKind } from "../../../shared/kinds/index.ts";

const [kind, flink, job, snapshot] = kinds as readonly [RegisteredKind, RegisteredKind, RegisteredKind, RegisteredKind];
const granted = (grants: readonly { resource: string; verbs: readonly string[] }[]) =>
  grants.flatMap(({ resource, verbs }) => verbs.map((verb) => `${verb} ${resource}`)).sort();

const ofSnapshots = ["create", "patch", "delete"].map((verb) => `${verb} flinkstatesnapshots`);

describe("what a function may do", () => {
  it("is for reconcile what one pass does, no pods and no jobs, and no more (R6)", () => {
    expect(granted(grantsOf("reconcile", kind))).toEqual([
      "get secrets",
      "get vvpdeployments",
      "patch vvpdeployments",
      "patch vvpdeployments/status",
    ]);
    expect(homeGrantsOf("reconcile")).toEqual([]);
  });

  it("is for refresh the same, the list of the sweep, its lease, and Events with their cursors", () => {
    expect(granted(grantsOf("refresh", kind))).toEqual(
      [...granted(grantsOf("reconcile", kind)), "list vvpdeployments", "create events"].sort(),
    );
    const { mirror: _mirror, ...mute } = kind;
    expect(granted(grantsOf("refresh", mute))).not.toContain("create events");
    const verbs = ["create", "get", "patch"];
    expect(granted(homeGrantsOf("refresh"))).toEqual(verbs.flatMap((verb) => [`${verb} configmaps`, `${verb} leases`]));
  });

  it("is for a FlinkDeployment what applying, looking at and removing a cluster needs, and no Secret", () => {
    expect(granted(grantsOf("reconcile", flink))).toEqual(
      [
        "get flinkdeployments",
        "patch flinkdeployments",
        "patch flinkdeployments/status",
        ...["get", "create", "patch", "delete"].map((verb) => `${verb} deployments`),
        ...["get", "create", "patch"].map((verb) => `${verb} services`),
        ...["get", "create", "patch", "delete"].map((verb) => `${verb} ingresses`),
        ...["get", "list", "create", "patch", "delete"].map((verb) => `${verb} configmaps`),
        "list flinksessionjobs",
        "list pods",
        ...ofSnapshots,
        ...["list", "create"].map((verb) => `${verb} events`),
      ].sort(),
    );
  });

  it("is for session jobs and snapshots a look at what they name, and nothing at pods and Secrets", () => {
    const own = (plural: string) => [`get ${plural}`, `patch ${plural}`, `patch ${plural}/status`];
    expect(granted(grantsOf("reconcile", job))).toEqual(
      [...own("flinksessionjobs"), "get flinkdeployments", ...ofSnapshots, "create events"].sort(),
    );
    expect(granted(grantsOf("reconcile", snapshot))).toEqual(
      [
        ...own("flinkstatesnapshots"),
        ...["flinkdeployments", "flinksessionjobs", "deployments"].map((plural) => `get ${plural}`),
        "create events",
      ].sort(),
    );
  });

  it("is for autoscale the kinds with jobs, the states of those, Events, and no status of anything", () => {
    const beside = [...["get", "create", "patch", "delete"].map((verb) => `${verb} configmaps`), "create events"];
    const own = (plural: string) => [`list ${plural}`, `patch ${plural}`, "get flinkdeployments"];
    expect(granted(scalingGrantsOf(flink))).toEqual([...own("flinkdeployments"), ...beside].sort());
    expect(granted(scalingGrantsOf(job))).toEqual([...own("flinksessionjobs"), ...beside].sort());
    expect([kind, snapshot].flatMap(scalingGrantsOf)).toEqual([]);
  });

  it.each(writingFunctions)("%s: no wildcard, and no list or watch of secrets", (name) => {
    for (const { group, resource, verbs, why } of [
      ...kinds.flatMap((one) => grantsOf(name, one)),
      ...homeGrantsOf(name),
    ]) {
      expect([group, resource, ...verbs].join(" ")).not.toContain("*");
      if (resource === "secrets") expect(verbs).toEqual(["get"]);
      expect(why).not.toBe("");
    }
  });

  it("is given once, however many kinds read secrets", () => {
    const other = { ...kind, names: { ...kind.names, kind: "Other", plural: "others" } };
    const [role] = makeRoles([kind, other]) as readonly { rules: readonly { resources: readonly string[] }[] }[];
    expect(role?.rules.flatMap(({ resources }) => resources).filter((one) => one === "secrets")).toHaveLength(1);
  });

  it("is given once, where one kind only looks at what another writes", () => {
    const [role] = makeRoles(kinds) as readonly { rules: readonly { resources: string[]; verbs: string[] }[] }[];
    const rights = (role?.rules ?? []).flatMap(({ resources, verbs }) =>
      resources.flatMap((one) => verbs.map((verb) => `${verb} ${one}`)),
    );
    expect(rights).toEqual([...new Set(rights)]);
    expect(rights).toContain("get deployments");
  });
});
