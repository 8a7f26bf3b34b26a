import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../usage-error.ts";
import { isPort, isSeed, readNumber } from "../flag-values.ts";

/** The text of `weir simulate appmanager --help`. */
export const help = `Usage: weir simulate appmanager [flags]

Runs a simulated AppManager of the Ververica Platform until it is stopped (Ctrl-C). It forgets everything when it ends.

Where it listens:
  --port N            port to listen on (default 8081; 0 picks a free one)
  --host ADDRESS      address to listen on (default 127.0.0.1; /admin and /config ask for no token)
  --token SECRET      API token of an editor of namespace default (default: one is made and printed)

What it begins with:
  --config FILE       JSON file with knobs as GET /config shows them: faults, delays, targets, …
  --deployments FILE  JSON file with deployments: a list, or what GET …/deployments answered
  --examples          three deployments: one runs, one ends after a minute, one cannot start
  --seed N            whole number that ids, lengths and faults follow from (default 1)

How it runs:
  --speed N           transitions N times as fast (default 1)
  --verbose           a line for each call that it gets and each event that it tells
  --help              show this text

While it runs, GET /admin lists what can be done to it, and PUT /config changes its knobs.
`;

/** The flags that it takes. */
export const OPTIONS = {
  port: { type: "string", default: "8081" },
  host: { type: "string", default: "127.0.0.1" },
  token: { type: "string" },
  config: { type: "string" },
  deployments: { type: "string" },
  examples: { type: "boolean", default: false },
  seed: { type: "string", default: "1" },
  speed: { type: "string", default: "1" },
  verbose: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** A command line that was understood; files are not read yet. */
export type Flags = {
  readonly help: boolean;
  readonly verbose: boolean;
  readonly examples: boolean;
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
  readonly token: string | undefined;
  readonly config: string | undefined;
  readonly deployments: string | undefined;
};

/** The flags of a command line; a `UsageError` says what is wrong with it. */
export function readFlags(argv: readonly string[]): Flags {
  const { values } = parsed(() => parseArgs({ args: [...argv], options: OPTIONS, strict: true }));
  return {
    help: values.help,
    verbose: values.verbose,
    examples: values.examples,
    host: values.host,
    port: readNumber("--port", values.port, isPort),
    seed: readNumber("--seed", values.seed, isSeed),
    speed: readNumber("--speed", values.speed, (value) => value > 0),
    token: values.token === undefined ? undefined : readToken(values.token),
    config: values.config,
    deployments: values.deployments,
  };
}

function readToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new UsageError("--token must be one word of printable ASCII, since it travels in a header");
}
