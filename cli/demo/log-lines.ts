/** One line that a function wrote; `entry` is there where it is JSON. */
export interface LogLine {
  /** The function. */
  readonly from: string;
  readonly pid: number;
  readonly text: string;
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

/** Everything that the functions wrote since the start. */
export interface LogLines {
  readonly all: readonly LogLine[];
  add(from: string, pid: number, text: string): void;
  /** The newest lines, for a message. */
  last(count: number): string[];
}

/** No line yet. */
export function makeLogLines(): LogLines {
  const all: LogLine[] = [];
  return {
    all,
    add: (from, pid, text) => void all.push({ from, pid, text, entry: parsed(text) }),
    last: (count) => all.slice(-count).map(({ from, pid, text }) => `${from} ${pid}: ${text}`),
  };
}

/** True for the line that ends a pass. */
export function isPass({ entry }: LogLine): boolean {
  return entry?.msg === "pass";
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
