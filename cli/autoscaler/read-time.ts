import { readLenientDuration } from "../../shared/core/notation/duration.ts";
import { UsageError } from "../usage-error.ts";

/** Milliseconds of a duration that a flag gives, `least` at least; a `UsageError` for any other text. */
export function readTime(flag: string, text: string, least = 1): number {
  const reading = readLenientDuration(text);
  if (!reading.ok) throw new UsageError(`${flag}: '${text}' ${reading.reason}`);
  if (reading.value < least) throw new UsageError(`${flag}: '${text}' is too short; ${least} ms are the least`);
  return reading.value;
}
