import { connectAppManager } from "../shared/adapters/app-manager/client.ts";
import { systemClock } from "../shared/adapters/clock.ts";
import { connectBus } from "../shared/adapters/knative/bus.ts";
import { type ClusterConnection, connectCluster } from "../shared/adapters/kubernetes/connect.ts";
import { systemRandom } from "../shared/adapters/random.ts";
import { isOperatorError } from "../shared/core/error.ts";
import type { Engine } from "../shared/engine/engine.ts";
import type { Bus } from "../shared/ports/bus.ts";
import type { Log } from "../shared/ports/log.ts";
import { type Config, type FunctionName, toSettings } from "../shared/runtime/config.ts";
import type { Metrics } from "../shared/runtime/metrics.ts";
import { exit } from "../shared/runtime/start.ts";
import { type Acting, makeActing } from "./acting.ts";
import { wrongInformational } from "./informational-conditions.ts";
import { servedKinds } from "./served-kinds.ts";
import { version } from "./version.ts";

/** What a function that acts is made of. */
export interface Connected extends Acting {
  readonly engine: Engine;
  readonly bus: Bus | undefined;
  readonly connection: ClusterConnection;
  readonly warm: () => void;
  readonly close: () => void;
}

/** Puts adapters and engine together for a function that acts; a cluster that cannot be named ends the process. */
export function connect(name: FunctionName, config: Config, log: Log, metrics: Metrics): Connected {
  const wrong = wrongInformational(config);
  if (wrong !== undefined) exit(name, wrong);
  const connection = connectOrExit(name, config);
  const { cluster } = connection;
  const appManager = connectAppManager({
    url: config.WEIR_APPMANAGER_URL,
    secrets: { read: (namespace, secret) => cluster.readSecret(namespace, secret) },
    instanceId: config.WEIR_INSTANCE_ID,
    version,
    rate: { perSecond: config.WEIR_APPMANAGER_QPS, burst: config.WEIR_APPMANAGER_BURST },
  });
  const engine: Engine = {
    kinds: servedKinds(name, config),
    ports: { cluster, appManager },
    settings: toSettings(config),
    clock: systemClock,
    log,
    observe: ({ key, end, ms }) => metrics.pass(key.kind, end, ms / 1_000),
    observeAnnouncement: (result) => metrics.announcement(result),
  };
  const bus =
    config.WEIR_SELF_URL === "" ? undefined : connectBus({ url: config.WEIR_SELF_URL, source: `/weir/${name}` });
  if (bus === undefined) log.warn({}, "WEIR_SELF_URL is not set: what moves is looked at by the tick alone");
  return {
    ...makeActing(engine, bus, systemRandom),
    engine,
    bus,
    connection,
    warm: () => {
      void connection.warm();
      void appManager.warm();
    },
    close: () => {
      connection.close();
      appManager.close();
    },
  };
}

function connectOrExit(name: FunctionName, config: Config): ClusterConnection {
  try {
    return connectCluster({ kubeconfigPath: config.KUBECONFIG === "" ? undefined : config.KUBECONFIG });
  } catch (error) {
    return exit(name, isOperatorError(error) ? error.message : String(error));
  }
}
