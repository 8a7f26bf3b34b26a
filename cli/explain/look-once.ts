import { connectFlinkPorts } from "../../functions/connect-flink.ts";
import { readFlinkConfiguration } from "../../functions/flink-configuration.ts";
import { version } from "../../functions/version.ts";
import { connectAppManager } from "../../shared/adapters/app-manager/client.ts";
import { systemClock } from "../../shared/adapters/clock.ts";
import type { Key } from "../../shared/core/object.ts";
import type { Engine } from "../../shared/engine/engine.ts";
import { type Explanation, explain } from "../../shared/engine/explain.ts";
import { kinds, type RegisteredKind } from "../../shared/kinds/index.ts";
import type { Log } from "../../shared/ports/log.ts";
import { type Config, toSettings } from "../../shared/runtime/config.ts";
import { reachCluster } from "../reach-cluster.ts";
import { UsageError } from "../usage-error.ts";

/** Milliseconds that the whole look may take. */
const limitMs = 30_000;

/** What to look at, and how to get there. */
export interface LookRequest {
  readonly kind: RegisteredKind;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly config: Config;
}

/** What a look showed, and what is odd about the file that `WEIR_FLINK_CONFIGURATION` names, one sentence each. */
export interface Look {
  readonly key: Key;
  readonly explanation: Explanation;
  readonly warnings: readonly string[];
}

/** One look at a resource with the ports of a function; rejects when the API server cannot be asked. */
export async function lookOnce(request: LookRequest): Promise<Look> {
  const file = readFlinkConfiguration(request.config);
  if (typeof file === "string") throw new UsageError(`${file}, as for the functions`);
  const { flink, artifacts } = connectFlinkPorts(request.config, file);
  const { connection, namespace } = await reachCluster(request.kubeconfig);
  const { cluster, objects, recorder } = connection;
  const { config, kind } = request;
  const appManager = connectAppManager({
    url: config.WEIR_APPMANAGER_URL,
    secrets: { read: (where, secret) => cluster.readSecret(where, secret) },
    instanceId: config.WEIR_INSTANCE_ID,
    version,
  });
  const engine: Engine = {
    kinds,
    ports: { cluster, appManager, objects, flink, artifacts, recorder },
    settings: toSettings(config, file.configuration),
    clock: systemClock,
    log: silent,
    observe: () => undefined,
  };
  const key: Key = { kind: kind.names.kind, namespace: request.namespace ?? namespace, name: request.name };
  try {
    const explanation = await explain(engine, kind, key, AbortSignal.timeout(limitMs));
    return { key, explanation, warnings: file.warnings };
  } finally {
    connection.close();
    appManager.close();
    flink.close();
  }
}

const quiet = () => undefined;
const silent: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
