import { at, isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import type { Violation } from "../../core/rule.ts";
import { withoutEndSlashes } from "../end-slashes.ts";
import { configurationFolder } from "./names.ts";
import { itemsAt, mainContainerName, mainContainerOf, nameOf } from "./pod-template.ts";

/** Where a merged template comes from, for sentences about it: the spec's path of the role's own template. */
type Path = string;

const listsOfSpec = ["containers", "initContainers", "volumes", "imagePullSecrets", "tolerations"] as const;
const listsOfContainer = ["env", "envFrom", "ports", "volumeMounts"] as const;

/**
 * Why no pod can be made of a merged template; empty where one can.
 *
 * Most findings come from a merge by index that laid things over each other that have nothing to do with each other; they
 * name the option that merges by name.
 */
export function judgePodTemplate(template: JsonObject, path: Path): Violation[] {
  const misshapen = findMisshapen(template, path);
  if (misshapen.length > 0) return misshapen;
  return [
    ...findNameless(template, path),
    ...findTwins(template, path),
    ...findMixedVolumes(template, path),
    ...findConfigurationMounts(template, path),
  ];
}

/** What of a template has no effect, because Flink or the Deployment decides it. */
export function findWithoutEffect(template: JsonObject, path: Path): Violation[] {
  const main = mainContainerOf(template);
  const overwritten = ["command", "args"].filter((key) => member(main, key) !== undefined);
  return [
    ...overwritten.map((key) => ({
      path: `${path}.spec.containers`,
      message: `sets ${key} of ${mainContainerName}, which has no effect: the entry point belongs to Flink`,
    })),
    ...(at(template, "spec", "restartPolicy") === undefined
      ? []
      : [{ path: `${path}.spec.restartPolicy`, message: "has no effect: it follows from the mode of the deployment" }]),
  ];
}

function findMisshapen(template: JsonObject, path: Path): Violation[] {
  const spec = member(template, "spec");
  const maps: [JsonValue | undefined, string][] = [
    [spec, `${path}.spec`],
    [member(template, "metadata"), `${path}.metadata`],
    [at(template, "metadata", "labels"), `${path}.metadata.labels`],
    [at(template, "metadata", "annotations"), `${path}.metadata.annotations`],
    [at(template, "spec", "nodeSelector"), `${path}.spec.nodeSelector`],
    [member(mainContainerOf(template), "resources"), `${path}.spec.containers.resources`],
  ];
  return [
    ...maps.filter(([value]) => value !== undefined && !isObject(value)).map(([, where]) => no("map", where)),
    ...findNoLists(spec, listsOfSpec, `${path}.spec`),
    ...itemsAt(template, "spec", "containers").flatMap((one, index) =>
      findNoLists(one, listsOfContainer, `${path}.spec.containers.${index}`),
    ),
  ];
}

function findNoLists(parent: unknown, keys: readonly string[], path: Path): Violation[] {
  return keys
    .filter((key) => {
      const value = member(parent, key);
      return value !== undefined && !(Array.isArray(value) && value.every((one) => isObject(one)));
    })
    .map((key) => no("list of maps", `${path}.${key}`));
}

function no(what: string, path: Path): Violation {
  return { path, message: `is no ${what}` };
}

function findNameless(template: JsonObject, path: Path): Violation[] {
  return ["containers", "initContainers", "volumes"].flatMap((list) =>
    itemsAt(template, "spec", list).flatMap((one, index) =>
      nameOf(one) === undefined ? [{ path: `${path}.spec.${list}.${index}.name`, message: "Required value" }] : [],
    ),
  );
}

const byNameOption = "kubernetes.operator.pod-template.merge-arrays-by-name";
const byName = `where the templates of the spec were merged by index, ${byNameOption}: "true" merges them by name`;

/** Two of one name, or two mounts at one path, which the API server refuses. */
function findTwins(template: JsonObject, path: Path): Violation[] {
  const lists: (readonly [string, readonly JsonObject[], string])[] = [
    ["spec.volumes", itemsAt(template, "spec", "volumes"), "name"],
    ["spec.containers", containersOf(template), "name"],
    ...itemsAt(template, "spec", "containers").flatMap((one, index) => [
      [`spec.containers.${index}.env`, itemsAt(one, "env"), "name"] as const,
      [`spec.containers.${index}.volumeMounts`, itemsAt(one, "volumeMounts"), "mountPath"] as const,
    ]),
  ];
  return lists.flatMap(([where, items, key]) =>
    twinsOf(items, key).map((twin) => ({
      path: `${path}.${where}`,
      message: `has ${JSON.stringify(twin)} more than once as ${key}; ${byName}`,
    })),
  );
}

/** Of both lists, which share their names. */
function containersOf(template: JsonObject): readonly JsonObject[] {
  return [...itemsAt(template, "spec", "containers"), ...itemsAt(template, "spec", "initContainers")];
}

function twinsOf(items: readonly JsonObject[], key: string): JsonValue[] {
  const seen = new Set<JsonValue>();
  const twins = new Set<JsonValue>();
  for (const item of items) {
    const value = member(item, key);
    if (value === undefined) continue;
    if (seen.has(value)) twins.add(value);
    seen.add(value);
  }
  return [...twins];
}

/** A volume with two sources: a merge by index laid one volume over another. */
function findMixedVolumes(template: JsonObject, path: Path): Violation[] {
  return itemsAt(template, "spec", "volumes").flatMap((volume, index) => {
    const sources = Object.keys(volume).filter((key) => key !== "name");
    return sources.length < 2
      ? []
      : [{ path: `${path}.spec.volumes.${index}`, message: `is at once ${sources.join(" and ")}; ${byName}` }];
  });
}

/**
 * A mount over Flink's configuration, which ours would fight with: where that folder can be written to, the entry point
 * of the image replaces the JobManager's address by its own host name, and TaskManagers find nobody (3.2).
 */
function findConfigurationMounts(template: JsonObject, path: Path): Violation[] {
  return itemsAt(mainContainerOf(template), "volumeMounts")
    .filter((mount) => withoutEndSlashes(String(member(mount, "mountPath") ?? "")) === configurationFolder)
    .map((mount) => ({
      path: `${path}.spec.containers.volumeMounts`,
      message:
        `mounts ${JSON.stringify(member(mount, "name"))} over ${configurationFolder}, where the configuration of the ` +
        "cluster is; use spec.flinkConfiguration and spec.logConfiguration, or another path",
    }));
}
