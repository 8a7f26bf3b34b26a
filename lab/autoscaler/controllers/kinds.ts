import { autoscalerKinds } from "./autoscaler.ts";
import type { ControllerKind } from "./controller.ts";
import { cpuRule, podAutoscaler } from "./cpu-rules.ts";
import { plainDs2 } from "./ds2.ts";

/** All controllers, in the order in which tables show them. */
export const controllerKinds: readonly ControllerKind[] = [...autoscalerKinds, plainDs2, cpuRule, podAutoscaler];
