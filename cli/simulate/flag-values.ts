import { readFile } from "node:fs/promises";
import type { JsonValue } from "../../shared/core/json.ts";
import { UsageError } from "../usage-error.ts";

/** The number that a flag gives; a `UsageError` for anything else. */
export function readNumber(flag: string, text: string, isGood: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || !isGood(value)) {
    throw new UsageError(`${flag} cannot be '${text}'`);
  }
  return value;
}

/** True for a port; 0 picks a free one. */
export const isPort = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65_535;

/** True for what a seeded generator may begin with. */
export const isSeed = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** The JSON of a file that a flag names. */
export async function readJson(flag: string, path: string): Promise<JsonValue> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as JsonValue;
  } catch (error) {
    throw new UsageError(`${flag} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
