import type { KubeObject } from "../core/object.ts";
import type { FlinkEndpoint } from "../ports/flink-rest.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import { optionOf } from "./spellings.ts";

/** Where the REST of a FlinkDeployment's cluster answers (3.3). */
export function endpointOf({ metadata }: KubeObject, configuration: FlinkConfiguration): FlinkEndpoint {
  const { name, namespace = "" } = metadata;
  const scheme = optionOf(configuration, "security.ssl.rest.enabled") === "true" ? "https" : "http";
  const port = /^\d{1,5}$/.exec(optionOf(configuration, "rest.port") ?? "")?.[0] ?? "8081";
  return { url: `${scheme}://${name}-rest.${namespace}.svc:${port}` };
}
