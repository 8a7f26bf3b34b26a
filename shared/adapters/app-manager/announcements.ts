import type { Announcement, Caller } from "../../ports/app-manager.ts";
import { foreignText } from "../foreign-text.ts";
import { externalName, withOpening } from "./event-mark.ts";
import { collectionPath } from "./paths.ts";
import { judged, type Reach } from "./reach.ts";

/**
 * Adds an event to the platform's list, once; its message is one line of 1,000 characters at most.
 *
 * Guarantees: however it ends, no other call has to wait for that (X8).
 * Inferred: no swagger has a POST of events. The operator's documents say that it writes some, and version 2.4.3 knows
 * the name EXTERNAL (`ververica.md` 2.2).
 */
export async function postEvent(
  reach: Reach,
  caller: Caller,
  { namespace, deploymentId, message }: Announcement,
  signal?: AbortSignal,
): Promise<void> {
  const what = `add an event to platform namespace ${namespace}`;
  const path = collectionPath(namespace, "events");
  const metadata = { name: externalName, ...(deploymentId !== undefined && { deploymentId }) };
  const body = { kind: "Event", apiVersion: "v1", metadata, spec: { message: foreignText(withOpening(message)) } };
  const called = await reach.call({ caller, method: "POST", path, what, body, signal, aside: true, limits: reach.one });
  if (called.answer.status !== 204) judged(reach, called, () => undefined);
}
