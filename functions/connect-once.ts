import { type ClusterConnection, connectCluster } from "../shared/adapters/kubernetes/connect.ts";
import { isOperatorError } from "../shared/core/error.ts";
import type { Config } from "../shared/runtime/config.ts";
import { exit } from "../shared/runtime/start.ts";
import type { FunctionName } from "../shared/runtime/variable.ts";

/** The API server as it is configured; nothing is sent yet. */
export function connectOnce({ KUBECONFIG: path }: Pick<Config, "KUBECONFIG">): ClusterConnection {
  return connectCluster({ kubeconfigPath: path === "" ? undefined : path });
}

/** What a connection gives; one that cannot be made ends the process with exit code 2. */
export function orExit<Connection>(name: FunctionName, connectIt: () => Connection): Connection {
  try {
    return connectIt();
  } catch (error) {
    return exit(name, isOperatorError(error) ? error.message : String(error));
  }
}
