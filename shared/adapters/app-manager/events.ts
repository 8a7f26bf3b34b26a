import { at, type JsonValue, member } from "../../core/json.ts";
import { toTimestamp } from "../../core/timestamp.ts";
import type { Caller, PlatformEvent } from "../../ports/app-manager.ts";
import { foreignText } from "../foreign-text.ts";
import { isFromOperator } from "./event-mark.ts";
import { collectionPath } from "./paths.ts";
import { type Reach, readPages } from "./reach.ts";
import { toItems } from "./wire.ts";

/** Characters of an id that are taken, since a cursor has to hold it; the platform's own have 36. */
const longestId = 128;

/** Bytes of one answer; some 50,000 events, which take about 100 MB of memory while they are read. */
const largest = 24 * 1024 * 1024;

/**
 * The events of a platform namespace, as far as the platform lets itself be read.
 *
 * Guarantees: one that cannot be read, or has no time, is left out; no message holds the caller's token; a larger answer
 * is `Malformed`; however it ends, no call about a deployment has to wait for that (X8).
 */
export async function readEvents(
  reach: Reach,
  caller: Caller,
  namespace: string,
  signal?: AbortSignal,
): Promise<PlatformEvent[]> {
  const path = collectionPath(namespace, "events");
  const what = `list events of ${namespace}`;
  const bounded = { ...reach, many: { ...reach.many, largest: Math.min(largest, reach.many.largest) } };
  const { items } = await readPages(bounded, { caller, path, what, signal, aside: true }, (value, { token }) => {
    const page = toItems(value);
    return { ...page, items: page.items.flatMap((item) => toEvent(item, token) ?? []) };
  });
  return items;
}

/** Checked by hand: of up to 50,000 events at every tick, of which a schema takes twice as long. */
function toEvent(value: JsonValue, token: string | undefined): PlatformEvent | undefined {
  const metadata = member(value, "metadata");
  const id = toId(member(metadata, "id"));
  const time = toTimestamp(toText(member(metadata, "createdAt")));
  if (id === undefined || time === undefined) return undefined;
  const name = toText(member(metadata, "name"));
  const message = toText(at(value, "spec", "message"));
  return {
    id,
    at: time,
    name,
    message: foreignText(message, token),
    deploymentId: toId(member(metadata, "deploymentId")),
    jobId: toId(member(metadata, "jobId")),
    own: isFromOperator({ name, message }),
  };
}

function toId(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= longestId ? value : undefined;
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
