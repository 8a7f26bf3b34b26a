import { parseArgs } from "node:util";
import { parsed, UsageError } from "../../usage-error.ts";
import { isPort, isSeed, readNumber } from "../flag-values.ts";

/** The text of `weir simulate flink --help`. */
export const help = `Usage: weir simulate flink [flags]

Runs a simulated Flink cluster until it is stopped (Ctrl-C): the REST of a JobManager, in real time. It forgets everything
when it ends.

Where it listens:
  --port N            port to listen on (default 8081; 0 picks a free one)
  --host ADDRESS      address to listen on (default 127.0.0.1; nothing asks for a password)

What it is:
  --version X.Y.Z     Flink's version, from 1.15 on; 1.x and 2.x speak different dialects (default 1.20.5)
  --application       the cluster of one application, which has no call about jars; its job is the first one below
  --task-managers N   how many there are, of four slots each (default 8)
  -D KEY=VALUE        one of Flink's options, such as job.autoscaler.enabled=true; again for each further one

What it begins with:
  --examples          three jobs: one is steady, the load of one rises and falls, one fails; the autoscaler is on for all
  --jobs FILE         JSON file with a list of jobs: [{"name": "orders", "parallelism": 2, "load": {…}}, …]
  --config FILE       JSON file with knobs as GET /admin/config shows them: faults, delays, …
  --seed N            whole number that ids and faults follow from (default 1)

How it runs:
  --speed N           jobs start, stop and take snapshots N times as fast, and the examples' loads change so (default 1)
  --verbose           a line for each call that it gets
  --help              show this text

While it runs, GET /admin lists what can be done to it, and PUT /admin/config changes its knobs.
`;

/** The flags that it takes. */
export const OPTIONS = {
  port: { type: "string", default: "8081" },
  host: { type: "string", default: "127.0.0.1" },
  version: { type: "string", default: "1.20.5" },
  application: { type: "boolean", default: false },
  "task-managers": { type: "string", default: "8" },
  define: { type: "string", short: "D", multiple: true, default: [] as string[] },
  examples: { type: "boolean", default: false },
  jobs: { type: "string" },
  config: { type: "string" },
  seed: { type: "string", default: "1" },
  speed: { type: "string", default: "1" },
  verbose: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** A command line that was understood; files are not read yet. */
export interface Flags {
  readonly help: boolean;
  readonly verbose: boolean;
  readonly examples: boolean;
  readonly application: boolean;
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly taskManagers: number;
  readonly options: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly speed: number;
  readonly jobs: string | undefined;
  readonly config: string | undefined;
}

/** The flags of a command line; a `UsageError` says what is wrong with it. */
export function readFlags(argv: readonly string[]): Flags {
  const { values } = parsed(() => parseArgs({ args: [...argv], options: OPTIONS, strict: true }));
  const { help, verbose, examples, application, host, jobs, config } = values;
  const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= 10_000;
  return {
    ...{ help, verbose, examples, application, host, jobs, config },
    port: readNumber("--port", values.port, isPort),
    version: readVersion(values.version),
    taskManagers: readNumber("--task-managers", values["task-managers"], isCount),
    options: Object.fromEntries(values.define.map(readOption)),
    seed: readNumber("--seed", values.seed, isSeed),
    speed: readNumber("--speed", values.speed, (value) => value > 0),
  };
}

function readVersion(text: string): string {
  const [, major = "", minor = ""] = /^(\d{1,3})\.(\d{1,3})(?:\.\d{1,3})?$/.exec(text) ?? [];
  if (Number(major) >= 2 || (major === "1" && Number(minor) >= 15)) return text;
  throw new UsageError(`--version cannot be '${text}'; such as 1.20.5 or 2.2.1, from 1.15 on`);
}

function readOption(text: string): [string, string] {
  const [key = "", ...value] = text.split("=");
  if (key.trim() === "" || value.length === 0) throw new UsageError(`-D cannot be '${text}'; key=value`);
  return [key.trim(), value.join("=")];
}
