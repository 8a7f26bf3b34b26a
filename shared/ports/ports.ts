import type { AppManager, AppManagerAction } from "./app-manager.ts";
import type { Artifacts } from "./artifacts.ts";
import type { Cluster } from "./cluster.ts";
import type { FlinkAction } from "./flink-actions.ts";
import type { FlinkRest } from "./flink-rest.ts";
import type { ObjectAction, Objects } from "./objects.ts";
import type { EventAction, Recorder } from "./recorder.ts";

/** What a kind reads through, and what the engine writes through. */
export interface Ports {
  readonly cluster: Cluster;
  readonly appManager: AppManager;
  readonly objects: Objects;
  readonly flink: FlinkRest;
  readonly artifacts: Artifacts;
  readonly recorder: Recorder;
}

/** Every effect that the engine can send. */
export type PortAction = AppManagerAction | ObjectAction | FlinkAction | EventAction;
