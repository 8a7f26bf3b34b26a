import { readManifests } from "../../../cli/demo/manifests.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { each } from "../../../shared/engine/each.ts";
import { type AppManagerSimulator, startAppManager } from "../../../simulators/app-manager/server.ts";
import type { Json } from "../../../simulators/platform/api-server/json.ts";
import { type ApiServer, startApiServer } from "../../../simulators/platform/api-server/server.ts";
import { clientOf } from "../api-server-client.ts";
import { readExamples, variant } from "../scenario-rig.ts";

/** How many resources, in how many namespaces of Kubernetes and of the platform each. */
export interface CrowdSize {
  readonly resources: number;
  readonly namespaces: number;
}

/** An API server and an AppManager with a crowd of resources, each namespace with a token of its own. */
export interface Crowd {
  readonly size: CrowdSize;
  /** Where kubeconfigs are written. */
  readonly folder: string;
  readonly api: ApiServer;
  readonly appManager: AppManagerSimulator;
  /** Kubernetes namespaces. */
  readonly namespaces: readonly string[];
  /** Token of the ApiServerSource's account. */
  readonly sourceToken: string;
  kubeconfigOf(name: "reconcile" | "refresh"): string;
  /** Applies all resources, as a user. */
  apply(): Promise<void>;
  /** The resources as they are stored, in the order of a list. */
  stored(): readonly KubeObject[];
  close(): Promise<void>;
}

const tokens = {
  jane: "token-of-jane",
  reconcile: "token-of-reconcile",
  refresh: "token-of-refresh",
  source: "token-of-source",
};

const account = (name: string) => ({ username: `system:serviceaccount:weir-system:weir-${name}` });

/** Starts both, with namespaces and Secrets and no resource yet; AppManager's transitions take no time. */
export async function startCrowd(size: CrowdSize, folder: string): Promise<Crowd> {
  const spaces = Array.from({ length: size.namespaces }, (_, index) => `space-${String(index).padStart(2, "0")}`);
  const appManager = await startAppManager({
    delays: { startMs: 0, cancelMs: 0, stopMs: 0, savepointMs: 0, jitter: 0 },
  });
  appManager.admin.configure({ namespaces: spaces });
  const secrets = spaces.map(
    (space) => [space, appManager.admin.createToken({ namespace: space, role: "editor" })] as const,
  );
  const [definition] = await readManifests("crds/ververica.platform_vvpdeployments.yaml");
  const api = await startApiServer({
    users: {
      [tokens.jane]: { username: "jane" },
      [tokens.reconcile]: account("reconcile"),
      [tokens.refresh]: account("refresh"),
      [tokens.source]: account("source"),
    },
    seed: [
      ...[...spaces.map(teamOf), "weir-system"].map((name) => ({
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name },
      })),
      definition,
      ...secrets.map(([space, token]) => toSecret(teamOf(space), token)),
    ] as unknown as Json[],
  });
  const resource = api.store.resources.find("ververica.platform", "v1", "vvpdeployments");
  if (resource === undefined) throw new Error("the kind is not installed");
  const { patch } = await readExamples();
  const resources = Array.from({ length: size.resources }, (_, index) => {
    const space = spaces[Math.floor((index * size.namespaces) / size.resources)] ?? "";
    return inSpace(variant(patch, `job-${String(index).padStart(5, "0")}`, "CANCELLED"), space);
  });
  return {
    size,
    folder,
    api,
    appManager,
    namespaces: spaces.map(teamOf),
    sourceToken: tokens.source,
    kubeconfigOf: (name) => api.kubeconfig(tokens[name]),
    apply: async () => {
      const jane = clientOf(api, { token: tokens.jane });
      await each(resources, 8, async (object) => {
        const path = `/apis/ververica.platform/v1/namespaces/${object.metadata.namespace}/vvpdeployments`;
        const { code, body } = await jane.post(path, object);
        if (code !== 201) throw new Error(`${object.metadata.name} was refused: ${JSON.stringify(body)}`);
      });
    },
    stored: () =>
      (api.store.all(resource) as readonly KubeObject[]).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
    close: async () => void (await Promise.all([api.close(), appManager.close()])),
  };
}

const placeOf = ({ metadata }: KubeObject) => `${metadata.namespace}/${metadata.name}`;

/** The resource in a namespace of Kubernetes; its deployment is in that of the platform, under another name (R15). */
function inSpace(object: KubeObject, space: string): KubeObject {
  const copy = structuredClone(object) as unknown as {
    metadata: { namespace: string };
    spec: { deployment: { metadata: { name: string; namespace: string } } };
  };
  copy.metadata.namespace = teamOf(space);
  const { metadata } = copy.spec.deployment;
  copy.spec.deployment.metadata = { ...metadata, name: `on-the-platform-${metadata.name}`, namespace: space };
  return copy as unknown as KubeObject;
}

const teamOf = (space: string) => space.replace("space", "team");

function toSecret(namespace: string, token: string): object {
  const data = { token: Buffer.from(token).toString("base64") };
  return { apiVersion: "v1", kind: "Secret", metadata: { name: "my-vvp-apikey", namespace }, data };
}
