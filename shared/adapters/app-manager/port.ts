import type { AppManager, DeploymentBody, Owner } from "../../ports/app-manager.ts";
import { postEvent } from "./announcements.ts";
import { change, readAll, readOne, remove } from "./deployments.ts";
import { readEvents } from "./events.ts";
import { withOwner, withoutOwner } from "./mark.ts";
import type { Reach } from "./reach.ts";
import { postSavepoint, readSavepoints } from "./savepoints.ts";

/** The port over whatever carries its calls. */
export function makeAppManager(reach: Reach): AppManager {
  return {
    get: (caller, ref, signal) => readOne(reach, caller, ref, signal),
    list: (caller, namespace, signal) => readAll(reach, caller, namespace, signal),
    create: async (caller, namespace, body, owner, signal) => {
      const ref = { namespace, idOrName: typeof body.metadata.name === "string" ? body.metadata.name : "" };
      return change(reach, { caller, method: "POST", ref, body: definition(body, owner), signal });
    },
    patch: async (caller, ref, body, signal) =>
      change(reach, { caller, method: "PATCH", ref, body: withoutOwner(body), signal }),
    replace: async (caller, ref, body, owner, signal) =>
      change(reach, { caller, method: "PUT", ref, body: definition(body, owner), signal }),
    delete: (caller, ref, signal) => remove(reach, caller, ref, signal),
    events: (caller, namespace, signal) => readEvents(reach, caller, namespace, signal),
    savepoints: (caller, namespace, deploymentId, signal) =>
      readSavepoints(reach, caller, namespace, deploymentId, signal),
    takeSavepoint: (caller, request, signal) => postSavepoint(reach, caller, request, signal),
    announce: (caller, announcement, signal) => postEvent(reach, caller, announcement, signal),
  };
}

function definition({ metadata, spec }: DeploymentBody, owner: Owner): object {
  return { kind: "Deployment", apiVersion: "v1", metadata: withOwner(metadata, owner), spec };
}
