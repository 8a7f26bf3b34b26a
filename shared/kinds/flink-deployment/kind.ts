import { defineKind, type Kind } from "../../core/kind.ts";
import { isWatched } from "../../core/watched-namespace.ts";
import { ready } from "../../flink/conditions.ts";
import { conclude } from "./conclude.ts";
import { conditions } from "./conditions.ts";
import { chain } from "./decide.ts";
import { flinkDeploymentDefinition } from "./definition.ts";
import { type FlinkPorts, gather } from "./gather.ts";
import { permissions } from "./permissions.ts";
import { claimed, inputs } from "./remember.ts";
import type { Act } from "./view.ts";

/** `FlinkDeployment`: a Flink cluster on Kubernetes, with its job or for session jobs. Start reading here. */
export const flinkDeployment: Kind<FlinkPorts, Act> = defineKind({
  ...flinkDeploymentDefinition,
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
