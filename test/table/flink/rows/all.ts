import type { ResourceDefinition } from "../../../../shared/core/kind.ts";
import { flinkDeploymentDefinition } from "../../../../shared/kinds/flink-deployment/definition.ts";
import { flinkSessionJobDefinition } from "../../../../shared/kinds/flink-session-job/definition.ts";
import { flinkStateSnapshotDefinition } from "../../../../shared/kinds/flink-state-snapshot/definition.ts";
import { flinkExample } from "../flink-rig.ts";
import { autoscalerRows, windowRows } from "./autoscaler.ts";
import { configurationRows } from "./deployment-configuration.ts";
import { highAvailabilityRows } from "./deployment-ha.ts";
import { identityRows } from "./deployment-identity.ts";
import { applicationJarRows } from "./deployment-jar.ts";
import { jobRows } from "./deployment-job.ts";
import { planRows, sizeRows } from "./deployment-sizes.ts";
import type { RuleRow } from "./row.ts";
import { sessionJobRows } from "./session-job.ts";
import { snapshotRows } from "./state-snapshot.ts";

/** Every kind with the examples of its rules. */
export const ruledKinds: readonly { readonly definition: ResourceDefinition; readonly rows: readonly RuleRow[] }[] = [
  {
    definition: flinkDeploymentDefinition,
    rows: [
      ...[
        ...identityRows,
        ...configurationRows,
        ...highAvailabilityRows,
        ...jobRows,
        ...applicationJarRows,
        ...sizeRows,
        ...planRows,
      ],
      ...autoscalerRows(flinkExample("application")),
      ...windowRows(flinkExample("application")),
    ],
  },
  { definition: flinkSessionJobDefinition, rows: [...sessionJobRows, ...autoscalerRows(flinkExample("session-job"))] },
  { definition: flinkStateSnapshotDefinition, rows: snapshotRows },
];
