import type { JsonObject } from "../../core/json.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import type { Role } from "../flink-notation.ts";
import type { ContainerSize, Resources } from "./container-size.ts";

/** Who makes TaskManagers: Flink's JobManager itself (`native`), or a Deployment of ours (`standalone`; 2.15). */
export type DeploymentMode = "native" | "standalone";

/** The resource that a cluster belongs to, as its objects' owner references name it. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The fixed ports of a cluster (3.3); `rest` is the service's, `restBind` the one that the JobManager listens on. */
export interface Ports {
  readonly rest: number;
  readonly restBind: number;
  readonly jobManagerRpc: number;
  readonly blob: number;
  readonly taskManagerRpc: number;
}

/** All that the pods of one role are made of, parsed and without contradictions. */
export interface Pods {
  readonly role: Role;
  readonly replicas: number;
  /** The merged pod template. */
  readonly template: JsonObject;
  readonly size: ContainerSize;
  /** What the container asks for besides cpu and memory, `ephemeral-storage` among it; limit and request each. */
  readonly otherResources: Resources;
  /** Absent where neither the spec nor the configuration says it; then the template's, then the default. */
  readonly image: string | undefined;
  readonly imagePullPolicy: string | undefined;
  readonly serviceAccount: string | undefined;
  readonly imagePullSecrets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly JsonObject[];
  readonly env: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
  readonly volumeMounts: readonly JsonObject[];
}

/**
 * One deploy attempt of one cluster, ready to be built: what the `make*` functions look at.
 *
 * Guarantees: made by `planCluster` alone, so that no builder can fail.
 */
export interface Blueprint {
  /** The cluster id; also the name of the resource, of the JobManager's Deployment and of its internal service. */
  readonly id: string;
  readonly namespace: string;
  readonly owner: Owner;
  readonly mode: DeploymentMode;
  readonly isApplication: boolean;
  readonly isHighlyAvailable: boolean;
  /** Of the official image, for where nobody names one. */
  readonly defaultImage: string;
  /** All that Flink is told, in its version's dialect. */
  readonly configuration: FlinkConfiguration;
  /** `flink-conf.yaml` or `config.yaml`, and its text. */
  readonly configurationFile: { readonly name: string; readonly text: string };
  readonly logFiles: Readonly<Record<string, string>>;
  readonly ports: Ports;
  /** What tells one attempt from another, as annotations of both Deployments. */
  readonly deploymentAnnotations: Readonly<Record<string, string>>;
  readonly jobManager: Pods;
  readonly taskManager: Pods;
  /** Arguments of the containers, what the image's entry point is to start first. */
  readonly jobManagerArgs: readonly string[];
  readonly taskManagerArgs: readonly string[];
  /** Where the job's jar is in the image, if it is one of the image. */
  readonly jarPath: string | undefined;
  readonly startupProbe: JsonObject | undefined;
  readonly restService: { readonly type: string; readonly annotations: Readonly<Record<string, string>> };
  readonly ingress: IngressPlan | undefined;
}

/** An ingress, its template already filled in. */
export interface IngressPlan {
  /** Undefined stands for any host. */
  readonly hosts: readonly (string | undefined)[];
  readonly path: string;
  readonly className: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly tls: readonly JsonObject[];
}
