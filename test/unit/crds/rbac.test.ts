import { describe, expect, it } from "vitest";
import { grantsOf, homeGrantsOf, makeRoles } from "../../../crds/rbac.ts";
import { writingFunctions } from "../../../crds/service-accounts.ts";
import { kinds, type RegisteredKind } from "../../../shared/kinds/index.ts";

const [kind] = kinds as readonly [RegisteredKind];
const granted = (grants: readonly { resource: string; verbs: readonly string[] }[]) =>
  grants.flatMap(({ resource, verbs }) => verbs.map((verb) => `${verb} ${resource}`)).sort();

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

  it.each(writingFunctions)("%s: no wildcard, and no list or watch of secrets", (name) => {
    for (const { group, resource, verbs, why } of [...grantsOf(name, kind), ...homeGrantsOf(name)]) {
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
});
