import type { JsonValue } from "../core/json.ts";
import type { Intent } from "../core/record.ts";
import type { SavepointFormat } from "../ports/flink-rest.ts";

/** The format in which an intent asks for its savepoint; undefined for one of a Weir that did not write it down. */
export function formatOf({ details }: Intent): SavepointFormat | undefined {
  const format = details?.formatType;
  return isFormat(format) ? format : undefined;
}

/** True for a format that Flink can be asked for. */
export function isFormat(value: JsonValue | undefined): value is SavepointFormat {
  return value === "CANONICAL" || value === "NATIVE";
}
