/** Name of the service of the REST API and the web interface (3.3). */
export function restServiceName(id: string): string {
  return `${id}-rest`;
}

/** Name of the ConfigMap of Flink's configuration (3.2). */
export function configMapName(id: string): string {
  return `flink-config-${id}`;
}

/** Name of the ConfigMap by which native mode learns of the TaskManagers' template (3.3). */
export function podTemplateConfigMapName(id: string): string {
  return `pod-template-${id}`;
}

/** Name of the Deployment of the TaskManagers in standalone mode (3.3). */
export function taskManagerDeploymentName(id: string): string {
  return `${id}-taskmanager`;
}

/** Where Flink's configuration is mounted in both roles. */
export const configurationFolder = "/opt/flink/conf";

/** Where native mode's JobManager looks for the TaskManagers' template. */
export const podTemplateFile = { folder: "/opt/flink/pod-template", name: "taskmanager-pod-template.yaml" } as const;

/** Entry point of the official image; arguments choose what it starts. */
export const entryPoint = "/docker-entrypoint.sh";

/** Annotations of a JobManager's Deployment: the generation it was made from (as Apache's), and Weir's deploy attempt. */
export const deploymentAnnotation = {
  generation: "flinkdeployment.flink.apache.org/generation",
  attempt: "weir.dev/attempt",
} as const;
