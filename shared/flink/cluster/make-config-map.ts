import type { JsonObject } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Blueprint, Pods } from "./blueprint.ts";
import { compact } from "./compact.ts";
import { withOtherResources } from "./container-size.ts";
import { makeMetadata } from "./metadata.ts";
import { configMapName, podTemplateConfigMapName, podTemplateFile } from "./names.ts";
import { itemsAt, mainContainerName, mainContainerOf, nameOf, objectAt, withMainContainer } from "./pod-template.ts";

/** A ConfigMap, as far as Weir writes one. */
export interface ConfigMap extends KubeObject {
  readonly data: Readonly<Record<string, string>>;
}

/** The ConfigMap of Flink's configuration and of its loggers' (3.2). */
export function makeConfigMap(cluster: Blueprint): ConfigMap {
  const { id, configurationFile, logFiles } = cluster;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: makeMetadata(cluster, configMapName(id)),
    data: { ...logFiles, [configurationFile.name]: configurationFile.text },
  };
}

/** The volume of that ConfigMap; its files are listed, so that nothing else that gets into it reaches a pod. */
export function makeConfigurationVolume({ id, configurationFile, logFiles }: Blueprint): JsonObject {
  const files = [...Object.keys(logFiles), configurationFile.name];
  return { name: "flink-config-volume", configMap: { name: configMapName(id), items: files.map(toItem) } };
}

/**
 * The ConfigMap by which a native JobManager learns how the pods of its TaskManagers are to be (3.3).
 *
 * The text is JSON, which is YAML. Metadata is that of the pods; their names and owners are Flink's.
 */
export function makePodTemplateConfigMap(cluster: Blueprint): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: makeMetadata(cluster, podTemplateConfigMapName(cluster.id)),
    data: { [podTemplateFile.name]: `${JSON.stringify(makeNativePod(cluster.taskManager), null, 2)}\n` },
  };
}

/** The volume of that ConfigMap in the JobManager's pod. */
export function makePodTemplateVolume({ id }: Blueprint): JsonObject {
  const configMap = { name: podTemplateConfigMapName(id), items: [toItem(podTemplateFile.name)] };
  return { name: "pod-template-volume", configMap };
}

/**
 * The template as Flink merges it: cpu, memory, image and the like are its own. A variable that the configuration sets is
 * left out, because Flink adds its own beside it and the API server refuses two of one name.
 */
function makeNativePod({ template, env, otherResources }: Pods): JsonObject {
  const main = mainContainerOf(template);
  const set = new Set(env.map(nameOf));
  const container = compact({
    ...main,
    name: mainContainerName,
    env: itemsAt(main, "env").filter((one) => !set.has(nameOf(one))),
    resources: compact(withOtherResources(objectAt(main, "resources"), otherResources)),
  });
  return compact({
    apiVersion: "v1",
    kind: "Pod",
    metadata: compact({
      labels: objectAt(template, "metadata", "labels"),
      annotations: objectAt(template, "metadata", "annotations"),
    }),
    spec: { ...objectAt(template, "spec"), containers: withMainContainer(template, container) },
  });
}

function toItem(file: string): JsonObject {
  return { key: file, path: file };
}
