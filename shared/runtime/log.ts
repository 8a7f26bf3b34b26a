import { writeSync } from "node:fs";
import type { Log } from "../ports/log.ts";

const levels = ["debug", "info", "warn", "error"] as const;
const secret: ReadonlySet<string> = new Set(["token", "authorization", "password"]);

/**
 * JSON lines on standard output, with the function's name in each; written synchronously, so that none is lost at exit.
 *
 * Guarantees: never throws; what is called a token, an authorization or a password is not written, at any depth.
 * Caveats: a full pipe that nobody reads holds the process up; a container runtime always reads. A closed one is ignored.
 */
export function makeLog(name: string, level: string): Log {
  const least = (levels as readonly string[]).indexOf(level);
  const at = (rank: number) => {
    if (rank < least) return () => undefined;
    return (fields: Readonly<Record<string, unknown>>, msg: string) => {
      write(toLine({ level: levels[rank], time: new Date().toISOString(), function: name }, fields, msg));
    };
  };
  return { debug: at(0), info: at(1), warn: at(2), error: at(3) };
}

function toLine(start: object, fields: object, msg: string): string {
  try {
    return JSON.stringify({ ...start, ...fields, msg }, redact);
  } catch {
    return JSON.stringify({ ...start, msg, unwritable: Object.keys(fields) });
  }
}

function redact(key: string, value: unknown): unknown {
  return secret.has(key.toLowerCase()) && value !== undefined ? "[redacted]" : value;
}

function write(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // A closed pipe must not end the work that the line is about.
  }
}
