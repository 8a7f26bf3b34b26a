import { parseArgs } from "node:util";

/** What a command line of this folder takes: switches without a value, and options with one. */
export type Command = { help: string; switches?: readonly string[]; options: readonly string[] };

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse({ switches = [], options }: Command): Values {
  const named = [...switches, "help"].map((name) => [name, { type: "boolean" as const }] as const);
  const valued = options.map((name) => [name, { type: "string" as const }] as const);
  return parseArgs({ options: Object.fromEntries([...named, ...valued]) }).values as Values;
}

/**
 * Runs a command of this folder over the process's arguments. `--help` prints the help; a wrong argument ends with
 * exit code 2 and a failure of `action` with 1, each with its message alone on stderr.
 */
export async function runCommand(command: Command, action: (values: Values) => Promise<void>): Promise<void> {
  let values: Values;
  try {
    values = parse(command);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${command.help}`);
    process.exitCode = 2;
    return;
  }
  if (values.help === true) {
    process.stdout.write(command.help);
    return;
  }
  try {
    await action(values);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

/** The text given for an option, or `fallback`. */
export function textOf(values: Values, name: string, fallback: string): string {
  const value = values[name];
  return typeof value === "string" ? value : fallback;
}
