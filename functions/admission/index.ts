import "../../shared/runtime/no-code-generation.ts";

import { toSettings } from "../../shared/runtime/config.ts";
import { makeLog } from "../../shared/runtime/log.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { run } from "../../shared/runtime/server.ts";
import { configOrExit } from "../../shared/runtime/start.ts";
import { flinkConfigurationOrExit } from "../flink-configuration.ts";
import { servedKinds } from "../served-kinds.ts";
import { makeApiKeys } from "./api-keys.ts";
import { makeAdmissionHandler } from "./handle.ts";

const config = configOrExit("admission");
const log = makeLog("admission", config.WEIR_LOG_LEVEL);
const kinds = servedKinds("admission", config);
const apiKeys = config.WEIR_API_KEY_VALIDATION ? makeApiKeys(config.KUBECONFIG) : undefined;
const file = flinkConfigurationOrExit("admission", config, log);
const parts = {
  kinds,
  settings: toSettings(config, file.configuration),
  preview: config.WEIR_PREVIEW,
  readSecret: apiKeys?.read,
  metrics: makeMetrics(),
  log,
};
const handler = makeAdmissionHandler(parts);
run({
  port: config.PORT,
  log,
  posts: new Map([["/validate", handler]]),
  app: async () => (await import("./app.ts")).makeAdmissionApp(parts, handler),
  ready: () => apiKeys?.warm(),
  drain: async () => undefined,
  close: () => apiKeys?.close(),
});
