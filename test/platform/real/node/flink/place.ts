import { randomUUID } from "node:crypto";
import { appendFile, chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LogLines, makeLogLines } from "../../../../../cli/demo/log-lines.ts";
import { connectFlink, type FlinkConnection } from "../../../../../shared/adapters/flink/client.ts";
import { makeJobRole } from "../../../../../shared/flink/cluster/make-job-role.ts";
import { type ApiAnswer, callApi } from "../../control-plane/access.ts";
import { mustRun } from "../../control-plane/install.ts";
import { imageArchive, type Release } from "../../flink/releases.ts";
import { type Cluster, startCluster } from "../cluster.ts";
import { importImage, tagImage } from "../images.ts";
import { network, runProgram } from "../network.ts";

/** The namespace of all Flink clusters of the suites; it admits restricted pods only. */
export const namespace = "flink";

/** Service account of their pods. */
export const account = "flink";

/** Who works with the resources; she may edit in the namespace. */
export const user = "jane";

/** Where their pods find the shared volume. */
export const mountPath = "/data";

/** Priority class of pods that a quota admits none of. */
export const quotaClass = "none-admitted";

/** The same folder as the node has it; it is gone with the sandbox. */
const volumeFolder = "/run/weir/flink-data";

/** A node with Flink's images, a volume that all pods share, and what their service account may do. */
export interface Place {
  readonly cluster: Cluster;
  readonly rest: FlinkConnection;
  /** What Weir's functions say. */
  readonly logs: LogLines;
  /** How often Weir was killed, by whichever story. */
  deaths: number;
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Runs kubectl in the namespace; rejects with what it said. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  close(): Promise<void>;
}

/** A release as another image, which is there as well and holds the same. */
export function rebuilt(release: Release): Release {
  return { ...release, image: `${release.image}-rebuilt` };
}

/** Starts a node with the images of these releases. */
export async function startPlace(releases: readonly Release[]): Promise<Place> {
  const cluster = await startCluster({
    load: async ({ places }) => {
      for (const release of releases) {
        await importImage(places.socket, imageArchive(release));
        await tagImage(places.socket, release.image, rebuilt(release).image);
      }
    },
  });
  const { controlPlane } = cluster;
  const rest = connectFlink({ version: "0.0.0" });
  const place: Place = {
    cluster,
    rest,
    logs: makeLogLines(),
    deaths: 0,
    call: (method, path, body) => callApi(controlPlane, method, path, { body }),
    kubectl: (args, input) => mustRun(controlPlane, [`--namespace=${namespace}`, ...args], input),
    close: async () => {
      rest.close();
      await cluster.close();
    },
  };
  try {
    await askDnsOfCluster();
    await furnish(place);
  } catch (error) {
    await place.close();
    throw error;
  }
  return place;
}

/** Processes of the sandbox find Services by name, as pods do. */
async function askDnsOfCluster(): Promise<void> {
  const path = "/run/weir/resolv.conf";
  await writeFile(path, `nameserver ${network.host}\nsearch ${network.domain}\noptions ndots:5\n`);
  await runProgram("mount", ["--bind", path, "/etc/resolv.conf"]);
}

async function furnish({ kubectl }: Place): Promise<void> {
  await mkdir(volumeFolder, { recursive: true });
  await chmod(volumeFolder, 0o777);
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  const size = { storage: "1Gi" };
  const shared = { accessModes: ["ReadWriteMany"], storageClassName: "" };
  const items = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } },
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "data" },
      spec: { ...shared, capacity: size, hostPath: { path: volumeFolder }, claimRef: { namespace, name: "data" } },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "data", namespace },
      spec: { ...shared, volumeName: "data", resources: { requests: size } },
    },
    ...makeJobRole({ namespace, name: account }),
    {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: quotaClass },
      value: 0,
    },
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: quotaClass, namespace },
      spec: {
        hard: { pods: "0" },
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: [quotaClass] }] },
      },
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "jane", namespace },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" },
      subjects: [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }],
    },
  ];
  await kubectl(["apply", "--server-side", "--filename=-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  // The scheduler looks at a pod with an unbound claim again only after ten seconds.
  await kubectl(["wait", "--for=jsonpath={.status.phase}=Bound", "persistentvolumeclaim/data", "--timeout=60s"]);
}

/** Deletes the namespace with all that is in it; resolves once it is gone. */
export async function deleteNamespace({ cluster }: Place, limitMs: number): Promise<void> {
  const timeout = `--timeout=${limitMs / 1_000}s`;
  await mustRun(cluster.controlPlane, ["delete", "namespace", namespace, timeout]);
}

/** A new folder on the volume that pods may write to, and its path for them. */
export async function makeFolder(name: string): Promise<string> {
  const folder = `${name}-${randomUUID().slice(0, 8)}`;
  await mkdir(join(volumeFolder, folder));
  await chmod(join(volumeFolder, folder), 0o777);
  return `${mountPath}/${folder}`;
}

/** A file of the volume by its path in a pod; empty where it is not there. */
export async function readVolume(path: string): Promise<string> {
  return readFile(inVolume(path), "utf8").catch(() => "");
}

/** Where a file of the volume is on the node, by its path in a pod. */
export function inVolume(path: string): string {
  return path.replace(mountPath, volumeFolder);
}

/** Appends to a file of the volume, by its path in a pod. */
export async function appendToVolume(path: string, text: string): Promise<void> {
  await appendFile(inVolume(path), text);
}

/** Names in a folder of the volume, by its path in a pod; none where it is not there. */
export async function listVolume(path: string): Promise<string[]> {
  return readdir(inVolume(path)).catch(() => []);
}

/** Paths of what is in a folder of the volume, the newest first, by its path in a pod. */
export async function listByAge(path: string): Promise<string[]> {
  const names = await listVolume(path);
  const ages = names.map(async (name) => {
    const { mtimeMs } = await stat(inVolume(join(path, name)));
    return { path: join(path, name), mtimeMs };
  });
  const found = await Promise.all(ages);
  return found.sort((one, other) => other.mtimeMs - one.mtimeMs).map((one) => one.path);
}
