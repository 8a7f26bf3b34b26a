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

/** One look at a resource with the ports of a function; rejects when the API server cannot be asked. */
export async function lookOnce(request: LookRequest): Promise<{ key: Key; explanation: Explanation }> {
  const { connection, namespace } = await reachCluster(request.kubeconfig);
  const { cluster } = connection;
  const { config, kind } = request;
  const appManager = connectAppManager({
    url: config.WEIR_APPMANAGER_URL,
    secrets: { read: (where, secret) => cluster.readSecret(where, secret) },
    instanceId: config.WEIR_INSTANCE_ID,
    version,
  });
  const engine: Engine = {
    kinds,
    ports: { cluster, appManager },
    settings: toSettings(config),
    clock: systemClock,
    log: silent,
    observe: () => undefined,
  };
  const key: Key = { kind: kind.names.kind, namespace: request.namespace ?? namespace, name: request.name };
  try {
    return { key, explanation: await explain(engine, kind, key, AbortSignal.timeout(limitMs)) };
  } finally {
    connection.close();
    appManager.close();
  }
}

const quiet = () => undefined;
const silent: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
