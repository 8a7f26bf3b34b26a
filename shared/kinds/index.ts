import type { Kind } from "../core/kind.ts";
import type { PortAction, Ports } from "../ports/ports.ts";
import { flinkDeployment } from "./flink-deployment/kind.ts";
import { flinkSessionJob } from "./flink-session-job/kind.ts";
import { flinkStateSnapshot } from "./flink-state-snapshot/kind.ts";
import { vvpDeployment } from "./vvp-deployment/kind.ts";

/** A kind as the engine drives it. */
export type RegisteredKind = Kind<Ports, PortAction>;

/** Every kind that this version serves; a new one is a folder and a line here. */
export const kinds: readonly RegisteredKind[] = [vvpDeployment, flinkDeployment, flinkSessionJob, flinkStateSnapshot];
