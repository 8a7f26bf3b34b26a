import { readLenientDuration } from "./duration.ts";
import { type Reading, read, unreadable } from "./reading.ts";
import { readBoolean, readDouble, readInteger, readWord } from "./scalar.ts";

/** The type of an option. */
export interface OptionType<T> {
  /** As the reference shows it. */
  readonly name: string;
  readonly read: (text: string) => Reading<T>;
}

/** Types that any option may have; durations are milliseconds. */
export const plainTypes = {
  duration: { name: "duration", read: readLenientDuration },
  integer: { name: "integer", read: readInteger },
  double: { name: "number", read: readDouble },
  boolean: { name: "true or false", read: readBoolean },
  words: { name: "words with commas between them", read: (text: string) => read(readWords(text)) },
} as const;

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): OptionType<Word> {
  return { name: words.join(" or "), read: (text) => readWord(text, words) };
}

/** The type with a lower bound for its numbers, of which the unit is named. */
export function atMinimum(minimum: number, type: OptionType<number>, unit = ""): OptionType<number> {
  const bound = `${minimum}${unit}`;
  const bounded = (text: string): Reading<number> => {
    const reading = type.read(text);
    return reading.ok && reading.value < minimum ? unreadable(`is less than ${bound}`) : reading;
  };
  return { name: `${type.name}, at least ${bound}`, read: bounded };
}

/** The words of a text, between commas or semicolons. */
export function readWords(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
