import { defineKind, type Kind } from "../../core/kind.ts";
import { isWatched } from "../../core/watched-namespace.ts";
import { ready } from "../../flink/conditions.ts";
import { conclude } from "./conclude.ts";
import { conditions } from "./conditions.ts";
import { chain } from "./decide.ts";
import { flinkStateSnapshotDefinition } from "./definition.ts";
import { gather, type SnapshotPorts } from "./gather.ts";
import { permissions } from "./permissions.ts";
import { claimed, inputs } from "./remember.ts";
import type { Act } from "./view.ts";

/** `FlinkStateSnapshot`: one savepoint or checkpoint of a job. Start reading here. */
export const flinkStateSnapshot: Kind<SnapshotPorts, Act> = defineKind({
  ...flinkStateSnapshotDefinition,
  conditions,
  aggregate: ready,
  chain,
  inputs,
  permissions,
  inScope: isWatched,
  gather,
  claim: claimed,
  conclude,
});
