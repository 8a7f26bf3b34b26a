import type { Fault, IoKind } from "./faults.ts";

/** The call that a line tells of, and what goes wrong with it. */
export interface ToldCall {
  readonly place: number;
  readonly kind: IoKind;
  readonly fault: Fault | undefined;
}

/** One thing that happened in a run. */
export interface Line {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly who: string;
  readonly what: string;
  readonly call?: ToldCall | undefined;
}

/** What happened in a run, who did it and when. */
export interface Story {
  tell(at: number, who: string, what: string, call?: ToldCall): void;
}

/** A story that nobody reads. */
export const untold: Story = { tell: () => {} };

/** A story that is kept, line by line. */
export class KeptStory implements Story {
  readonly lines: Line[] = [];

  tell(at: number, who: string, what: string, call?: ToldCall): void {
    this.lines.push({ at, who, what, call });
  }
}
