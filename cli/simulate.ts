import { parseArgs } from "node:util";
import { type AppManagerSimulator, type StartOptions, startAppManager } from "../simulators/app-manager/server.ts";
import { DEFAULT_DELAYS, type Delays } from "../simulators/app-manager/state.ts";
import { toLine } from "./simulate/call-line.ts";
import { describe } from "./simulate/describe.ts";
import { EXAMPLE_ARTIFACTS, EXAMPLES } from "./simulate/examples.ts";
import { readDeployments, readSettings } from "./simulate/files.ts";
import { guarded, parsed, UsageError } from "./usage-error.ts";

/** One line for the list of commands. */
export const summary = "Run a simulated backend: appmanager";

/** The text of `weir simulate --help`. */
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
  --verbose           a line for each call that it gets
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

/**
 * Runs `weir simulate` with the arguments after that word and resolves with the exit code: 0 after SIGINT or SIGTERM,
 * 1 when the address cannot be used, 2 for a wrong command line or file.
 */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("simulate", () => simulate(argv));
}

async function simulate(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true }),
  );
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [backend, ...more] = positionals;
  if (backend === undefined) throw new UsageError("which backend? Known: appmanager");
  if (backend !== "appmanager" || more.length > 0) throw new UsageError(`unknown backend '${positionals.join(" ")}'`);
  const port = readNumber("--port", values.port, (value) => Number.isInteger(value) && value >= 0 && value <= 65_535);
  const speed = readNumber("--speed", values.speed, (value) => value > 0);
  const seed = readNumber("--seed", values.seed, (value) => Number.isSafeInteger(value) && value >= 0);
  const settings = values.config === undefined ? {} : await readSettings(values.config);
  const deployments = values.deployments === undefined ? [] : await readDeployments(values.deployments);
  const simulator = await listen({
    port,
    seed,
    host: values.host,
    ...(values.token === undefined ? {} : { token: readToken(values.token) }),
    ...(values.verbose ? { onCall: (call) => console.log(toLine(call)) } : {}),
  });
  const { admin } = simulator;
  try {
    admin.configure({ ...settings, delays: hasten({ ...DEFAULT_DELAYS, ...defined(settings.delays) }, speed) });
    if (values.examples) for (const [artifact, behaviour] of EXAMPLE_ARTIFACTS) admin.markArtifact(artifact, behaviour);
    for (const one of [...(values.examples ? EXAMPLES : []), ...deployments]) load(simulator, one);
    console.log(describe(simulator));
    await stopped();
  } finally {
    await simulator.close();
  }
  return 0;
}

function readNumber(flag: string, text: string, isGood: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || !isGood(value)) {
    throw new UsageError(`${flag} cannot be '${text}'`);
  }
  return value;
}

function readToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new UsageError("--token must be one word of printable ASCII, since it travels in a header");
}

async function listen(options: StartOptions): Promise<AppManagerSimulator> {
  try {
    return await startAppManager(options);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const { host, port } = options;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is in use; --port 0 picks a free one`);
    if (code === "EACCES") throw new Error(`port ${port} is not allowed to this user; take one above 1023`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") throw new Error(`${host} is no address of this machine`);
    throw error;
  }
}

function load({ admin }: AppManagerSimulator, saved: Parameters<typeof admin.loadDeployment>[0]): void {
  const refusal = admin.loadDeployment(saved);
  if (refusal !== undefined) throw new UsageError(`a deployment cannot be loaded: ${refusal}`);
}

function defined(delays: object | undefined): Partial<Delays> {
  return Object.fromEntries(Object.entries(delays ?? {}).filter(([, value]) => value !== undefined));
}

function hasten({ jitter, ...lengths }: Delays, speed: number): Delays {
  const faster = Object.entries(lengths).map(([name, ms]) => [name, Math.round(ms / speed)]);
  return { ...lengths, ...Object.fromEntries(faster), jitter };
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
