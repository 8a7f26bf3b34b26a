import * as z from "zod";
import { outOfBounds } from "../../core/json.ts";

/** Options of one configuration at most, nested ones and items of lists as well; all of Flink's own are some 900. */
export const mostOptions = 1_000;

/** Characters of a configuration as JSON at most; of one text can be made thousands of labels, mounts or tolerations. */
export const mostCharacters = 65_536;

/** Flink's configuration, flat or nested; a number of options and characters that people do not write is refused. */
export const configuration = (about: string) =>
  z
    .looseObject({})
    .refine((map) => outOfBounds(map, { depth: 64, nodes: mostOptions + 1 }) === undefined, {
      error: `must have at most ${mostOptions} options`,
      abort: true,
    })
    .refine((map) => JSON.stringify(map).length <= mostCharacters, `must have at most ${mostCharacters} characters`)
    .meta({ maxProperties: mostOptions })
    .describe(about);
