import { pino } from "pino";
import type { Log } from "../ports/log.ts";

/** JSON lines on standard output, with the function's name in each; written synchronously, so that none is lost at exit. */
export function makeLog(name: string, level: string): Log {
  return pino({
    level,
    base: { function: name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["token", "*.token", "authorization", "*.authorization", "password", "*.password"],
      censor: "[redacted]",
    },
  });
}
