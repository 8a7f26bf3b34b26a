import type { Point } from "../arithmetic/statistics.ts";

/** A line over time; a number that is NaN interrupts it. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  /** A number holds until the next one, as a parallelism does; otherwise it is joined to it. */
  readonly isStepped?: boolean;
}

/** Lines that share a vertical axis, which begins at 0. */
export interface Panel {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** A decision at a moment in milliseconds, and which line's colour it has. */
export interface Mark {
  readonly at: number;
  readonly line: number;
  readonly direction: "up" | "down";
  readonly text: string;
}

/** What is drawn: panels one above the other over one axis of time. */
export interface Plot {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly marks: readonly Mark[];
  /** Whether times are shown as of the day (UTC), or counted from the first one. */
  readonly clock: "day" | "elapsed";
}

/** A job over time, as it is plotted. */
export interface JobCourse {
  readonly title: string;
  /** Records per second that come in. */
  readonly rate: readonly Point[];
  /** Seconds of arrivals that wait. */
  readonly lag: readonly Point[];
  /** Subtasks of all vertices together. */
  readonly parallelism: readonly Point[];
  /** What was decided, oldest first. */
  readonly decisions: readonly { readonly at: number; readonly from: number; readonly to: number }[];
}

/** Rate, lag, parallelism and decisions of a job. */
export function plotJob({ title, rate, lag, parallelism, decisions }: JobCourse): Plot {
  const panel = (name: string, points: readonly Point[], isStepped = false): Panel => ({
    name,
    lines: [{ name: "", points, isStepped }],
  });
  return {
    title,
    panels: [panel("records/s that come in", rate), panel("lag in seconds", lag), panel("subtasks", parallelism, true)],
    marks: decisions.map(({ at, from, to }) => ({ ...markOf(at, from, to), line: 0 })),
    clock: "day",
  };
}

/** A decision from so many subtasks to so many, without its line. */
export function markOf(at: number, from: number, to: number): Omit<Mark, "line"> {
  return { at, direction: to < from ? "down" : "up", text: `${from} → ${to}` };
}
