import type { Event } from "../../../simulators/app-manager/objects.ts";
import type { State } from "../../../simulators/app-manager/state.ts";

/** A reader of a platform's events; each call gives a line for every event that came since the one before. */
export function makeEventReader(): (state: State) => readonly string[] {
  let last: Event | undefined;
  return (state) => {
    const { events } = state;
    const fresh = events.slice(last === undefined ? 0 : events.lastIndexOf(last) + 1);
    last = events.at(-1);
    return fresh.map((event) => toLine(event, state));
  };
}

/** An event in one line: time (UTC), the deployment's name, or its id when it is gone, name and message. */
function toLine({ metadata, spec }: Event, { rows }: State): string {
  const { deploymentId, createdAt, name } = metadata;
  const id = typeof deploymentId === "string" ? deploymentId : "-";
  const deployment = rows.get(id)?.deployment.metadata.name ?? id;
  return `${createdAt.slice(11, 23)}     ${deployment}: ${name} ${spec.message}`.replace(/\p{Cc}/gu, " ");
}
