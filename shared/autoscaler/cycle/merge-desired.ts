import { readMap } from "../../core/notation/list-and-map.ts";
import type { DesiredState } from "../state/state.ts";

/** The option by which a user says the parallelism of vertices; what the autoscaler desires goes there too. */
export const overridesKey = "pipeline.jobvertex-parallelism-overrides";

/** What a user's own configuration says of vertices; nothing where it cannot be read. */
export function readOwnOverrides(configuration: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const reading = readMap(configuration[overridesKey] ?? "");
  const entries = reading.ok ? reading.value.map(([id, value]) => [id, Number(value)] as const) : [];
  return Object.fromEntries(entries.filter(([, value]) => Number.isSafeInteger(value) && value > 0));
}

/**
 * What a job is to run with: the autoscaler's word for every vertex that it judged, a user's for the others and for those that
 * are not scaled (1.4).
 */
export function mergeDesired(
  desired: DesiredState,
  own: Readonly<Record<string, number>>,
  excluded: ReadonlySet<string>,
): DesiredState {
  const ours = Object.entries(desired.parallelism).filter(([id]) => !(excluded.has(id) && Object.hasOwn(own, id)));
  return { ...desired, parallelism: { ...own, ...Object.fromEntries(ours) } };
}
