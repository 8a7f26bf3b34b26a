import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { patienceMs } from "../../../patience.ts";
import {
  type ApiAnswer,
  type ControlPlaneAddress,
  callApi,
  runKubectl,
  serviceAccountToken,
  type User,
} from "../control-plane/access.ts";
import { installAccounts, installCrds, makeNamespace, mustRun, wipe } from "../control-plane/install.ts";
import { exampleIn } from "../crds/example.ts";
import { openTranscript } from "../crds/transcript.ts";
import { untilGranted } from "../crds/until-granted.ts";

const merge = "application/merge-patch+json";
const goneLimitMs = patienceMs;

/** What Weir wrote into the record, as the tests have it. */
export const memory = "memory";

/** Users and accounts on the shared control plane: jane has the cluster's `edit` in the namespace, joe its `view`. */
export async function openPolicyRig(address: ControlPlaneAddress, namespace: string) {
  const path = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/my-deployment`;
  const applying = `${path.slice(0, path.lastIndexOf("/"))}?fieldManager=kubectl-client-side-apply`;
  const example = exampleIn(namespace);
  await installCrds(address);
  await installAccounts(address);
  await makeNamespace(address, namespace);
  for (const [user, role] of [
    ["jane", "edit"],
    ["joe", "view"],
  ] as const) {
    await mustRun(address, ["create", "rolebinding", user, "-n", namespace, `--clusterrole=${role}`, `--user=${user}`]);
  }
  // Accounts of Weir that the record is not for, with every right that RBAC can give.
  const others = ["weir-admission", "weir-source"].map((name) => `--serviceaccount=weir-system:${name}`);
  await mustRun(address, ["create", "rolebinding", "others", "-n", namespace, "--clusterrole=admin", ...others]);
  await untilGranted(address, "jane", namespace, "create");
  await untilGranted(address, "joe", namespace, "get");

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (account: string) => {
    const token = tokens.get(account) ?? serviceAccountToken(address, "weir-system", account);
    tokens.set(account, token);
    return token;
  };

  /** A request to the resource, or to its status, with the token of one of Weir's accounts; null is the administrator. */
  async function patchAs(account: string | null, body: object, subresource = ""): Promise<ApiAnswer> {
    const token = account === null ? address.tokens.admin : await tokenOf(account);
    return callApi(address, "PATCH", path + subresource, { token, type: merge, body });
  }

  return {
    patchAs,
    /** A user's kubectl, written down. */
    as: (user: User) => openTranscript(address, user, namespace),
    /** A user's kubectl with arguments as they are. */
    kubectl: (user: User, args: readonly string[], input = "") => runKubectl(address, args, { user, input }),
    read: async () => (await callApi(address, "GET", path)).body as KubeObject,
    /** The resource anew, made by jane as kubectl apply does, with Weir's record and finalizer on it. */
    recorded: async () => {
      await remove(address, path);
      const token = address.tokens.jane;
      const made = await callApi(address, "POST", applying, { token, body: asApplied(example) });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const metadata = { annotations: { [recordAnnotation]: memory }, finalizers: ["weir.dev/finalizer"] };
      const { status, body } = await patchAs("weir-reconcile", { metadata });
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    remove: () => remove(address, path),
    close: () => wipe(address, [namespace]),
  };
}

/** What kubectl apply sends for a resource that is not there yet. */
function asApplied(text: string): KubeObject {
  const object = parse(text) as KubeObject;
  const applied = { "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(object)}\n` };
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...applied } } };
}

async function remove(address: ControlPlaneAddress, path: string): Promise<void> {
  await wipe(address);
  const deadline = performance.now() + goneLimitMs;
  while ((await callApi(address, "GET", path)).status !== 404) {
    if (performance.now() > deadline) throw new Error("the resource does not go");
    await sleep(20);
  }
}

/** The rig's type. */
export type PolicyRig = Awaited<ReturnType<typeof openPolicyRig>>;

/** The record that a resource carries. */
export const recordOf = (object: KubeObject) => object.metadata.annotations?.[recordAnnotation];

/** A merge patch that sets the record, or with null drops it. */
export const annotated = (value: string | null) => ({ metadata: { annotations: { [recordAnnotation]: value } } });
