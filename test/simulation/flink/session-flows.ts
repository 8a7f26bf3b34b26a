import type { SessionFlow } from "./session-flow.ts";
import { sessionChanges } from "./session-flows-changes.ts";
import { sessionClusters } from "./session-flows-clusters.ts";
import { sessionEndings } from "./session-flows-endings.ts";
import { sessionScalings } from "./session-flows-scaling.ts";
import { sessionStarts } from "./session-flows-starting.ts";

/** Stories of session jobs, by what they are about. */
export const sessionFlowGroups = {
  starts: sessionStarts,
  changes: sessionChanges,
  endings: sessionEndings,
  scalings: sessionScalings,
  clusters: sessionClusters,
} as const satisfies Readonly<Record<string, readonly SessionFlow[]>>;

/** All of them; each is played whole and with a crash at every one of its calls. */
export const sessionFlows: readonly SessionFlow[] = Object.values(sessionFlowGroups).flat();
