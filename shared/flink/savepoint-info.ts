import { at, isObject, type JsonObject, type JsonValue, member } from "../core/json.ts";
import type { Intent, OperatorRecord } from "../core/record.ts";
import type { SavepointFormat } from "../ports/flink-rest.ts";
import type { Saving } from "./decide-savepoint.ts";
import { openSavepoint, savepointIntents } from "./intents.ts";
import { memoryOf, type TakenSavepoint } from "./memory.ts";
import { formatOf } from "./savepoint-format.ts";

/**
 * `status.jobStatus.savepointInfo`: what is being taken, the last one, and those before it, oldest first, as far as their
 * number and age allow (1.4); undefined where there never was one. Of what was shown only what was taken stays.
 */
export function savepointInfoOf(
  { object, wanted, now }: Pick<Saving, "object" | "wanted" | "now">,
  record: OperatorRecord | undefined,
): JsonObject | undefined {
  const before = at(object.status, "jobStatus", "savepointInfo");
  const { taken } = memoryOf(record) ?? {};
  const intent = openSavepoint(record);
  if (taken === undefined && intent === undefined && !isObject(before)) return undefined;
  const listed = at(before, "savepointHistory");
  const history = (Array.isArray(listed) ? listed : []).filter(isObject);
  const formatType = wanted?.savepointFormat ?? "CANONICAL";
  const known = history.find((one) => member(one, "location") === taken?.path);
  const added = taken !== undefined && known === undefined ? [toRow(taken, taken.formatType ?? formatType)] : [];
  const last = known ?? added[0] ?? member(before, "lastSavepoint");
  const { maxCount = 10, maxAgeMs = Number.POSITIVE_INFINITY } = wanted?.history ?? {};
  const kept = [...history, ...added].filter(
    (one, index, all) => index === all.length - 1 || now - Number(member(one, "timeStamp")) < maxAgeMs,
  );
  return {
    ...(intent !== undefined && pendingOf(intent, formatOf(intent) ?? formatType)),
    ...(last !== undefined && { lastSavepoint: last }),
    savepointHistory: kept.slice(-maxCount),
    ...lastPeriodicOf(taken, before),
  };
}

function pendingOf({ key, content: triggerId, at: triggerTimestamp }: Intent, formatType: string): JsonObject {
  const triggerType = key === savepointIntents.periodic ? "PERIODIC" : "MANUAL";
  return { triggerId, triggerTimestamp, triggerType, formatType };
}

/** Of a period, however many others were taken since. */
function lastPeriodicOf(taken: TakenSavepoint | undefined, before: JsonValue | undefined): JsonObject {
  const at = taken?.by === "PERIODIC" ? taken.at : member(before, "lastPeriodicSavepointTimestamp");
  return at === undefined ? {} : { lastPeriodicSavepointTimestamp: at };
}

function toRow({ path, at: taken, by, nonce }: TakenSavepoint, formatType: SavepointFormat): JsonObject {
  return {
    timeStamp: taken,
    triggerTimestamp: new Date(taken).toISOString().replace(/\.\d+Z$/, "Z"),
    location: path,
    triggerType: by,
    formatType,
    ...(nonce !== undefined && { triggerNonce: nonce }),
  };
}
