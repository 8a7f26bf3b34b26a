import type { JsonObject } from "../../shared/core/json.ts";

/**
 * What the platform merges below a deployment's spec when it is created, and never again (2.3 DeploymentDefaults) [inf].
 * The values of attempts, strategies and logging are the usual ones; sizes are small on purpose.
 */
export const GLOBAL_DEFAULTS: JsonObject = {
  state: "CANCELLED",
  upgradeStrategy: { kind: "STATEFUL" },
  restoreStrategy: { kind: "LATEST_STATE", allowNonRestoredState: false },
  maxJobCreationAttempts: 4,
  maxSavepointCreationAttempts: 4,
  template: {
    metadata: { annotations: {} },
    spec: {
      numberOfTaskManagers: 1,
      resources: { jobmanager: { cpu: 1, memory: "1g" }, taskmanager: { cpu: 1, memory: "2g" } },
      flinkConfiguration: {
        "execution.checkpointing.interval": "180s",
        "restart-strategy.type": "fixed-delay",
        "table.exec.state.ttl": "36h",
      },
      logging: {
        loggingProfile: "default",
        log4jLoggers: { "": "INFO" },
        logReservePolicy: { openHistory: true, expirationDays: 7 },
      },
    },
  },
};
