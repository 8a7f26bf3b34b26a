import type { Log } from "../../shared/ports/log.ts";

/** A log whose lines are kept, with all that errors in them tell. */
export function keptLog(lines: string[]): Log {
  const keep = (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields, plain)}`);
  };
  return { debug: keep, info: keep, warn: keep, error: keep };
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value;
}
