import type { Happening, MirrorSource } from "../../core/happening.ts";
import { at } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Settings } from "../../core/settings.ts";
import type { PlatformEvent } from "../../ports/app-manager.ts";
import { callerOf } from "./caller.ts";
import type { VvpPorts } from "./gather.ts";

/** What the name of a platform event that is a warning holds (`ververica.md` 2.3). */
const warning =
  /FAILED|FAILURE|UN_?RECOVERABLE|TOO_MANY|EXCEEDED|DOES_NOT_EXIST|COULD_NOT_FIND|NOT_CONFIGURED|MULTIPLE_NON_TERMINAL/;

/** The events of the deployment on record, with the resource's own token; paused or not, since nothing is written there. */
export function mirror(object: KubeObject, settings: Settings): MirrorSource<VvpPorts> | undefined {
  const record = ownRecord(object);
  const namespace = at(record?.target, "namespace");
  if (record?.id === undefined || typeof namespace !== "string" || namespace === "") return undefined;
  const caller = callerOf(object, settings);
  return {
    stream: namespace,
    reader: JSON.stringify([caller.namespace, caller.secretName ?? null]),
    subject: record.id,
    read: async ({ appManager }, signal) => toHappenings(await appManager.events(caller, namespace, signal)),
  };
}

/**
 * What the platform's events say of its deployments; those that an operator sent are left out, or each would come back.
 *
 * An event that names a job alone belongs to the deployment that another one names together with this job; where none
 * does, it is nobody's.
 */
export function toHappenings(events: readonly PlatformEvent[]): Happening[] {
  const known = events.flatMap(({ jobId, deploymentId }) =>
    jobId && deploymentId ? [[jobId, deploymentId] as const] : [],
  );
  const deploymentOf = new Map(known);
  return events.flatMap((event) => {
    const subject = event.deploymentId ?? deploymentOf.get(event.jobId ?? "");
    return subject === undefined || event.own ? [] : [toHappening(event, subject)];
  });
}

function toHappening({ id, at: time, name, message }: PlatformEvent, subject: string): Happening {
  const reason = toReason(name);
  const type = warning.test(name) ? "Warning" : "Normal";
  return { id, at: time, subject, type, reason, message: message === "" ? reason : message };
}

/** `JOB_SUCCESSFULLY_STARTED` as Kubernetes spells reasons: `JobSuccessfullyStarted`. */
export function toReason(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map(capitalised).join("") || "PlatformEvent";
}

/** A word in capitals keeps the first of them, any other all that it has. */
function capitalised(word: string): string {
  const rest = word.slice(1);
  return word.charAt(0).toUpperCase() + (word === word.toUpperCase() ? rest.toLowerCase() : rest);
}
