import "../../shared/runtime/no-code-generation.ts";

import { makeLog } from "../../shared/runtime/log.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { run } from "../../shared/runtime/server.ts";
import { configOrExit } from "../../shared/runtime/start.ts";
import { connect } from "../connect.ts";
import { makeReconcileHandler } from "./handle.ts";
import { lookMsFor } from "./look-time.ts";

const config = configOrExit("reconcile");
const log = makeLog("reconcile", config.WEIR_LOG_LEVEL);
const metrics = makeMetrics();
const connected = connect("reconcile", config, log, metrics);
const parts = { ...connected, metrics, lookMs: lookMsFor(config.WEIR_APPMANAGER_TIMEOUT) };
const handler = makeReconcileHandler(parts);
run({
  port: config.PORT,
  log,
  posts: new Map([["/", handler]]),
  app: async () => (await import("./app.ts")).makeReconcileApp(parts, handler),
  ready: connected.warm,
  drain: () => connected.follower.drain(),
  close: connected.close,
});
