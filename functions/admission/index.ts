import { toSettings } from "../../shared/runtime/config.ts";
import { makeLog } from "../../shared/runtime/log.ts";
import { makeMetrics } from "../../shared/runtime/metrics.ts";
import { run } from "../../shared/runtime/server.ts";
import { configOrExit } from "../../shared/runtime/start.ts";
import { servedKinds } from "../served-kinds.ts";
import { makeAdmissionApp } from "./app.ts";

const config = configOrExit("admission");
const log = makeLog("admission", config.WEIR_LOG_LEVEL);
const kinds = servedKinds("admission", config);
const app = makeAdmissionApp({ kinds, settings: toSettings(config), metrics: makeMetrics(), log });
run(app, { port: config.PORT, log, ready: () => undefined, drain: async () => undefined, close: () => undefined });
