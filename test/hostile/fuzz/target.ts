/** A part of Weir that takes what others write. */
export interface Target {
  readonly name: string;
  /** What it is, in a few words. */
  readonly about: string;
  /** Sound inputs to begin with. */
  readonly seeds: readonly string[];
  /**
   * Takes an input and gives the behaviour it showed, as a text that is equal for equal behaviour.
   *
   * Throws whatever it throws, and an `Error` for what must never come of any input.
   */
  readonly run: (input: string) => string | Promise<string>;
}

/** Throws unless it is so. */
export function must(so: boolean, what: string): asserts so {
  if (!so) throw new Error(`it must never be that ${what}`);
}

/** The JSON in an input, or the input itself as a text. */
export function toValue(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
