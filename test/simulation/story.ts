/** One thing that happened in a run. */
export interface Line {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/** What happened in a run, who did it and when. */
export interface Story {
  tell(at: number, who: string, what: string): void;
}

/** A story that nobody reads. */
export const untold: Story = { tell: () => {} };

/** A story that is kept, line by line. */
export class KeptStory implements Story {
  readonly lines: Line[] = [];

  tell(at: number, who: string, what: string): void {
    this.lines.push({ at, who, what });
  }
}
