import { OperatorError } from "../../core/error.ts";
import type { AppManager, Deployment, DeploymentBody, Owner } from "../../ports/app-manager.ts";
import { postEvent } from "./announcements.ts";
import { change, readAll, readOne, remove, type Write } from "./deployments.ts";
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
    adopt: (caller, ref, owner, signal) => claim(reach, { caller, method: "PATCH", ref, body: {}, signal }, owner),
    takeOver: (caller, ref, owner, former, signal) => {
      const holder = { ...caller, instanceId: former };
      return claim(reach, { caller: holder, method: "PATCH", ref, body: {}, signal }, owner);
    },
    delete: (caller, ref, signal) => remove(reach, caller, ref, signal),
    events: (caller, namespace, signal) => readEvents(reach, caller, namespace, signal),
    savepoints: (caller, namespace, deploymentId, signal) =>
      readSavepoints(reach, caller, namespace, deploymentId, signal),
    takeSavepoint: (caller, request, signal) => postSavepoint(reach, caller, request, signal),
    announce: (caller, announcement, signal) => postEvent(reach, caller, announcement, signal),
  };
}

/**
 * Inferred: an operator may mark what nobody has marked, or what is marked as its own, by a PATCH of the two annotations
 * (AMB-31). A platform that ignores them says 200 as well, so that its answer has to show the mark.
 */
async function claim(reach: Reach, write: Write, owner: Owner): Promise<Deployment> {
  const found = await change(reach, { ...write, body: { metadata: withOwner({}, owner) } });
  if (found.owner?.uid === owner.uid && found.owner.instanceId === owner.instanceId) return found;
  throw new OperatorError("Conflict", `deployment ${found.name} did not take the mark of this resource`);
}

function definition({ metadata, spec }: DeploymentBody, owner: Owner): object {
  return { kind: "Deployment", apiVersion: "v1", metadata: withOwner(metadata, owner), spec };
}
