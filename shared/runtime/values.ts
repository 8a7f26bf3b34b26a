import * as z from "zod";
import { parseDuration } from "../core/duration.ts";

/** Words with commas between them. */
export const words = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

/** A duration such as `1m30s`, read as milliseconds; its description gives the bounds. */
export const duration = (minMs: number, maxMs: number) => {
  const bounds = `${spelled(minMs)} to ${spelled(maxMs)}`;
  return z
    .string()
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= minMs && ms <= maxMs) return ms;
      context.addIssue({ code: "custom", message: `is not a duration from ${bounds}, such as 60s or 1m30s` });
      return z.NEVER;
    })
    .describe(bounds);
};

function spelled(ms: number): string {
  return ms > 0 && ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 1000}s`;
}

/** An address that requests can go to; one with credentials would put them where addresses are shown. */
export const url = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), "is not an http or https URL")
  .refine((text) => !URL.canParse(text) || !hasCredentials(new URL(text)), "holds credentials; leave them out");

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** An address below which a platform has its `/api/v1`; with that in it, every answer would be a 404. */
export const platformUrl = url.refine(
  (text) => !URL.canParse(text) || !/\/api(\/+v1(\/.*)?)?\/*$/.test(new URL(text).pathname),
  "ends in /api or below it; leave that out",
);

/** One of some words, as it is spelled. */
export const oneOf = <const Word extends string>(...words: [Word, ...Word[]]) =>
  z.enum(words, `is none of ${words.join(", ")}`);

/** A switch. */
export const onOrOff = z.enum(["on", "off"], "is neither on nor off").transform((text) => text === "on");

/** A whole number within bounds, both of them allowed; its description gives them. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "is not a whole number")
    .transform(Number)
    .refine((n) => n >= min && n <= max, `is not a number from ${min} to ${max}`)
    .describe(`${min} to ${max}`);
