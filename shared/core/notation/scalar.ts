import { type Reading, read, unreadable } from "./reading.ts";

/** A switch as Flink reads it: `true` or `false`, without regard to case. */
export function readBoolean(text: string): Reading<boolean> {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "false") return read(word === "true");
  const meant = ["yes", "on", "1"].includes(word)
    ? "write true"
    : ["no", "off", "0"].includes(word)
      ? "write false"
      : undefined;
  return unreadable(`is neither true nor false${meant === undefined ? "" : `; ${meant}`}`);
}

/** A whole number of 32 bits, as Flink's own options of that type take. */
export function readInteger(text: string): Reading<number> {
  if (!/^[+-]?\d{1,10}$/.test(text.trim())) return unreadable("is no whole number");
  const value = Number(text.trim());
  return value >= -(2 ** 31) && value < 2 ** 31 ? read(value) : unreadable("is beyond 32 bits");
}

/** A finite number with or without a fraction. */
export function readDouble(text: string): Reading<number> {
  const isNumber = /^[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})(e[+-]?\d{1,2})?$/i.test(text.trim());
  return isNumber ? read(Number(text.trim())) : unreadable("is no number");
}

/** One of some words, without regard to case, given back as it is in the list. */
export function readWord<Word extends string>(text: string, words: readonly Word[]): Reading<Word> {
  const found = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
  return found === undefined ? unreadable(`is none of ${words.join(", ")}`) : read(found);
}
