import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ControlPlaneAddress, callApi, serviceAccountToken } from "../control-plane/access.ts";
import { installAccounts, mustRun } from "../control-plane/install.ts";
import { controlPlane, describeReal } from "../control-plane/shared.ts";
import { type Grant, readGrants, readRules } from "./grants.ts";
import { mayI } from "./without.ts";

const grants = readGrants();
const accounts = [...new Set(grants.map(({ account }) => account))];
const nobody = "weir-nobody";
const places = ["weir-system", "default"];

/** What `kubectl auth can-i --list` says, one text for each verb: `get secrets [weir-front-tls]`. */
async function rightsOf(address: ControlPlaneAddress, account: string, namespace: string): Promise<string[]> {
  const text = await mustRun(address, [
    "auth",
    "can-i",
    "--list",
    "-n",
    namespace,
    `--as=system:serviceaccount:weir-system:${account}`,
  ]);
  const lines = text.trimEnd().split("\n").slice(1);
  return lines.flatMap((line) => {
    const [, resource, paths, names, verbs] = /^(\S*)\s+\[(.*?)\]\s+\[(.*?)\]\s+\[(.*?)\]$/.exec(line) ?? [];
    if (verbs === undefined) throw new Error(`not understood: ${line}`);
    return verbs.split(" ").map((verb) => `${verb} ${resource}${paths} [${names}]`);
  });
}

/** The same words for what the manifests give. */
function toRight({ verb, resource, group, object = "" }: Grant): string {
  const [plural, sub] = resource.split("/");
  const full = [group === "" ? plural : `${plural}.${group}`, ...(sub === undefined ? [] : [sub])].join("/");
  return `${verb} ${full} [${object}]`;
}

describe("the manifests", () => {
  it("hold no wildcard, no list or watch of secrets and no way to more rights", () => {
    const rules = readRules();
    expect(rules.length).toBeGreaterThan(10);
    const words = rules.flatMap(({ apiGroups, resources, resourceNames = [], verbs }) => [
      ...[...apiGroups, ...resources, ...resourceNames, ...verbs],
    ]);
    expect(words.filter((word) => word.includes("*"))).toEqual([]);
    const climbing = ["bind", "escalate", "impersonate", "approve", "sign"];
    expect(words.filter((word) => climbing.includes(word))).toEqual([]);
    const onSecrets = rules.filter(({ resources }) => resources.includes("secrets")).flatMap(({ verbs }) => verbs);
    expect([...new Set(onSecrets)].sort()).toEqual(["create", "get", "update"]);
  });
});

describeReal("on a real API server", () => {
  let address: ControlPlaneAddress;

  beforeAll(async () => {
    address = controlPlane();
    await installAccounts(address);
    await mustRun(address, ["apply", "-f", "knative/overlays/direct/600-front-rbac.yaml"]);
    await callApi(address, "POST", "/api/v1/namespaces/weir-system/serviceaccounts", {
      body: { metadata: { name: nobody } },
    });
  });
  afterAll(() => callApi(address, "DELETE", `/api/v1/namespaces/weir-system/serviceaccounts/${nobody}`));

  it.each(accounts.flatMap((account) => places.map((namespace) => ({ account, namespace }))))(
    "$account may do in $namespace what its roles say, and beyond that only what every account may",
    async ({ account, namespace }) => {
      const [own, common] = await Promise.all([
        rightsOf(address, account, namespace),
        rightsOf(address, nobody, namespace),
      ]);
      const given = grants.filter((one) => one.account === account && [undefined, namespace].includes(one.namespace));
      expect(own.filter((right) => !common.includes(right)).sort()).toEqual([...new Set(given.map(toRight))].sort());
      expect(common.filter((right) => /secret|\*\.|^\*/.test(right))).toEqual([]);
    },
  );

  const none = { group: "", object: undefined, namespace: "" };
  const rbac = "rbac.authorization.k8s.io";
  const questions: readonly Omit<Grant, "account" | "role">[] = [
    { ...none, verb: "*", resource: "*", group: "*" },
    { ...none, verb: "list", resource: "secrets" },
    { ...none, verb: "watch", resource: "secrets" },
    { ...none, verb: "deletecollection", resource: "secrets" },
    { ...none, verb: "list", resource: "secrets", namespace: "weir-system" },
    { ...none, verb: "watch", resource: "secrets", namespace: "weir-system" },
    { ...none, verb: "update", resource: "secrets", namespace: "weir-system", object: "another" },
    { ...none, verb: "bind", resource: "clusterroles", group: rbac },
    { ...none, verb: "escalate", resource: "clusterroles", group: rbac },
    { ...none, verb: "escalate", resource: "roles", group: rbac, namespace: "weir-system" },
    { ...none, verb: "create", resource: "clusterrolebindings", group: rbac },
    { ...none, verb: "create", resource: "rolebindings", group: rbac, namespace: "weir-system" },
    { ...none, verb: "impersonate", resource: "users" },
    { ...none, verb: "impersonate", resource: "serviceaccounts" },
    { ...none, verb: "create", resource: "serviceaccounts/token", namespace: "weir-system" },
    { ...none, verb: "create", resource: "pods" },
    { ...none, verb: "create", resource: "pods/exec" },
    { ...none, verb: "delete", resource: "vvpdeployments", group: "ververica.platform" },
    { ...none, verb: "update", resource: "validatingadmissionpolicies", group: "admissionregistration.k8s.io" },
  ];

  it.each(questions)("no account may $verb $resource, asked with its own token", async (question) => {
    for (const account of accounts) {
      const token = await serviceAccountToken(address, "weir-system", account);
      expect([account, await mayI(address, token, question)]).toEqual([account, false]);
    }
  });
});
