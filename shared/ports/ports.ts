import type { AppManager, AppManagerAction } from "./app-manager.ts";
import type { Cluster } from "./cluster.ts";

/** What a kind reads through, and what the engine writes through. */
export interface Ports {
  readonly cluster: Cluster;
  readonly appManager: AppManager;
}

/** Every effect that the engine can send. */
export type PortAction = AppManagerAction;
