import { defineKind, type Kind } from "../../core/kind.ts";
import { isWatched } from "../../core/watched-namespace.ts";
import { ready } from "../../flink/conditions.ts";
import { conclude } from "./conclude.ts";
import { conditions } from "./conditions.ts";
import { chain } from "./decide.ts";
import { flinkSessionJobDefinition } from "./definition.ts";
import { gather, type SessionJobPorts } from "./gather.ts";
import { permissions } from "./permissions.ts";
import { claimed, inputs } from "./remember.ts";
import type { Act } from "./view.ts";

/** `FlinkSessionJob`: one job on the session cluster of a FlinkDeployment. Start reading here. */
export const flinkSessionJob: Kind<SessionJobPorts, Act> = defineKind({
  ...flinkSessionJobDefinition,
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
