import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patienceMs } from "../../../patience.ts";
import { type ControlPlaneAddress, callApi, runKubectl } from "./access.ts";

const root = join(import.meta.dirname, "../../../..");
const definitions = [
  "crd/vvpdeployments.ververica.platform",
  ...["flinkdeployments", "flinksessionjobs", "flinkstatesnapshots"].map((plural) => `crd/${plural}.flink.apache.org`),
];
const resources = [
  { api: "/apis/ververica.platform/v1", plural: "vvpdeployments" },
  { api: "/apis/flink.apache.org/v1beta1", plural: "flinkdeployments" },
  { api: "/apis/flink.apache.org/v1beta1", plural: "flinksessionjobs" },
  { api: "/apis/flink.apache.org/v1beta1", plural: "flinkstatesnapshots" },
];
const policyLimitMs = patienceMs;

interface Named {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

/**
 * Runs kubectl as the administrator from the project's root and gives what it printed.
 *
 * Rejects, with what it said, when it fails.
 */
export async function mustRun(address: ControlPlaneAddress, args: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await runKubectl(address, args, { cwd: root, input });
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}

/**
 * Applies `crds/` as the guide says; resolves when the kinds are served and the policies are in force.
 *
 * Guarantees: changes nothing where they are in force already.
 */
export async function installCrds(address: ControlPlaneAddress): Promise<void> {
  await mustRun(address, ["apply", "-k", "crds"]);
  await untilEstablished(address, definitions);
  await untilInForce(address);
}

/** Resolves when the API server serves the kinds of these CRDs, given as `crd/NAME`. */
export async function untilEstablished(address: ControlPlaneAddress, crds: readonly string[]): Promise<void> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(100)) {
    const args = ["wait", "--for=condition=Established", ...crds, "--timeout=30s"];
    const { code, stdout, stderr } = await runKubectl(address, args, { cwd: root });
    if (code === 0) return;
    // kubectl gives up on a CRD that is so new that its conditions are null still.
    const isTooNew = stderr.includes("accessor error");
    if (!isTooNew || performance.now() > deadline) throw new Error(`kubectl ${args.join(" ")}: ${stderr}${stdout}`);
  }
}

/** Makes the namespace `weir-system`, the service accounts and their roles, as `knative/base` has them. */
export async function installAccounts(address: ControlPlaneAddress): Promise<void> {
  const files = [
    "000-namespace",
    "100-service-accounts",
    "200-rbac.generated",
    "210-rbac-source",
    "220-rbac-users.generated",
  ];
  await mustRun(address, ["apply", ...files.flatMap((name) => ["-f", `knative/base/${name}.yaml`])]);
}

/** Makes a namespace; one of that name which is still being deleted, by another file, is waited for. */
export async function makeNamespace(address: ControlPlaneAddress, name: string): Promise<void> {
  await mustRun(address, ["wait", "--for=delete", `namespace/${name}`, "--timeout=60s"]);
  await mustRun(address, ["create", "namespace", name]);
}

/**
 * Takes away what a test file left: every resource of ours, whatever holds it, and the namespaces that it made. The
 * installation stays.
 *
 * Caveats: the namespaces are gone some seconds later.
 */
export async function wipe(address: ControlPlaneAddress, namespaces: readonly string[] = []): Promise<void> {
  const found = await Promise.all(
    resources.map(async ({ api, plural }) => {
      const { status, body } = await callApi(address, "GET", `${api}/${plural}`);
      const items = status === 200 ? (body as { items: readonly Named[] }).items : [];
      return items.map(({ metadata: { namespace, name } }) => `${api}/namespaces/${namespace}/${plural}/${name}`);
    }),
  );
  await Promise.all(
    found.flat().map(async (path) => {
      await callApi(address, "DELETE", path);
      // Once it is being deleted the policies look away.
      const type = "application/merge-patch+json";
      await callApi(address, "PATCH", path, { type, body: { metadata: { finalizers: null } } });
    }),
  );
  await Promise.all(namespaces.map((name) => callApi(address, "DELETE", `/api/v1/namespaces/${name}`)));
}

/** The last policy's binding is made last, so once it denies all of them do. */
async function untilInForce(address: ControlPlaneAddress): Promise<void> {
  const artifact = { kind: "JAR", jarUri: "s3://bucket/a.jar" };
  const template = { spec: { artifact, engineVersionName: "any" } };
  const deployment = {
    metadata: { name: "probe", namespace: "probe" },
    spec: { deploymentTargetName: "probe", template },
  };
  const body = {
    apiVersion: "ververica.platform/v1",
    kind: "VvpDeployment",
    metadata: { name: "probe" },
    spec: { syncingMode: "PATCH", deployment },
  };
  const path = "/apis/ververica.platform/v1/namespaces/default/vvpdeployments?dryRun=All";
  const deadline = performance.now() + policyLimitMs;
  for (;;) {
    const answer = await callApi(address, "POST", path, { body });
    const said = JSON.stringify(answer.body);
    if (answer.status === 422 && said.includes("is required and must name")) return;
    if (performance.now() > deadline) throw new Error(`the policies are not in force: ${answer.status} ${said}`);
    await sleep(100);
  }
}
