import { at, isObject, type JsonObject, type JsonValue, member } from "../core/json.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { Saving } from "./decide-savepoint.ts";
import { openSavepoint, savepointIntents } from "./intents.ts";
import { memoryOf, type TakenSavepoint } from "./memory.ts";

/**
 * `status.jobStatus.savepointInfo`: what is being taken, the last one, and those before it, oldest first, as far as their
 * number and age allow (1.4); undefined where there never was one.
 */
export function savepointInfoOf(
  { object, wanted, now }: Pick<Saving, "object" | "wanted" | "now">,
  record: OperatorRecord | undefined,
): JsonObject | undefined {
  const before = at(object.status, "jobStatus", "savepointInfo");
  const { taken } = memoryOf(record) ?? {};
  const intent = openSavepoint(record);
  if (taken === undefined && intent === undefined) return isObject(before) ? before : undefined;
  const listed = at(before, "savepointHistory");
  const history = (Array.isArray(listed) ? listed : []).filter(isObject);
  const formatType = wanted?.savepointFormat ?? "CANONICAL";
  const last = taken && toRow(taken, formatType);
  const known = history.find((one) => member(one, "location") === taken?.path);
  const all = last === undefined || known !== undefined ? history : [...history, last];
  const { maxCount = 10, maxAgeMs = Number.POSITIVE_INFINITY } = wanted?.history ?? {};
  const kept = all.filter(
    (one, index) => index === all.length - 1 || now - Number(member(one, "timeStamp")) < maxAgeMs,
  );
  const triggerType = intent?.key === savepointIntents.periodic ? "PERIODIC" : "MANUAL";
  return {
    ...(intent !== undefined && { triggerId: intent.content, triggerTimestamp: intent.at, triggerType, formatType }),
    ...(last !== undefined && { lastSavepoint: known ?? last }),
    savepointHistory: kept.slice(-maxCount),
    ...lastPeriodicOf(taken, before),
  };
}

/** Of a period, however many others were taken since. */
function lastPeriodicOf(taken: TakenSavepoint | undefined, before: JsonValue | undefined): JsonObject {
  const at = taken?.by === "PERIODIC" ? taken.at : member(before, "lastPeriodicSavepointTimestamp");
  return at === undefined ? {} : { lastPeriodicSavepointTimestamp: at };
}

function toRow({ path, at: taken, by, nonce }: TakenSavepoint, formatType: string): JsonObject {
  return {
    timeStamp: taken,
    triggerTimestamp: new Date(taken).toISOString().replace(/\.\d+Z$/, "Z"),
    location: path,
    triggerType: by,
    formatType,
    ...(nonce !== undefined && { triggerNonce: nonce }),
  };
}
