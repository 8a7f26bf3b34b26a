import { makeActing } from "../../functions/acting.ts";
import { makeReconcileTake } from "../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../functions/reconcile/look-time.ts";
import { makeRefreshTake } from "../../functions/refresh/handle.ts";
import type { Take } from "../../functions/take-event.ts";
import { appManagerOver } from "../../shared/adapters/app-manager/client.ts";
import { makeLease } from "../../shared/adapters/kubernetes/lease.ts";
import type { Settings } from "../../shared/core/settings.ts";
import type { Engine } from "../../shared/engine/engine.ts";
import { vvpDeployment } from "../../shared/kinds/vvp-deployment/kind.ts";
import type { Bus } from "../../shared/ports/bus.ts";
import type { Cluster, Lease } from "../../shared/ports/cluster.ts";
import type { Log } from "../../shared/ports/log.ts";
import type { Random } from "../../shared/ports/random.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import { absentPorts } from "../world/absent-ports.ts";
import { apiPort } from "./api-port.ts";
import type { ApiServer } from "./model/api-server.ts";
import { type LeaseStore, leaseApi } from "./model/lease-store.ts";
import type { Network } from "./network.ts";
import { clusterOfOther, type Difference, eventOfOther, settingsOfOther } from "./other-version.ts";
import { platformTransport, platformUrl } from "./platform-transport.ts";
import type { Process } from "./process.ts";

/** The functions that act. */
export type FunctionName = "reconcile" | "refresh";

/** A running process with what it serves. */
export interface Pod {
  readonly process: Process;
  readonly take: Take;
  /** What SIGTERM starts. */
  readonly drain: () => Promise<void>;
}

/** What pods find outside of themselves. */
export interface Surroundings {
  readonly server: ApiServer;
  /** Undefined: sweeps are not kept apart. */
  readonly leases: LeaseStore | undefined;
  readonly platform: Platform;
  readonly network: Network;
  readonly settings: Settings;
  /** What its version of Weir has otherwise; undefined for the one that ships. */
  readonly differs?: Difference | undefined;
  /** Resources of a page of a sweep. */
  readonly pageSize: number;
  readonly log: Log;
  readonly random: Random;
  /** Told of each pass that came to an end. */
  readonly observe: Engine["observe"];
  /** Told after each effect on the API server and on the platform. */
  readonly onWrite: () => void;
  /** The way to its own service; undefined where `WEIR_SELF_URL` is not set. */
  readonly busOf: (process: Process) => Bus | undefined;
}

/** A lease that everybody has. */
const nobodysLease: Lease = { acquire: async () => true, takeOver: async () => true, release: async () => {} };

const home = async () => "weir-system";

/** The parts that ship, put together as `functions/*` do, over this world. */
export function bootPod(name: FunctionName, process: Process, around: Surroundings): Pod {
  const { differs } = around;
  if (differs === undefined) return bootVersion(name, process, around, (cluster) => cluster);
  const settings = settingsOfOther(around.settings, differs);
  const pod = bootVersion(name, process, { ...around, settings }, (cluster) => clusterOfOther(cluster, differs));
  return { ...pod, take: (event, ...rest) => pod.take(eventOfOther(event, differs), ...rest) };
}

function bootVersion(
  name: FunctionName,
  process: Process,
  around: Surroundings,
  seen: (cluster: Cluster) => Cluster,
): Pod {
  const { server, leases, platform, network, settings, log, random, observe, onWrite } = around;
  const cluster = seen(apiPort(server, network, process, onWrite));
  const appManager = appManagerOver(
    platformTransport(platform, network, process, onWrite),
    {
      url: platformUrl,
      secrets: { read: (namespace, secret) => cluster.readSecret(namespace, secret) },
      instanceId: settings.instanceId,
      version: "simulated",
    },
    { clock: process, random },
  );
  const engine: Engine = {
    kinds: [vvpDeployment],
    ports: { ...absentPorts, cluster, appManager },
    settings,
    clock: process,
    log,
    observe,
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
  const lease = leases === undefined ? nobodysLease : makeLease(leaseApi(leases, network, process), home, "weir-sweep");
  const sweeping = { lease, pageSize: around.pageSize, budgetMs: 200_000, concurrency: 16, draining: draining.signal };
  return { process, take: makeRefreshTake({ ...parts, ...sweeping }), drain };
}
