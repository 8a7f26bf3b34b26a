import { type ErrorCode, OperatorError } from "../../../shared/core/error.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { timestampOf } from "../../../shared/core/timestamp.ts";
import { Mirroring, type MirrorOptions } from "../../../shared/engine/mirror.ts";
import { vvpDeployment } from "../../../shared/kinds/vvp-deployment/kind.ts";
import type { Caller, PlatformEvent } from "../../../shared/ports/app-manager.ts";
import { MemoryMirror } from "../../world/memory-mirror.ts";
import { World } from "../../world/world.ts";

/** The time of every sweep. */
export const now = Date.parse("2026-11-21T10:10:00Z");

/** An event of the deployment of a resource, so many minutes ago. */
export function happened(id: string, of: string, minutesAgo = 1, other: Partial<PlatformEvent> = {}): PlatformEvent {
  const at = timestampOf(now - minutesAgo * 60_000);
  const usual = { message: "", jobId: undefined, own: false, name: "JOB_SUCCESSFULLY_STARTED" };
  return { id, at, deploymentId: `id-of-${of}`, ...usual, ...other };
}

/** What the platform tells somebody of a namespace. */
export type Tell = (caller: Caller, namespace: string) => readonly PlatformEvent[];

/** A platform that tells events, and sweeps over resources. */
export function rig(tell: Tell, other: Partial<MirrorOptions> = {}, settings = {}) {
  const world = new World(settings);
  const mirror = new MemoryMirror();
  const reads: string[] = [];
  const events = async (caller: Caller, namespace: string) => {
    reads.push(`${namespace} for ${caller.namespace}/${caller.secretName}`);
    return tell(caller, namespace);
  };
  const ports = { ...world.engine.ports, appManager: { ...world.engine.ports.appManager, events } };
  const options = { engine: { ...world.engine, ports }, recorder: mirror, bookmarks: mirror, ...other };
  const sweep = async (pages: readonly (readonly KubeObject[])[], leave: { goesOn?: () => boolean } = {}) => {
    const mirroring = new Mirroring(options, true);
    const signal = new AbortController().signal;
    for (const items of pages)
      await mirroring.page(vvpDeployment, { items, now }, { signal, goesOn: () => true, ...leave });
    await mirroring.close(true);
  };
  const shown = () =>
    mirror.created.map(
      ({ involvedObject, metadata }) => `${involvedObject.name} ${metadata.annotations["weir.dev/happening"]}`,
    );
  const warnings = () =>
    world.lines.filter(({ level }) => level === "warn").map(({ message, fields }) => `${message}: ${fields.error}`);
  return { world, mirror, reads, sweep, shown, warnings };
}

/** A platform that tells nothing but an error. */
export const fails = (code: ErrorCode) => () => {
  throw new OperatorError(code, "it said so");
};
