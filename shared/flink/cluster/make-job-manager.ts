import type { JsonObject } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Blueprint } from "./blueprint.ts";
import { makePodTemplateVolume } from "./make-config-map.ts";
import { makeDeployment } from "./make-deployment.ts";
import type { Process } from "./make-pod.ts";
import { podTemplateFile } from "./names.ts";
import { itemsAt, mainContainerOf } from "./pod-template.ts";

/** The Deployment of the JobManagers (3.3, 3.5, 3.6). */
export function makeJobManager(cluster: Blueprint): KubeObject {
  return makeDeployment(cluster, cluster.jobManager, cluster.id, makeProcess(cluster));
}

function makeProcess(cluster: Blueprint): Process {
  const { ports, jobManagerArgs: args, startupProbe } = cluster;
  const folders = [...podTemplateFolder(cluster), ...userLibFolder(cluster)];
  return {
    args,
    ports: [
      { name: "rest", containerPort: ports.restBind, protocol: "TCP" },
      { name: "jobmanager-rpc", containerPort: ports.jobManagerRpc, protocol: "TCP" },
      { name: "blobserver", containerPort: ports.blob, protocol: "TCP" },
    ],
    env: [{ name: "_POD_IP_ADDRESS", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "status.podIP" } } }],
    volumes: folders.map(({ volume }) => volume),
    volumeMounts: folders.map(({ mount }) => mount),
    ...(startupProbe === undefined ? {} : { startupProbe }),
  };
}

interface Folder {
  readonly volume: JsonObject;
  readonly mount: JsonObject;
}

function podTemplateFolder(cluster: Blueprint): Folder[] {
  if (cluster.mode === "standalone") return [];
  const mount = { name: "pod-template-volume", mountPath: podTemplateFile.folder, readOnly: true };
  return [{ volume: makePodTemplateVolume(cluster), mount }];
}

const userLib = "/opt/flink/usrlib";

/**
 * An empty user library for a standalone application whose jar lies elsewhere in the image: only where that folder exists
 * does Flink look for the job's classes in `pipeline.classpaths`. One that the template or the image brings is left alone.
 */
function userLibFolder({ isApplication, mode, jarPath, jobManager }: Blueprint): Folder[] {
  const isElsewhere = jarPath !== undefined && !jarPath.startsWith(`${userLib}/`);
  const mounts = itemsAt(mainContainerOf(jobManager.template), "volumeMounts");
  const isMounted = mounts.some(({ mountPath }) => `${mountPath}/`.startsWith(`${userLib}/`));
  if (mode === "native" || !isApplication || !isElsewhere || isMounted) return [];
  return [{ volume: { name: "user-lib-dir", emptyDir: {} }, mount: { name: "user-lib-dir", mountPath: userLib } }];
}
