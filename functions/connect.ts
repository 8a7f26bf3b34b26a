import { connectAppManager } from "../shared/adapters/app-manager/client.ts";
import { systemClock } from "../shared/adapters/clock.ts";
import { connectBus } from "../shared/adapters/knative/bus.ts";
import type { ClusterConnection } from "../shared/adapters/kubernetes/connect.ts";
import { systemRandom } from "../shared/adapters/random.ts";
import type { Engine } from "../shared/engine/engine.ts";
import { names as vvpNames } from "../shared/kinds/vvp-deployment/names.ts";
import type { Bus } from "../shared/ports/bus.ts";
import type { Log } from "../shared/ports/log.ts";
import { type Config, toSettings } from "../shared/runtime/config.ts";
import type { Metrics } from "../shared/runtime/metrics.ts";
import { exit } from "../shared/runtime/start.ts";
import type { FunctionName } from "../shared/runtime/variable.ts";
import { type Acting, makeActing } from "./acting.ts";
import { connectFlinkPorts } from "./connect-flink.ts";
import { connectOnce, orExit } from "./connect-once.ts";
import { flinkConfigurationOrExit } from "./flink-configuration.ts";
import { wrongInformational } from "./informational-conditions.ts";
import { observing } from "./observing.ts";
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
  const file = flinkConfigurationOrExit(name, config, log);
  const connection = orExit(name, () => connectOnce(config));
  const { cluster, objects, recorder } = connection;
  const appManager = connectAppManager({
    url: config.WEIR_APPMANAGER_URL,
    secrets: { read: (namespace, secret) => cluster.readSecret(namespace, secret) },
    instanceId: config.WEIR_INSTANCE_ID,
    version,
    timeoutMs: config.WEIR_APPMANAGER_TIMEOUT,
    rate: { perSecond: config.WEIR_APPMANAGER_QPS, burst: config.WEIR_APPMANAGER_BURST },
  });
  const { flink, artifacts } = orExit(name, () => connectFlinkPorts(config, file));
  const kinds = servedKinds(name, config);
  if (config.WEIR_APPMANAGER_URL === "" && kinds.some((kind) => kind.names.kind === vvpNames.kind))
    log.warn({}, "WEIR_APPMANAGER_URL is empty: every VvpDeployment says that there is no platform");
  const engine: Engine = {
    kinds,
    ports: { cluster, appManager, objects, flink, artifacts, recorder },
    settings: toSettings(config, file.configuration),
    clock: systemClock,
    log,
    ...observing(kinds, metrics),
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
      flink.close();
    },
  };
}
