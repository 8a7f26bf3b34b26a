import "../../shared/runtime/no-code-generation.ts";

import { makeLog } from "../../shared/runtime/log.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { run } from "../../shared/runtime/server.ts";
import { configOrExit } from "../../shared/runtime/start.ts";
import { connect } from "../connect.ts";
import { makeRefreshHandler } from "./handle.ts";

const config = configOrExit("refresh");
const log = makeLog("refresh", config.WEIR_LOG_LEVEL);
const metrics = makeMetrics();
const connected = connect("refresh", config, log, metrics);
const draining = new AbortController();
const parts = {
  ...connected,
  metrics,
  lease: connected.connection.lease(`weir-sweep-${config.WEIR_INSTANCE_ID.toLowerCase().replaceAll("_", "-")}`),
  pageSize: config.WEIR_SWEEP_PAGE,
  budgetMs: config.WEIR_SWEEP_BUDGET,
  concurrency: 16,
  mirror: { recorder: connected.connection.recorder, bookmarks: connected.connection.bookmarks },
  draining: draining.signal,
};
const handler = makeRefreshHandler(parts);
run({
  port: config.PORT,
  log,
  posts: new Map([["/", handler]]),
  app: async () => (await import("./app.ts")).makeRefreshApp(parts, handler),
  ready: connected.warm,
  drain: () => {
    draining.abort();
    return connected.follower.drain();
  },
  close: connected.close,
});
