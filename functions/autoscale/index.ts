import "../../shared/runtime/no-code-generation.ts";

import { makeCounterSource } from "../../shared/adapters/autoscaler/counter-source.ts";
import { systemClock } from "../../shared/adapters/clock.ts";
import { connectBus } from "../../shared/adapters/knative/bus.ts";
import { compat, improved } from "../../shared/autoscaler/cycle/profile.ts";
import { makeVertexMetrics } from "../../shared/autoscaler/explain/vertex-metrics.ts";
import { toSettings } from "../../shared/runtime/config.ts";
import { makeLog } from "../../shared/runtime/log.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { run } from "../../shared/runtime/server.ts";
import { configOrExit } from "../../shared/runtime/start.ts";
import { connectFlinkPorts } from "../connect-flink.ts";
import { connectOnce, orExit } from "../connect-once.ts";
import { flinkConfigurationOrExit } from "../flink-configuration.ts";
import { servedKinds } from "../served-kinds.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";
import { makeAutoscaleHandler } from "./handle.ts";
import { observeBy } from "./observe.ts";
import { makeRoomView } from "./room-view.ts";
import { isScalable } from "./scalable-kinds.ts";

const name = "autoscale";
/** Resources of a page at most, which is held while all of its jobs are judged; beside their calls one list more is nothing. */
const mostOfPage = 100;
const config = configOrExit(name);
const log = makeLog(name, config.WEIR_LOG_LEVEL);
const vertices = makeVertexMetrics({ most: config.WEIR_AUTOSCALER_METRICS, now: () => systemClock.monotonic() });
const metrics = makeMetrics(() => vertices.text());
const file = flinkConfigurationOrExit(name, config, log);
const connection = orExit(name, () => connectOnce(config));
const { flink } = orExit(name, () => connectFlinkPorts(config, file));
const draining = new AbortController();
const { cluster, objects, recorder } = connection;
const { roomInterval } = file.values;
const room = roomInterval === undefined ? undefined : makeRoomView(cluster, systemClock, roomInterval);
const url = config.WEIR_SELF_URL;
const parts = {
  engine: {
    kinds: servedKinds(name, config).filter(isScalable),
    ports: { cluster, objects, recorder },
    metrics: makeCounterSource<AutoscaledJob>(flink.metrics, ({ endpoint }) => endpoint, {
      // How many TaskManagers there are to be follows from the slots in use.
      readsProcesses: room !== undefined,
    }),
    room,
    profile: config.WEIR_AUTOSCALER_PROFILE === "compat" ? compat : improved,
    settings: toSettings(config, file.configuration),
    clock: systemClock,
    log,
    samplePeriod: config.WEIR_AUTOSCALER_PERIOD,
    observe: observeBy(metrics, vertices),
  },
  metrics,
  lease: connection.lease(`weir-autoscale-${config.WEIR_INSTANCE_ID.toLowerCase().replaceAll("_", "-")}`),
  bus: url === "" ? undefined : connectBus({ url, source: `/weir/${name}` }),
  pageSize: Math.min(config.WEIR_SWEEP_PAGE, mostOfPage),
  budgetMs: config.WEIR_SWEEP_BUDGET,
  concurrency: 16,
  draining: draining.signal,
};
const handler = makeAutoscaleHandler(parts);
run({
  port: config.PORT,
  log,
  posts: new Map([["/", handler]]),
  app: async () => (await import("./app.ts")).makeAutoscaleApp(parts, handler),
  ready: () => void connection.warm(),
  drain: async () => draining.abort(),
  close: () => {
    connection.close();
    flink.close();
  },
});
