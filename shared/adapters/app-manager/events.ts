import * as z from "zod";
import { type JsonValue, outOfBounds } from "../../core/json.ts";
import { toTimestamp } from "../../core/timestamp.ts";
import type { Caller, PlatformEvent } from "../../ports/app-manager.ts";
import { foreignText } from "../foreign-text.ts";
import { pathSegment } from "../path-segment.ts";
import { isFromOperator } from "./event-mark.ts";
import { type Reach, readPages } from "./reach.ts";
import { toItems } from "./wire.ts";

/** Characters of an id that are taken; the platform's own have 36. */
const id = z.string().min(1).max(128);

const event = z.looseObject({
  metadata: z.looseObject({
    id,
    name: z.string().max(1_024).nullish(),
    createdAt: z.string(),
    deploymentId: id.nullish(),
    jobId: id.nullish(),
  }),
  spec: z.looseObject({ message: z.string().nullish() }).nullish(),
});

/**
 * The events of a platform namespace, as far as the platform lets itself be read.
 *
 * Guarantees: one that cannot be read, or has no time, is left out; no message holds the caller's token.
 */
export async function readEvents(
  reach: Reach,
  caller: Caller,
  namespace: string,
  signal?: AbortSignal,
): Promise<PlatformEvent[]> {
  const path = `/api/v1/namespaces/${pathSegment(namespace, "the platform namespace")}/events`;
  const what = `list events of ${namespace}`;
  const { items } = await readPages(reach, { caller, path, what, signal }, (value, { token }) => {
    const page = toItems(value);
    return { ...page, items: page.items.flatMap((item) => toEvent(item, token) ?? []) };
  });
  return items;
}

function toEvent(value: JsonValue, token: string | undefined): PlatformEvent | undefined {
  if (outOfBounds(value) !== undefined) return undefined;
  const parsed = event.safeParse(value);
  const at = parsed.success ? toTimestamp(parsed.data.metadata.createdAt) : undefined;
  if (!parsed.success || at === undefined) return undefined;
  const { metadata, spec } = parsed.data;
  const name = metadata.name ?? "";
  const message = spec?.message ?? "";
  return {
    id: metadata.id,
    at,
    name,
    message: foreignText(message, token),
    deploymentId: metadata.deploymentId ?? undefined,
    jobId: metadata.jobId ?? undefined,
    own: isFromOperator({ name, message }),
  };
}
