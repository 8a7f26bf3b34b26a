import type { Readable } from "node:stream";

/** The last lines a process wrote, oldest first. */
export interface LineRing {
  push(line: string): void;
  lines(): readonly string[];
}

/** A ring that keeps the newest `size` lines. */
export function makeLineRing(size: number): LineRing {
  const kept: string[] = [];
  return {
    push: (line) => {
      kept.push(line);
      if (kept.length > size) kept.shift();
    },
    lines: () => [...kept],
  };
}

/** Calls `onLine` for each line of a text stream, and for an unfinished last one when it ends. */
export function splitLines(stream: Readable, onLine: (line: string) => void): void {
  let pending = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (pending !== "") onLine(pending);
  });
}
