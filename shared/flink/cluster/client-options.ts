import type { Violation } from "../../core/rule.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { optionPath } from "./option-reader.ts";

/**
 * Options of Flink's own client about how it reaches Kubernetes and where files of its machine are, which no process of a
 * cluster reads; and what to use instead.
 */
const instead: ReadonlyMap<string, string> = new Map([
  ["kubernetes.pod-template-file", "use spec.podTemplate"],
  ["kubernetes.pod-template-file.default", "use spec.podTemplate"],
  ["kubernetes.pod-template-file.jobmanager", "use spec.jobManager.podTemplate"],
  ["kubernetes.pod-template-file.taskmanager", "use spec.taskManager.podTemplate"],
  ["kubernetes.config.file", "the pods use their service account"],
  ["kubernetes.context", "the pods use their service account"],
]);

/** Options of Flink's that this way of building a cluster cannot follow; and what to do. */
const refused: Readonly<Record<string, { readonly except: string; readonly message: string }>> = {
  "kubernetes.hostnetwork.enabled": {
    except: "false",
    message: "is not supported, because ports must be known before a pod starts; use a service or an ingress",
  },
  "kubernetes.flink.conf.dir": {
    except: "/opt/flink/conf",
    message: "is not supported; the configuration is in /opt/flink/conf, where the official image looks for it",
  },
  "kubernetes.entry.path": {
    except: "/docker-entrypoint.sh",
    message: "is not supported; the entry point is /docker-entrypoint.sh, as in the official image",
  },
};

/** True for an option that no process of a cluster reads. */
export function isClientOption(key: string): boolean {
  return instead.has(key);
}

/** Options that have no effect. */
export function findClientOptions(configuration: FlinkConfiguration): Violation[] {
  return Object.keys(configuration).flatMap((key) => {
    const other = instead.get(key);
    return other === undefined ? [] : [{ path: optionPath(key), message: `has no effect: ${other}` }];
  });
}

/** Options that ask for what is not built. */
export function findRefusedOptions(configuration: FlinkConfiguration): Violation[] {
  return Object.entries(refused).flatMap(([key, { except, message }]) => {
    const value = Object.hasOwn(configuration, key) ? configuration[key]?.trim() : undefined;
    return value === undefined || value.toLowerCase() === except ? [] : [{ path: optionPath(key), message }];
  });
}
