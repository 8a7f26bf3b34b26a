import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { callApi, runKubectl } from "../control-plane/access.ts";
import { makeNamespace, mustRun } from "../control-plane/install.ts";
import { describeReal } from "../control-plane/shared.ts";
import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { untilKnown } from "./admit-instances.ts";
import { guideBlock, runInShell } from "./guide.ts";
import { openCourt } from "./verdict.ts";

const root = join(import.meta.dirname, "../../../..");
const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const configMap = "/api/v1/namespaces/weir-system/configmaps/weir-instances";
const merge = "application/merge-patch+json";

let started: ControlPlane | undefined;
let folder = "";

function plane(): ControlPlane {
  if (started === undefined) throw new Error("the control plane of this file is not up");
  return started;
}

async function knows(...ids: readonly string[]): Promise<void> {
  const { url, ca, tokens } = plane();
  const court = openCourt({ url, ca, token: tokens.admin });
  await untilKnown(court, ids).finally(court.close);
}

/** `crds/` as an older Weir had it, where the policy read the instances from a ConfigMap. */
async function older(instanceIds: string): Promise<string> {
  const rendered = parseAllDocuments(await mustRun(plane(), ["kustomize", "crds"])).map((one) => one.toJS());
  for (const { kind, metadata, spec } of rendered) {
    if (metadata.name !== "weir-vvpdeployments") continue;
    if (kind === "ValidatingAdmissionPolicy") {
      spec.paramKind = { apiVersion: "v1", kind: "ConfigMap" };
      spec.variables = [{ name: "instanceIds", expression: "params.data.instanceIds.split(',')" }];
    } else {
      spec.paramRef = { name: "weir-instances", namespace: "weir-system", parameterNotFoundAction: "Deny" };
    }
  }
  const metadata = { name: "weir-instances", namespace: "weir-system" };
  const all = [{ apiVersion: "v1", kind: "ConfigMap", metadata, data: { instanceIds } }, ...rendered];
  return all.map((one) => stringify(one)).join("---\n");
}

/** Renders the folder of an installation. */
async function render(kustomization: string) {
  await writeFile(join(folder, "mine/kustomization.yaml"), kustomization);
  const { code, stdout, stderr } = await runKubectl(plane(), ["kustomize", join(folder, "mine")]);
  const names = parseAllDocuments(stdout).map((one) => `${one.toJS()?.kind} ${one.toJS()?.metadata.name}`);
  return { code, stderr, names };
}

const ownFolder = guideBlock("yaml", "kind: Kustomization");

describeReal("the guide", () => {
  beforeAll(async () => {
    started = await startControlPlane();
    await makeNamespace(plane(), "weir-system");
    folder = await mkdtemp(join(tmpdir(), "weir-upgrade-"));
    await symlink(root, join(folder, "weir"));
    await mkdir(join(folder, "mine"));
  });
  afterAll(async () => {
    await started?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("leaves the roles of users out of an installation, and nothing else", async () => {
    const all = await render(ownFolder);
    const rest = await render(ownFolder + guideBlock("yaml", "name: weir-vvpdeployments-edit"));
    expect([all.code, rest.code]).toEqual([0, 0]);
    const roles = ["ClusterRole weir-vvpdeployments-edit", "ClusterRole weir-vvpdeployments-view"];
    expect(all.names.filter((name) => !rest.names.includes(name)).sort()).toEqual(roles);
    expect(rest.names).toHaveLength(all.names.length - roles.length);
  });

  it("names what kustomize says of a patch of the ConfigMap weir-instances", async () => {
    const patch =
      "  - patch: |-\n      apiVersion: v1\n      kind: ConfigMap\n      metadata:\n        name: weir-instances\n";
    const { code, stderr } = await render(ownFolder + patch);
    expect([code, stderr]).toEqual([1, expect.stringContaining("no resource matches strategic merge patch")]);
  });

  it("takes an installation with the ConfigMap along: its instances are forgotten, and it stays until it is deleted", async () => {
    await mustRun(plane(), ["apply", "-f", "-"], await older("my-operator,production"));
    await knows("my-operator", "production");
    expect(await runInShell(plane(), guideBlock("sh", "get configmap weir-instances"))).toBe("my-operator,production");
    await mustRun(plane(), ["apply", "-k", "crds"]);
    await knows("my-operator");
    const { body } = await callApi(plane(), "GET", `${policies}/weir-vvpdeployments`);
    expect((body as { spec: object }).spec).not.toHaveProperty("paramKind");
    expect((await callApi(plane(), "GET", configMap)).status).toBe(200);
    await runInShell(plane(), guideBlock("sh", "delete configmap weir-instances"));
    expect((await callApi(plane(), "GET", configMap)).status).toBe(404);
    await knows("my-operator");
  });

  it("tells functions and policy of another instance, until the files are applied again", async () => {
    const read = ["get", "configmap", "weir-settings", "-n", "weir-system", "-o", "jsonpath={.data.WEIR_INSTANCE_ID}"];
    await mustRun(plane(), ["apply", "-f", "knative/base/300-settings.yaml"]);
    await runInShell(plane(), guideBlock("sh", "patch validatingadmissionpolicy"));
    await knows("production");
    expect(await mustRun(plane(), read)).toBe("production");
    await mustRun(plane(), ["apply", "-k", "crds"]);
    await mustRun(plane(), ["apply", "-f", "knative/base/300-settings.yaml"]);
    await knows("my-operator");
    expect(await mustRun(plane(), read)).toBe("my-operator");
  });

  it("goes back to the ConfigMap as the API server last saw it, and to a changed one after a restart", async () => {
    await mustRun(plane(), ["apply", "-f", "-"], await older("my-operator"));
    await knows("my-operator", "production");
    await callApi(plane(), "PATCH", configMap, { type: merge, body: { data: { instanceIds: "third" } } });
    await sleep(1_000);
    await knows("my-operator", "production");
    await plane().stopApiServer();
    await plane().startApiServer();
    await knows("third");
  });
});
