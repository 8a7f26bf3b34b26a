import { makeActing } from "../../../../functions/acting.ts";
import { makeReconcileTake } from "../../../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../../../functions/reconcile/look-time.ts";
import { makeRefreshTake } from "../../../../functions/refresh/handle.ts";
import { flinkOver } from "../../../../shared/adapters/flink/client.ts";
import type { Settings } from "../../../../shared/core/settings.ts";
import type { Engine, EngineKind } from "../../../../shared/engine/engine.ts";
import { flinkDeployment } from "../../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../../shared/kinds/flink-state-snapshot/kind.ts";
import type { Artifacts } from "../../../../shared/ports/artifacts.ts";
import type { Bus } from "../../../../shared/ports/bus.ts";
import type { Log } from "../../../../shared/ports/log.ts";
import type { Random } from "../../../../shared/ports/random.ts";
import { absentPorts } from "../../../world/absent-ports.ts";
import { apiPort } from "../../api-port.ts";
import type { ApiServer } from "../../model/api-server.ts";
import type { Network } from "../../network.ts";
import type { FunctionName, Pod } from "../../pod.ts";
import type { Process } from "../../process.ts";
import { type FlinkBackend, flinkTransport, objectsPort } from "./ways.ts";

/** What pods find outside of themselves. */
export interface Surroundings extends FlinkBackend {
  readonly server: ApiServer;
  readonly artifacts: Artifacts;
  readonly network: Network;
  readonly settings: Settings;
  readonly random: Random;
  /** The way to its own service; undefined where `WEIR_SELF_URL` is not set. */
  readonly busOf: (process: Process) => Bus | undefined;
}

/** The kinds that a run is about. */
export const flinkKinds: readonly EngineKind[] = [flinkDeployment, flinkSessionJob, flinkStateSnapshot];

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const nobodysLease = { acquire: async () => true, takeOver: async () => true, release: async () => {} };

/** The parts that ship, put together as `functions/*` do, over a world of Flink. */
export function bootFlinkPod(name: FunctionName, process: Process, around: Surroundings): Pod {
  const { server, artifacts, network, settings, random, onWrite } = around;
  const flink = flinkOver(flinkTransport(around, network, process), { version: "0" }, { clock: process, random });
  const engine: Engine = {
    kinds: flinkKinds,
    ports: {
      ...absentPorts,
      cluster: apiPort(server, network, process, onWrite),
      objects: objectsPort(around, network, process),
      flink,
      artifacts,
      recorder: { record: async () => true },
    },
    settings,
    clock: process,
    log: silent,
    observe: () => {},
  };
  const bus = around.busOf(process);
  const acting = makeActing(engine, bus, random);
  const parts = { ...acting, engine, bus };
  const draining = new AbortController();
  const drain = () => {
    draining.abort();
    return acting.follower.drain();
  };
  if (name === "reconcile") return { process, take: makeReconcileTake({ ...parts, lookMs: lookMsFor(5_000) }), drain };
  const sweeping = { pageSize: 500, budgetMs: 200_000, concurrency: 16, draining: draining.signal };
  return { process, take: makeRefreshTake({ ...parts, ...sweeping, lease: nobodysLease }), drain };
}
