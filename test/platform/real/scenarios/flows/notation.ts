import type { StoredChange } from "../../../../../cli/demo/platform.ts";
import type { World } from "../../../../../cli/demo/world.ts";
import { conditionsOf } from "../../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../../shared/core/object.ts";
import { progressTypes } from "../../../../world/notation.ts";

/** What a resource shows while all is well; a line says what differs. */
const well: Readonly<Record<string, string>> = {
  Healthy: "True/AllConditionsMet",
  Consistent: "True/RecordIntact",
  SpecAligned: "True/SpecUnchanged",
  NonceAligned: "True/NoncesProcessed",
  ParallelismAligned: "True/Aligned",
};

/**
 * State and conditions in one line: `RUNNING: well`, or `RUNNING: NonceAligned False/SavepointBlocked, …`; a condition that
 * should be there and is not is `absent`. Those for tools that wait follow from the others and are left out. Undefined
 * before there is a status.
 */
function lineOf(object: KubeObject): string | undefined {
  if (object.status === undefined) return undefined;
  const found = new Map(conditionsOf(object).map(({ type, status, reason }) => [type, `${status}/${reason}`]));
  const types = [...new Set([...Object.keys(well), ...found.keys()])];
  const unlike = types.filter((type) => found.get(type) !== well[type] && !progressTypes.has(type));
  const { actualState = "no state" } = object.status as { actualState?: string };
  return `${actualState}: ${unlike.map((type) => `${type} ${found.get(type) ?? "absent"}`).join(", ") || "well"}`;
}

/** The lines that came with the changes from a mark on, each once for as long as it stays. */
export function linesOf(changes: readonly StoredChange[], mark: number): string[] {
  const lines = changes.map(({ type, object }) => (type === "DELETED" ? "gone" : lineOf(object)));
  const isNew = (line: string | undefined, index: number) => index >= mark && line !== lines[index - 1];
  return lines.filter(isNew).filter((line) => line !== undefined);
}

type Call = World["appManager"]["calls"][number];

/** A request that changes a deployment, its jobs or its savepoints; reads and events are none. */
export function isChange({ method, path }: Call): boolean {
  return method !== "GET" && !path.includes("/events");
}

/** `PATCH deployment 200`: what was sent, and what was answered. */
export function callLine({ method, path, status }: Call): string {
  const what = /\/savepoints/.test(path) ? "savepoint" : "deployment";
  return `${method} ${what} ${status ?? "unanswered"}`;
}
