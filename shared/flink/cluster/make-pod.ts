import { type JsonObject, member } from "../../core/json.ts";
import type { Blueprint, Pods } from "./blueprint.ts";
import { compact } from "./compact.ts";
import { makeResources } from "./container-size.ts";
import { makeConfigurationVolume } from "./make-config-map.ts";
import { selectorOf } from "./metadata.ts";
import { configurationFolder, entryPoint } from "./names.ts";
import { itemsAt, mainContainerName, mainContainerOf, nameOf, objectAt, withMainContainer } from "./pod-template.ts";

/** What a role runs in its main container, besides what both roles have. */
export interface Process {
  readonly args: readonly string[];
  readonly ports: readonly JsonObject[];
  readonly env: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
  readonly volumeMounts: readonly JsonObject[];
  readonly startupProbe?: JsonObject;
}

/**
 * The pod template of a Deployment: the user's template with what Flink decides laid over it (3.4).
 *
 * - Overwritten: the main container's name, command and arguments, cpu and memory, the restart policy.
 * - Configuration before template before default: image, pull policy, service account.
 * - Merged, Flink's winning: labels, environment, ports, volumes, mounts.
 * - Added: annotations, node selector, tolerations, pull secrets.
 *
 * Everything else is the template's, security contexts among it: nothing here asks for a privilege or a writable folder.
 */
export function makePod(cluster: Blueprint, pods: Pods, process: Process): JsonObject {
  const { template } = pods;
  const { restartPolicy: _decided, serviceAccount: alias, ...spec } = objectAt(template, "spec");
  return {
    metadata: compact({
      labels: { ...objectAt(template, "metadata", "labels"), ...pods.labels, ...selectorOf(cluster, pods.role) },
      annotations: { ...objectAt(template, "metadata", "annotations"), ...pods.annotations },
    }),
    spec: compact({
      ...spec,
      serviceAccountName: pods.serviceAccount ?? spec.serviceAccountName ?? alias ?? "default",
      imagePullSecrets: overlay(itemsAt(spec, "imagePullSecrets"), pods.imagePullSecrets.map(toReference), nameKey),
      nodeSelector: { ...objectAt(spec, "nodeSelector"), ...pods.nodeSelector },
      tolerations: [...itemsAt(spec, "tolerations"), ...pods.tolerations],
      containers: withMainContainer(template, makeMainContainer(cluster, pods, process)),
      volumes: overlay(
        itemsAt(spec, "volumes"),
        [makeConfigurationVolume(cluster), ...pods.volumes, ...process.volumes],
        nameKey,
      ),
    }),
  };
}

function makeMainContainer(cluster: Blueprint, pods: Pods, process: Process): JsonObject {
  const main = mainContainerOf(pods.template);
  const configuration = { name: "flink-config-volume", mountPath: configurationFolder, readOnly: true };
  return compact({
    ...main,
    name: mainContainerName,
    image: pods.image ?? member(main, "image") ?? cluster.defaultImage,
    imagePullPolicy: pods.imagePullPolicy ?? member(main, "imagePullPolicy") ?? "IfNotPresent",
    command: [entryPoint],
    args: process.args,
    env: overlay(itemsAt(main, "env"), [...pods.env, ...process.env], nameKey),
    ports: makePorts(itemsAt(main, "ports"), process.ports),
    resources: makeResources(objectAt(main, "resources"), pods.size, pods.otherResources),
    volumeMounts: overlay(
      itemsAt(main, "volumeMounts"),
      [configuration, ...pods.volumeMounts, ...process.volumeMounts],
      (mount) => String(member(mount, "mountPath")),
    ),
    startupProbe: member(main, "startupProbe") ?? process.startupProbe ?? {},
  });
}

/** A port of the template gives way where it has the name or the number of one of Flink's. */
function makePorts(template: readonly JsonObject[], ours: readonly JsonObject[]): readonly JsonObject[] {
  const byNumber = overlay(
    template,
    ours,
    (port) => `${member(port, "containerPort")}/${member(port, "protocol") ?? "TCP"}`,
  );
  return overlay(byNumber.slice(0, byNumber.length - ours.length), ours, nameKey);
}

/** What the template has and ours does not replace, then ours. */
function overlay(
  template: readonly JsonObject[],
  ours: readonly JsonObject[],
  keyOf: (item: JsonObject) => string,
): readonly JsonObject[] {
  const taken = new Set(ours.map(keyOf));
  return [...template.filter((item) => !taken.has(keyOf(item))), ...ours];
}

function nameKey(item: JsonObject): string {
  return nameOf(item) ?? "";
}

function toReference(name: string): JsonObject {
  return { name };
}
