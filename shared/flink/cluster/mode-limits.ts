import type { Violation } from "../../core/rule.ts";
import { optionOf } from "../spellings.ts";
import type { FlinkVersion } from "../versions.ts";
import { holdsTaskManagersFromStart } from "./deployed-options.ts";
import { optionPath } from "./option-reader.ts";
import type { ClusterRequest } from "./request.ts";

/** What Flink itself cannot do in this mode or version, though the spec asks for it. */
export function findModeLimits(request: ClusterRequest, version: FlinkVersion): Violation[] {
  return request.spec.mode === "standalone" ? standaloneLimits(request) : nativeLimits(request, version);
}

function nativeLimits({ spec }: ClusterRequest, version: FlinkVersion): Violation[] {
  const isFixed = spec.job === undefined && typeof spec.taskManager?.replicas === "number";
  if (!isFixed || holdsTaskManagersFromStart(version)) return [];
  const message =
    "is reached with the first jobs and held from then on: before 1.19, Flink starts no TaskManager ahead of a job";
  return [{ path: "spec.taskManager.replicas", message }];
}

const claimMode = "execution.state-recovery.claim-mode";

/** The entry point of a standalone job writes its own default over the option, and has no argument for it (1.20, 2.2). */
function standaloneLimits({ spec, configuration }: ClusterRequest): Violation[] {
  const asked = optionOf(configuration, claimMode)?.trim().toUpperCase();
  if (spec.job === undefined || asked === undefined || asked === "NO_CLAIM") return [];
  return [
    { path: optionPath(claimMode), message: "has no effect: a standalone job of Flink always restores NO_CLAIM" },
  ];
}
