import { extname } from "node:path";
import { UsageError } from "../usage-error.ts";

/** What a plot is written as. */
export type Format = "svg" | "png";

/** What a command line says of it. */
export interface Asked {
  /** The value of `--output`. */
  readonly output?: string | undefined;
  /** The file of `--out`; without one the plot goes to standard output. */
  readonly out?: string | undefined;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
}

/** The format that is asked for, by name or by the suffix of the file; throws `UsageError` where that is none, or two. */
export function formatOf({ output, out, isTerminal }: Asked): Format {
  const suffix = out === undefined ? undefined : extname(out).slice(1).toLowerCase();
  if (output !== undefined && !isFormat(output))
    throw new UsageError(`--output cannot be '${output}'; it is svg or png, and --out names the file`);
  if (suffix === undefined) {
    if (output === "png" && isTerminal) throw new UsageError("PNG is nothing for a terminal: give --out FILE");
    return output ?? "svg";
  }
  const named = isFormat(suffix) ? suffix : undefined;
  if (output !== undefined && named !== undefined && output !== named)
    throw new UsageError(`--output ${output} contradicts --out ${out}`);
  const format = output ?? named;
  if (format === undefined)
    throw new UsageError(`--out: ${out} ends in neither .svg nor .png; give --output svg or png`);
  return format;
}

function isFormat(text: string): text is Format {
  return text === "svg" || text === "png";
}
