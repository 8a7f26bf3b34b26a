import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../../cli/usage-error.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";

/** The text of `--help`. */
export const help = `Usage: node test/simulation/mutants/index.ts [--only NAME]... [--seconds N] [--write]

Seeds one defect after another into the source and searches for a schedule that shows it, from seed 1 on; for defects of
the Flink kinds, for one of their stories with a crash. What no schedule can show has to be refuted by a suite.

  --only NAME  this mutant alone; may be repeated
  --seconds N  CPU seconds for each search (default: 60)
  --write      keeps the seeds in kills.json and in the table of README.md
  --help       show this text

Exit code: 0 all are seen, 1 one is not, 2 wrong flags.
`;

const options = {
  only: { type: "string", multiple: true },
  seconds: { type: "string", default: "60" },
  write: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** A command line that was understood. */
export interface Flags {
  readonly help: boolean;
  readonly sought: readonly Mutant[];
  /** CPU seconds for each search. */
  readonly seconds: number;
  readonly write: boolean;
}

/** The flags of a command line; a `UsageError` says what is wrong with it. */
export function readFlags(argv: readonly string[]): Flags {
  const { values } = parsed(() => parseArgs({ args: [...argv], options, strict: true }));
  const { only, seconds, write } = values;
  const unknown = only?.find((name) => mutants.every((one) => one.name !== name));
  if (unknown !== undefined)
    throw new UsageError(`there is no mutant ${unknown}; there are ${mutants.map(({ name }) => name).join(", ")}`);
  if (!/^[1-9][0-9]{0,4}$/.test(seconds)) throw new UsageError(`--seconds is a number from 1 to 99999, not ${seconds}`);
  const sought = mutants.filter(({ name }) => only?.includes(name) ?? true);
  return { help: values.help, sought, seconds: Number(seconds), write };
}
