import type { Mutant } from "./mutant.ts";
import { autoscaler } from "./rows/autoscaler.ts";
import { deletion } from "./rows/deletion.ts";
import { events } from "./rows/events.ts";
import { flinkDeployments } from "./rows/flink-deployments.ts";
import { flinkRequests } from "./rows/flink-requests.ts";
import { intents } from "./rows/intents.ts";
import { nonces } from "./rows/nonces.ts";
import { owners } from "./rows/owners.ts";
import { platform } from "./rows/platform.ts";
import { ticks } from "./rows/ticks.ts";
import { writes } from "./rows/writes.ts";

/** Every seeded defect that the search has to find. */
export const mutants: readonly Mutant[] = [
  ...intents,
  ...nonces,
  ...writes,
  ...deletion,
  ...owners,
  ...platform,
  ...events,
  ...ticks,
  ...flinkDeployments,
  ...flinkRequests,
  ...autoscaler,
];
