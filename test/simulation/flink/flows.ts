import type { Flow } from "./flow.ts";
import { autoscalings } from "./flows-autoscaling.ts";
import { cases } from "./flows-cases.ts";
import { changes } from "./flows-changes.ts";
import { endings } from "./flows-endings.ts";
import { recoveries } from "./flows-recovery.ts";
import { restarts } from "./flows-restart.ts";
import { scalings } from "./flows-scaling.ts";
import { shortages } from "./flows-shortages.ts";
import { snapshotKeepings } from "./flows-snapshots.ts";

/** Stories of applications and session clusters, by what they are about. */
export const flowGroups = {
  changes,
  recoveries,
  endings,
  restarts,
  scalings,
  autoscalings,
  cases,
  shortages,
  snapshots: snapshotKeepings,
} as const satisfies Readonly<Record<string, readonly Flow[]>>;

/** All of them; each is played whole and with a crash at every one of its calls. */
export const flows: readonly Flow[] = Object.values(flowGroups).flat();
