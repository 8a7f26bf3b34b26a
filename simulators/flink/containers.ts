import { at, type JsonValue, member } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

/** `--fromSavepoint` of a standalone JobManager's container. */
export function argumentOf(deployment: KubeObject): string | undefined {
  const args = at(mainContainer(deployment), "args");
  const list: readonly JsonValue[] = Array.isArray(args) ? args : [];
  const index = list.indexOf("--fromSavepoint");
  return index === -1 ? undefined : String(list[index + 1]);
}

/** The image of Flink's container. */
export function imageOf(deployment: KubeObject): string {
  return String(at(mainContainer(deployment), "image") ?? "");
}

function mainContainer({ spec }: KubeObject): JsonValue | undefined {
  const containers = at(spec, "template", "spec", "containers");
  return Array.isArray(containers)
    ? containers.find((one) => member(one, "name") === "flink-main-container")
    : undefined;
}
